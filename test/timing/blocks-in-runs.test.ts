/**
 * Random timed blocks with several exits, compared with runs: what is called exact is what a run counts, unless the
 * jump behind an exit goes back into the block, and then the run stops before anything is counted otherwise.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine, type Machine } from '#emulator';
import { assembleText, cyclesTold, valueOf } from '#test/assembler/assembled-text.ts';
import { draws, forAll } from '#test/draws.ts';
import { firstDifference } from '#test/timing/declared-run.ts';

const RUNS = draws(25);
const CYCLES = 6_000;
/** The byte that says where the program goes on; nothing in it stores there. */
const TARGET = 0x16;

type Piece =
  | { readonly kind: 'words'; readonly count: number }
  | { readonly kind: 'fork'; readonly mask: number; readonly left: number; readonly right: number }
  | { readonly kind: 'exit'; readonly mask: number; readonly count: number; readonly isInSlot: boolean };

const count = fc.nat(4);
const mask = fc.constantFrom(1, 2, 3, 4, 8);
const words = fc.record({ kind: fc.constant('words' as const), count });
/** Mostly with arms of equal length. */
const fork = fc
  .record({ mask, left: count, off: fc.constantFrom(0, 0, 0, 1) })
  .map(({ left, off, ...rest }) => ({ kind: 'fork' as const, ...rest, left, right: left + 2 + off }));
const exit = fc.record({ kind: fc.constant('exit' as const), mask, count, isInSlot: fc.boolean() });
const pieces: fc.Arbitrary<readonly Piece[]> = fc
  .tuple(
    fc.array(fc.oneof(words, fork, exit), { maxLength: 4 }),
    exit,
    fc.array(fc.oneof(words, fork), { maxLength: 2 }),
  )
  .map(([before, one, after]) => [...before, one, ...after]);

const nops = (number: number): string => '  nop\n'.repeat(number);

/** The end of a way through the block, with its label at the jump or in the delay slot. */
const leave = (label: string, isInSlot: boolean): string =>
  isInSlot ? `  bra again\n${label}: nop\n` : `${label}: bra again\n  nop\n`;

/** A block with the exits among its pieces, and one at its end. */
function writeBlock(drawn: readonly Piece[], cycles: ReadonlyMap<string, number>): string {
  const test = (bits: number): string => `  ld [$31]\n  anda ${bits}\n`;
  const body = drawn.map((piece, index) => {
    if (piece.kind === 'words') return `p${index}:\n${nops(piece.count)}`;
    if (piece.kind === 'exit')
      return `p${index}:\n${test(piece.mask)}  bne q${index}\n  nop\n${nops(piece.count)}${leave(`e${index}`, piece.isInSlot)}q${index}:\n`;
    const left = `${nops(piece.left)}  bra r${index}\n  nop\n`;
    return `p${index}:\n${test(piece.mask)}  beq q${index}\n  nop\n${left}q${index}:\n${nops(piece.right)}r${index}:\n`;
  });
  const blocks = exitsOf(drawn).map((label) => `  .exact s, ${label}, ${cycles.get(label) ?? 1}\n`);
  return `
  ld 0
  st [$31]
s: nop
${body.join('')}${leave('e', true)}
again:
  ld [$31]
  adda 1
  st [$31]
  ld [$${TARGET.toString(16)}]
  bra ac
  nop
${blocks.join('')}`;
}

const exitsOf = (drawn: readonly Piece[]): readonly string[] => [
  ...drawn.flatMap(({ kind }, index) => (kind === 'exit' ? [`e${index}`] : [])),
  'e',
];

/** The cycle in which a run first comes to an exit after a time other than is claimed. */
function firstFalse(image: Uint16Array, target: number, start: number, claimed: ReadonlyMap<number, number>) {
  const machine = createMachine(image, { core: 'reference', seed: 5 });
  machine.writeRam(TARGET, target);
  // Each way through the block ends where it first comes to the exit.
  const entered = new Map<number, number>();
  while (machine.cycle < CYCLES) {
    const { address, cycle } = machine;
    const from = entered.get(address);
    if (from !== undefined && cycle - from !== claimed.get(address)) return cycle;
    entered.delete(address);
    if (address === start) for (const exit of claimed.keys()) entered.set(exit, cycle);
    machine.step();
  }
  return undefined;
}

it('what a block with several exits claims is what a run counts, or the run stops before', { timeout: 0 }, () => {
  const seen = { exact: 0, stopped: 0, false: 0 };
  forAll(RUNS, [pieces, fc.nat()], (drawn, which) => {
    const exits = exitsOf(drawn);
    const first = assembleText(writeBlock(drawn, new Map()));
    const cycles = new Map(first.debugInfo.timing.map(({ detail }, index) => [exits[index]!, cyclesTold(detail)]));
    const source = writeBlock(drawn, cycles);
    const program = assembleText(source);
    const { debugInfo, image } = program;
    const start = valueOf(program, 's');
    const inBlock = debugInfo.symbols.filter(({ kind }) => kind === 'label').map(({ value }) => value);
    const target = which % 2 === 0 ? start : inBlock[which % inBlock.length]!;
    const claimed = new Map<number, number>();
    debugInfo.timing.forEach(({ verdict, cycles: each }, index) => {
      if (verdict === 'exact') claimed.set(valueOf(program, exits[index]!), each);
    });
    const counted = firstFalse(image, target, start, claimed);
    const prepare = (machine: Machine): void => machine.writeRam(TARGET, target);
    const difference = firstDifference(image, debugInfo.declarations, CYCLES, { seed: 5, source, prepare });
    if (counted !== undefined) expect(difference?.cycle, source).toBeLessThan(counted);
    if (target === start) expect(difference, source).toBeUndefined();
    seen.exact += claimed.size;
    if (difference !== undefined) seen.stopped++;
    if (counted !== undefined) seen.false++;
  });
  expect(seen.exact).toBeGreaterThan(RUNS / 2);
  expect(Math.min(seen.stopped, seen.false)).toBeGreaterThan(0);
});
