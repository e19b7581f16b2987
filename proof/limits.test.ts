/** How far the proof goes, as docs/timing.md says it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { prove } from '#test/assembler/assembled-text.ts';
import { timedProgram } from '#test/assembler/timed-program.ts';
import { findRoutineFacts, prepareProof } from './index.ts';
import { LIMITS } from './contract/limits.ts';
import { followed, SymbolicRun } from './values/symbolic-run.ts';

const TEXT = readFileSync(fileURLToPath(new URL('../docs/timing.md', import.meta.url)), 'utf8').replace(/\s+/g, ' ');

const SENTENCES: Readonly<Record<keyof typeof LIMITS, (number: string) => string>> = {
  steps: (number) => `After ${number} steps`,
  stepsForEach: (number) => `plus ${number} for each place`,
  strays: (number) => `Beyond ${number} such places`,
  straysForEach: (number) => `plus ${number} for each other one`,
  check: (number) => `${number} for a check`,
  allChecks: (number) => `${number} for a program`,
  leastForCheck: (number) => `each check still gets ${number}`,
  routine: (number) => `A routine is followed for ${number} states`,
  allRoutines: (number) => `${number} for all of them together`,
  sums: (number) => `more than ${number} different sums`,
  allSums: (number) => `or ${number} in all states of a check`,
};

it.each(Object.entries(LIMITS))('docs/timing.md names the limit "%s"', (name, limit) => {
  expect(TEXT).toContain(SENTENCES[name as keyof typeof LIMITS](limit.toLocaleString('en')));
});

/** The word of a `nop`. */
const NOP = 0x0200;

/** A wait of some turns in AC; each turn is two states. */
const wait = (turns: number): string => `ld ${turns}\nbne here\nsuba 1`;

it('ends a routine that is too long, with the reason', () => {
  const body = Array.from({ length: 12 }, () => wait(120)).join('\n');
  const { program } = prove(`start: bra start\nnop\nlong: st [$40]\n${body}\nbra [$40]\nnop`);
  const facts = findRoutineFacts(prepareProof(program), { name: 'long', start: program.at['long']!, end: 0 });
  expect(facts).toMatchObject({ cycles: null, isWhole: false, reason: 'More than 2,500 states to follow' });
});

it('gives a check as many states as it needs', () => {
  const body = Array.from({ length: 12 }, () => wait(120)).join('\n');
  const { first } = prove(`start: .check =5\n${body}\n.sync =128\n.check =7\nbra start\nnop`);
  expect(first).toMatchObject({ verdict: 'wrong', range: { min: 12 * 243, max: 12 * 243 } });
});

it('executes no more words of a single path symbolically than of all paths of a check', () => {
  const executed = new Set<number>();
  const word = (address: number): number => {
    executed.add(address);
    return NOP;
  };
  const start = SymbolicRun.start({ ram: 32, external: new Set(), word, isTable: () => false });
  followed(
    Array.from({ length: 10_000 }, (_, address) => ({ address, next: address + 1 })),
    start,
  );
  expect(executed.size).toBe(4_000);
  expect(TEXT).toContain('To judge all paths of a check, 4,000 words are followed, and of a single path as many.');
});

it('looks for what a jump has loaded behind any number of sums', () => {
  const program = timedProgram(`ld [$40]\n${'adda 1\n'.repeat(30_000)}bra ac\nnop`);
  expect(prepareProof(program).found.around.plan.cells).toEqual([0x40]);
});

it('ends where a jump at 0 executes in a slot with the 0 in AC that a branch has left', () => {
  const program = timedProgram('beq ac\nnop\nld [$50]\nbne 8\nnop\nbra 0\nbra 10\nnop\nbra 8\nnop\nnop\nbra 8\nnop');
  expect(prepareProof(program).found.usedAgain).toEqual(new Set());
});
