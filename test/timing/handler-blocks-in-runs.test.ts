/**
 * Random timed blocks of the handler to which only a jump leads that is not known, compared with runs. They share a
 * routine with the program, which comes to it with other registers.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { createMachine } from '#emulator';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { draws } from '#test/draws.ts';
import { linesOf } from '#test/timing/fragment.ts';

const RUNS = draws(25);
const CYCLES = 4_000;

/** What the routine does: its words, and those that are out of line. */
interface Piece {
  readonly main: string;
  readonly aside?: string;
}

const small = fc.nat(3);
const nops = (count: number): string => Array<string>(count).fill('nop').join(' | ');
/** An arm where AC is not 0, which it always is if the program calls the routine. */
const arm = fc.tuple(small, small).map(([straight, aside]) => ({
  main: `bne @a | nop | ${nops(straight)} | @k: nop`,
  aside: `@a: nop | ${nops(aside)} | bra @k | nop`,
}));
const words = small.map((count): Piece => ({ main: nops(count) }));
const loop = fc.tuple(fc.oneof(arm, words), fc.integer({ min: 1, max: 3 })).map(([{ main, aside }, turns]): Piece => ({
  main: `.loop ${turns} | @h: ${main.replaceAll('@', '@i')} | ld [count] | suba 1 | st [count] | bne @h | ld 0`,
  aside: aside?.replaceAll('@', '@i') ?? '',
}));

interface Drawn {
  readonly before: Piece;
  readonly loop: Piece | null;
  readonly turns: number;
  /** The Y of the block, and where it is used: in the routine or after it. */
  readonly y: '0' | '5' | '$80';
  readonly stores: 'nowhere' | 'in the routine' | 'after it';
  /** How the handler jumps to the block. */
  readonly jump: string;
}

const drawn: fc.Arbitrary<Drawn> = fc.integer({ min: 1, max: 3 }).chain((turns) =>
  fc.record({
    before: fc.oneof(arm, words),
    loop: fc.option(loop.map((each) => ({ ...each, main: each.main.replace(/\.loop \d/, `.loop ${turns}`) }))),
    turns: fc.constant(turns),
    y: fc.constantFrom('0', '0', '5', '$80'),
    stores: fc.constantFrom('nowhere', 'in the routine', 'after it', 'after it'),
    jump: fc.constantFrom('ld [y,x] | ld >block,y | jmp y,ac', 'ld [y,x] | bra ac', 'ld 0 | xora [y,x] | bra ac'),
  }),
);

/** Goes on at one of two places: the second if a store through Y hits the zero page. */
const STORE = 'ld <@s | st [place] | ld <@t | st [y,place] | bra [place] | nop | @s: nop | nop | @t: nop';

function write({ before, loop: round, turns, y, stores, jump }: Drawn, cycles: number): string {
  const pieces = [
    before,
    ...(round === null ? [] : [round]),
    ...(stores === 'in the routine' ? [{ main: STORE }] : []),
  ];
  const part = (name: keyof Piece): readonly string[] =>
    pieces.flatMap((piece, index) => linesOf(piece[name], `p${index}`));
  const call = (back: string): string => `ld ${turns} | st [count] | ld <${back} | st [back]`;
  const after = stores === 'after it' ? STORE : '';
  return [
    ...['account at $20', 'resume', 'back', 'place', 'count', 'flag'].map((byte) => `.zp ${byte}`),
    '.timing account=account',
    '        .org 0',
    ...linesOf('ld 0 | st [account] | st [flag] | ld 8,y | ld $40,x | ld <block | st [y,x]'),
    ...linesOf(`start: .check *+5 | ${call('home')} | ld 5,y | bra routine | ld 0`),
    ...linesOf(`home: ld 5,y | ${after.replaceAll('@', 'h')} | bra start | nop`),
    ...linesOf(`.trampoline | st [resume] | ld [flag] | xora 1 | st [flag] | ld 8,y | ld $40,x | ${jump} | nop`),
    ...linesOf(`block: ld ${y},y | ${call('done')} | ld [flag] | bra routine | nop`),
    ...linesOf(`done: ${after.replaceAll('@', 'd')}`),
    ...linesOf('blockEnd: ld 0 | st [account] | ld [resume] | adda 5 | st [resume] | .resume | bra [resume] | nop'),
    'routine:',
    ...part('main'),
    ...linesOf('bra [back] | nop'),
    ...part('aside'),
    `.exact block, blockEnd, ${cycles}`,
  ].join('\n');
}

/** The cycles that a run counts from the block's start to its end, each number once. */
function countedIn({ image, debugInfo }: Assembly): readonly number[] {
  const [block, end] = ['block', 'blockEnd'].map((name) => debugInfo.symbols.find((each) => each.name === name)!.value);
  const machine = createMachine(image, { core: 'reference', seed: 5 });
  const counted = new Set<number>();
  let start: number | undefined;
  while (machine.cycle < CYCLES) {
    if (machine.address === end && start !== undefined) counted.add(machine.cycle - start);
    if (machine.address === end) start = undefined;
    if (machine.address === block && machine.nextAddress === block + 1) start = machine.cycle;
    machine.step();
  }
  return [...counted];
}

it('what a block of the handler claims is what a run counts', { timeout: 0 }, () => {
  const verdicts = { exact: 0, others: 0 };
  fc.assert(
    fc.property(drawn, (program) => {
      const told = assembleText(write(program, 1)).debugInfo.timing.find(({ kind }) => kind === 'exact');
      const source = write(program, Number(/takes (\d+)/.exec(told?.detail ?? '')?.[1] ?? 1));
      const assembly = assembleText(source);
      const broken = assembly.diagnostics.filter(({ code, severity }) => severity === 'error' && !/^GT08/.test(code));
      expect(broken, source).toEqual([]);
      const block = assembly.debugInfo.timing.find(({ kind }) => kind === 'exact')!;
      const counted = countedIn(assembly);
      expect(counted.length, source).toBeGreaterThan(0);
      if (block.verdict === 'exact') expect(counted, source).toEqual([block.cycles]);
      verdicts[block.verdict === 'exact' ? 'exact' : 'others']++;
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(verdicts.exact, verdicts.others)).toBeGreaterThan(0);
});
