/**
 * A test being debugged: its routine runs like any program, with breakpoints and steps. If an expectation is not met,
 * the session stops at that line.
 *
 * The ends of what it calls and runs are checked places; so are those that separate the cycles of the video handler
 * from the test's own.
 */
import type { TestBlock, TestCase } from '#assembler';
import type { Machine } from '#emulator';
import { caseName, CaseRun, finish, TestBench, TestProbe, type CaseFailure, type TestSubject } from '#testing';
import type { Stop } from '../program/program.ts';

interface TestSurroundings {
  /** Replaces the checked places, and the check. */
  watch(places: readonly number[], ask: () => Stop | undefined): void;
  print(text: string): void;
  ended(): void;
}

export class DebuggedTest {
  readonly name: string;
  /** The expectation that was not met, once it is. */
  failure: CaseFailure | undefined;
  private readonly probe: TestProbe;
  private readonly run: CaseRun;
  private readonly marked: readonly number[];

  /** @param machine where the case begins, see {@link TestBench.prepare} */
  constructor(
    subject: TestSubject,
    private readonly machine: Machine,
    test: TestBlock,
    which: TestCase,
    private readonly surroundings: TestSurroundings,
  ) {
    this.name = caseName(test, which);
    this.probe = new TestProbe(subject);
    this.run = new CaseRun(subject, machine, this.probe, test, which);
    this.marked = [...this.probe.marked.keys()].filter((address) => this.probe.marked[address] !== 0);
  }

  /** Does what comes before the next stretch that runs; a stop where the test has ended. */
  advance(): Stop | undefined {
    const progress = this.run.advance();
    if (progress === undefined) return this.end();
    const end = progress.to.address;
    this.surroundings.watch([end, ...this.marked], () => {
      if (this.machine.address !== end) {
        this.probe.askAt(this.machine);
        return undefined;
      }
      this.run.arrived();
      return this.advance();
    });
    return undefined;
  }

  private end(): Stop {
    const { failure, cycles } = this.run.result;
    this.surroundings.watch([], () => undefined);
    this.failure = failure;
    if (failure !== undefined) {
      const exception = { exceptionId: 'Failed test' };
      return { reason: 'exception', description: 'The test failed', text: failure.message, exception };
    }
    this.surroundings.print(`Passed: ${this.name}, ${cycles} cycles`);
    this.surroundings.ended();
    return { reason: 'pause', description: 'The test passed' };
  }
}

/** The case to be debugged: the first that fails, otherwise the first. */
export function caseToDebug(subject: TestSubject, test: TestBlock): TestCase | undefined {
  const bench = new TestBench(subject);
  return test.cases.find((each) => !finish(bench.run(test, each)).passed) ?? test.cases[0];
}

/** Brings a new machine to where a test begins; returns a sentence on why that is impossible. */
export function toBegin(subject: TestSubject, machine: Machine, test: TestBlock, which: TestCase): string | undefined {
  const prepared = finish(new TestBench(subject, { machine }).prepare(test, which));
  return prepared instanceof CaseRun ? undefined : prepared.failure?.message;
}
