/**
 * Programs that store bytes on some ways only, and test them after a check, which charges what a first run shows. A
 * routine keeps what it returns to, so that bytes are tracked.
 */
import fc from 'fast-check';
import { timedProgram, type TimedProgram } from '../assembler/timed-program.ts';
import { count } from './counted-program.ts';
import { POWER_ON } from './program-writer.ts';

/** Bytes that only the program stores to: in the zero page, and with one low byte in two other pages. */
const [DIRECT, IN_PAGES] = [['[$58]', '[$59]'], '[y,$60]'];

const branch = fc.constantFrom('beq', 'bne', 'bgt', 'ble', 'blt', 'bge');
const kept = fc.constantFrom(...DIRECT, IN_PAGES);
const page = fc.constantFrom(8, 9).map((number) => `ld ${number},y`);
const words = fc.integer({ min: 0, max: 3 });

/** Stores new data unless a test of it says otherwise. `@` is before the names that a piece has for itself. */
const store = fc
  .tuple(branch, page, kept)
  .map(([name, to, byte]) => ['ld [$50]', `${name} @on`, to, `st ${byte}`, '@on: nop']);
/** Tests such a byte, with arms of different length. */
const test = fc
  .tuple(page, kept, branch, words)
  .map(([of, byte, name, more]) => [of, `ld ${byte}`, `${name} @on`, 'nop', `.nops ${more}`, '@on: nop']);
const call = fc.constantFrom(['bra sub', 'ld here+1'], ['nop']);
const some = (piece: fc.Arbitrary<readonly string[]>) => fc.array(piece, { minLength: 1, maxLength: 2 });

export const keptSigns = fc.record({ stores: some(store), tests: some(test), call, last: kept });
type KeptSigns = typeof keptSigns extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Such a program; undefined if a check would charge more or less than it can. */
export function keptSignsProgram(drawn: KeptSigns, seed: number): TimedProgram | undefined {
  const first = written(drawn, () => 20);
  const charged = new Map<number, number>();
  for (const { check, difference } of count(first, seed, 1_000))
    if (!charged.has(check.address)) charged.set(check.address, check.cycles + difference);
  const charges = first.checks.map(({ address }) => charged.get(address) ?? 20);
  return charges.some((charge) => charge < 5 || charge > 120) ? undefined : written(drawn, (index) => charges[index]!);
}

function written({ stores, tests, call: called, last }: KeptSigns, chargeOf: (check: number) => number): TimedProgram {
  const pieces = [...stores, [`.check =${chargeOf(1)}`], ...tests, called];
  const lines = pieces.flatMap((piece, index) => piece.map((line) => line.replaceAll('@', `P${index}`)));
  const routine = ['sub: st [$40]', 'nop', 'bra [$40]', 'nop'];
  const body = [`start: .check =${chargeOf(0)}`, ...lines, `ld ${last}`, 'bra start', 'nop', ...routine];
  return timedProgram(`${POWER_ON}\n${body.join('\n')}`);
}
