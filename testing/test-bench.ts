/**
 * A machine on which the tests of one program run, case by case.
 *
 * Each case begins with the same state: that of power-on, or of the label after `.after`, to which the machine runs
 * once.
 */
import { grouped } from '#basics';
import type { NamedAddress, TestBlock, TestCase } from '#assembler';
import { createMachine, type Machine, type Snapshot } from '#emulator';
import { CaseRun, SLICE, stopsAt } from './case-run.ts';
import { Coverage, TestProbe } from './test-probe.ts';
import type { CaseResult, TestSubject } from './result.ts';

/** Takes all steps, without a pause. @returns their result */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Cycles within which a program must reach the label of `.after`: sixteen emulated seconds. */
const AFTER_LIMIT = 100_000_000;

export class TestBench {
  readonly machine: Machine;
  /** What the tests have executed; undefined if it was not requested. */
  readonly coverage: Coverage | undefined;
  private readonly probe: TestProbe;
  private readonly powerOn: Snapshot;
  /** States by the label of `.after`; null if the program does not reach it. */
  private readonly states = new Map<number, Snapshot | null>();

  /** @param options.machine a new machine; without it, the bench makes one */
  constructor(
    private readonly subject: TestSubject,
    { coverage = false, machine }: { coverage?: boolean; machine?: Machine } = {},
  ) {
    this.machine = machine ?? createMachine(subject.image, { ramKib: subject.info.ramKib });
    this.probe = new TestProbe(subject);
    if (coverage) this.coverage = new Coverage();
    this.powerOn = this.machine.snapshot();
  }

  /** Runs a case; yields between slices of some milliseconds. */
  *run(test: TestBlock, which: TestCase): Generator<void, CaseResult> {
    const run = yield* this.prepare(test, which);
    if (!(run instanceof CaseRun)) return run;
    this.coverage?.begin(this.machine);
    const result = yield* run.run();
    this.coverage?.end(this.machine);
    return result;
  }

  /** Brings the machine to where a case begins; the result of one that cannot begin. */
  *prepare(test: TestBlock, which: TestCase): Generator<void, CaseRun | CaseResult> {
    const { machine, subject, probe } = this;
    const { after } = test;
    const state = after === undefined ? this.powerOn : yield* this.stateAfter(after);
    if (state === null) return this.unreached(test, which, after?.name ?? '');
    machine.restore(state);
    // Setting the position makes the machine forget the edits of the previous case.
    machine.setPosition(machine.address, machine.nextAddress);
    return new CaseRun(subject, machine, probe, test, which);
  }

  private *stateAfter({ address }: NamedAddress): Generator<void, Snapshot | null> {
    const known = this.states.get(address);
    if (known !== undefined) return known;
    const { machine } = this;
    machine.restore(this.powerOn);
    machine.setPosition(machine.address, machine.nextAddress);
    const stops = { ...stopsAt(address, this.probe), probe: undefined };
    let state: Snapshot | null = null;
    while (state === null && machine.cycle < AFTER_LIMIT) {
      if (machine.run(SLICE, stops).kind === 'breakpoint') state = machine.snapshot();
      else yield;
    }
    this.states.set(address, state);
    return state;
  }

  private unreached(test: TestBlock, which: TestCase, name: string): CaseResult {
    const { file, range } = test;
    const message = `The program does not reach ${name} within ${grouped(AFTER_LIMIT)} cycles`;
    const failure = { file, range, message, address: this.machine.address };
    return { test, case: which, passed: false, cycles: 0, failure };
  }
}
