/**
 * What routines are said to take, compared with runs: from the first word of a routine to the first word of its caller,
 * without what the handler takes in between.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { opcodeOfWord, resumeAddress, wordAt } from '#isa';
import { findRoutineFacts, prepareProof, type RoutineFacts } from '#proof';
import type { TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { chargeAsProven, fragments } from '#test/timing/declared-program.ts';
import { newData } from '#test/timing/new-data.ts';

const RUNS = draws(40);
/** Cycles that each program runs. */
const CYCLES = 2_000;

/** A call that has not come back yet. */
interface Call {
  readonly facts: RoutineFacts;
  /** Where the caller goes on. */
  readonly back: number;
  /** Cycles of the program's own before it. */
  readonly before: number;
}

/** The labels of a program that are routines whose cycles are known, by their addresses. */
function routinesOf(program: TimedProgram): ReadonlyMap<number, RoutineFacts> {
  const context = prepareProof(program);
  const all = Object.entries(program.at).map(([name, start]) => findRoutineFacts(context, { name, start, end: start }));
  return new Map(all.filter(({ cycles, isWhole }) => cycles !== null && isWhole).map((facts) => [facts.start, facts]));
}

/** Compares the calls of a run. @returns how many came back */
function compareCalls(program: TimedProgram, source: string, seed: number): number {
  const routines = routinesOf(program);
  const machine = createMachine(program.words, { core: 'reference', seed });
  const atCheck = newData(machine, seed);
  const checks = new Map(program.checks.map((check) => [check.address as number, check]));
  const resumes = new Set(program.checks.map(resumeAddress));
  let calls: readonly Call[] = [];
  let compared = 0;
  /** Cycles of the program's own, and where it goes on while the handler runs. */
  let own = 0;
  let resume: number | undefined;
  for (let slot: number | undefined; machine.cycle < CYCLES;) {
    const { address, nextAddress } = machine;
    const isInOrder = nextAddress === address + 1;
    if (isInOrder && address === resume) resume = undefined;
    if (resume === undefined && isInOrder) {
      for (const { facts, before } of calls.filter(({ back, before }) => back === address && before < own)) {
        const { min, max } = facts.cycles!;
        const isSo = own - before >= min && own - before <= max;
        expect(isSo, `${facts.name} takes ${own - before} cycles, not ${min} to ${max}\n${source}`).toBe(true);
        compared++;
      }
      calls = calls.filter(({ back }) => back !== address);
      const facts = slot === undefined ? undefined : routines.get(address);
      // A near call: the slot of its branch has loaded where to go on.
      const isCall = slot !== undefined && slot >> 8 === address >> 8 && isConstantLoad(program, slot);
      const back = (((slot ?? 0) + 1) & 0xff00) | machine.registers.ac;
      if (facts !== undefined && isCall) calls = [...calls, { facts, back, before: own }];
      const check = checks.get(address);
      if (check !== undefined) atCheck(check);
    }
    const isLeaving = resume === undefined && !isInOrder && resumes.has(address + 1);
    machine.step();
    if (resume === undefined) own++;
    if (isLeaving) resume = address + 1;
    slot = isInOrder ? undefined : address;
  }
  return compared;
}

function isConstantLoad({ words }: TimedProgram, address: number): boolean {
  const { operation, bus, target } = opcodeOfWord(wordAt(words, address));
  return operation === 'ld' && bus === 'd' && target === 'ac';
}

it('are those of every call that comes back', { timeout: 0 }, () => {
  let compared = 0;
  forAll(RUNS, [fragments, fc.integer()], (writers, seed) => {
    const charged = chargeAsProven(writers);
    if (charged !== undefined) compared += compareCalls(charged.program, charged.source, seed);
  });
  expect(compared).toBeGreaterThan(RUNS);
});
