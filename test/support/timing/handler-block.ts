/**
 * Random programs with a timed block of the handler to which only an unresolved jump leads. It shares a routine with
 * the program, which calls it with other registers.
 */
import fc from 'fast-check';
import type { Assembly } from '#assembler';
import { cyclesTold } from '../assembler/assembled-text.ts';
import { linesOf } from './fragment.ts';

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
const loopOf = (turns: number): fc.Arbitrary<Piece> =>
  fc.oneof(arm, words).map(({ main, aside }: Piece) => ({
    main: `.loop ${turns} | @h: ${main.replaceAll('@', '@i')} | ld [count] | suba 1 | st [count] | bne @h | ld 0`,
    aside: aside?.replaceAll('@', '@i') ?? '',
  }));

export interface HandlerBlock {
  readonly before: Piece;
  readonly turns: number;
  readonly loop: Piece | null;
  /** The Y of the block, and where it is used: in the routine or after it. */
  readonly y: '0' | '5' | '$80';
  readonly stores: 'nowhere' | 'in the routine' | 'after it';
  /** How the handler jumps to the block. */
  readonly jump: string;
}

export const handlerBlock: fc.Arbitrary<HandlerBlock> = fc.integer({ min: 1, max: 3 }).chain((turns) =>
  fc.record({
    before: fc.oneof(arm, words),
    turns: fc.constant(turns),
    loop: fc.option(loopOf(turns)),
    y: fc.constantFrom('0', '0', '5', '$80'),
    stores: fc.constantFrom('nowhere', 'in the routine', 'after it', 'after it'),
    jump: fc.constantFrom('ld [y,x] | ld >block,y | jmp y,ac', 'ld [y,x] | bra ac', 'ld 0 | xora [y,x] | bra ac'),
  }),
);

/** Goes on at one of two places: the second if a store through Y hits the zero page. */
const STORE = 'ld <@s | st [place] | ld <@t | st [y,place] | bra [place] | nop | @s: nop | nop | @t: nop';

/**
 * Writes a program.
 * @param cycles what the block is said to take, and what the check pays for
 */
export function writeHandlerBlock(
  drawn: HandlerBlock,
  cycles: { readonly block: number; readonly check: number },
): string {
  const { before, loop, turns, y, stores, jump } = drawn;
  const pieces: readonly Piece[] = [
    before,
    ...(loop === null ? [] : [loop]),
    ...(stores === 'in the routine' ? [{ main: STORE }] : []),
  ];
  const part = (name: keyof Piece): readonly string[] =>
    pieces.flatMap((piece, index) => linesOf(piece[name], `p${index}`));
  const call = (back: string): string => `ld ${turns} | st [count] | ld <${back} | st [back]`;
  const after = stores === 'after it' ? STORE : '';
  return [
    ...['account at $20', 'resume', 'back', 'next', 'place', 'count', 'flag'].map((byte) => `.zp ${byte}`),
    '.timing account=account',
    '        .org 0',
    ...linesOf('ld 0 | st [account] | st [flag] | ld 8,y | ld $40,x | ld <block | st [y,x]'),
    ...linesOf(
      `start: ld <start | st [next] | .check *+${5 + cycles.check} | ${call('home')} | ld 5,y | bra routine | ld 0`,
    ),
    ...linesOf(`home: ld 5,y | ${after.replaceAll('@', 'h')} | bra [next] | nop`),
    ...linesOf(`.trampoline | st [resume] | ld [flag] | xora 1 | st [flag] | ld 8,y | ld $40,x | ${jump} | nop`),
    ...linesOf(`block: ld ${y},y | ${call('done')} | ld [flag] | bra routine | nop`),
    ...linesOf(`done: ${after.replaceAll('@', 'd')}`),
    ...linesOf('blockEnd: ld 0 | st [account] | ld [resume] | adda 5 | st [resume] | .resume | bra [resume] | nop'),
    'routine:',
    ...part('main'),
    ...linesOf('bra [back] | nop'),
    ...part('aside'),
    `.exact block, blockEnd, ${cycles.block}`,
  ].join('\n');
}

/** What the proof finds that the block takes and the check must pay for. */
export function cyclesOf({ debugInfo }: Assembly): Parameters<typeof writeHandlerBlock>[1] {
  const told = (kind: 'check' | 'exact'): number =>
    cyclesTold(debugInfo.timing.find((each) => each.kind === kind)?.detail);
  return { block: told('exact'), check: told('check') };
}
