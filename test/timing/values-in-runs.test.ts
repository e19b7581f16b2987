/**
 * The timing proof compared with the emulator, word by word: what registers and tracked bytes hold is among what the
 * proof says of the word that executes. A false value is found here before a cycle differs.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine } from '#emulator';
import type { RamKib } from '#isa';
import type { TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { chargeAsProven, fragments } from '#test/timing/declared-program.ts';
import { newData } from '#test/timing/new-data.ts';
import { watchRun } from '#test/timing/watched-run.ts';
import { aliasWord, STORING_HANDLER, wildAcross, wildProgram, wildWord } from '#test/timing/wild-program.ts';

/** How many programs of each kind. */
const RUNS = draws(150);
/** Cycles that each program runs. */
const CYCLES = 1_500;

const ram = fc.constantFrom<RamKib>(32, 32, 64, 128);

/** Runs a program with new data at each check. @returns how many words were compared */
function watch(program: TimedProgram, source: string, seed: number): number {
  const machine = createMachine(program.words, { core: 'reference', seed, ramKib: program.ramKib ?? 32 });
  return watchRun({ program, source, machine, cycles: CYCLES, atCheck: newData(machine, seed) }).compared;
}

it('never says of random words what a run refutes', { timeout: 0 }, () => {
  let compared = 0;
  const words = fc.array(fc.oneof({ weight: 9, arbitrary: wildWord }, { weight: 1, arbitrary: aliasWord }), {
    minLength: 40,
    maxLength: 40,
  });
  const write = fc.constantFrom<(words: readonly string[]) => TimedProgram>(
    (each) => wildProgram(each),
    (each) => wildAcross(each, 30),
    (each) => wildProgram(each, STORING_HANDLER),
  );
  forAll(RUNS, [words, write, ram, fc.integer()], (drawn, writer, ramKib, seed) => {
    compared += watch({ ...writer(drawn), ramKib }, drawn.map((word, line) => `L${line}: ${word}`).join('\n'), seed);
  });
  expect(compared).toBeGreaterThan(RUNS);
});

it('follows a check that was entered at its branch, and left, to the word after it', () => {
  const words = ['ld 200', 'bra L3+3', 'nop', '.check =9', 'bra L0', 'nop'];
  const program = wildProgram(words);
  expect(watch(program, words.join('\n'), 1)).toBeGreaterThan(10);
});

it('does not take a ctrl for a store where there is an expander', () => {
  const words = ['ctrl $40', 'ld L5', 'st [$40]', 'bra [$40]', 'nop', '.check =9'];
  expect(() => watch({ ...wildProgram(words), ramKib: 128 }, words.join('\n'), 1)).not.toThrow();
});

it('never says of declared pieces what a run refutes', { timeout: 0 }, () => {
  let compared = 0;
  forAll(RUNS, [fragments, ram, fc.integer()], (writers, ramKib, seed) => {
    const charged = chargeAsProven(writers);
    fc.pre(charged !== undefined);
    compared += watch({ ...charged.program, ramKib }, charged.source, seed);
  });
  console.info(`${compared} words compared with the proof`);
  expect(compared).toBeGreaterThan(RUNS);
});
