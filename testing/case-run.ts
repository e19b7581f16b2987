/**
 * One case as it runs: what is given, run and expected, step by step, on a machine.
 *
 * It runs in slices, so that its caller can handle other requests in between. A debugger also drives it, and moves the
 * machine itself.
 */
import { grouped, hexWord, type RomAddress } from '#basics';
import type { NamedAddress, TestBlock, TestCase, TestStep, Wanted } from '#assembler';
import { breakpointsAt, type Machine, type Stops } from '#emulator';
import { holds, readPlace, shownNumber, writePlace } from './places.ts';
import { positionDifferences, writePosition } from './positions.ts';
import type { CaseFailure, CaseResult, TestSubject } from './result.ts';
import type { TestProbe } from './test-probe.ts';

/** Cycles of a slice: a few milliseconds. */
export const SLICE = 1_000_000;
/** How many differences of a position a message shows. */
const DIFFERENCES_TOLD = 4;

/** A stretch of the program that a step runs. */
export interface CaseProgress {
  readonly step: TestStep & { readonly kind: 'call' | 'run' };
  /** Where it ends, before that word executes. */
  readonly to: NamedAddress;
}

export class CaseRun {
  readonly case: TestCase;
  private readonly faultsBefore: number;
  private next = 0;
  private givenY = false;
  private start = 0;
  private lastCycles = 0;
  private cycles = 0;
  private failure: CaseFailure | undefined;

  /** @param machine where the test begins: at power-on, or after its `.after` */
  constructor(
    private readonly subject: TestSubject,
    private readonly machine: Machine,
    private readonly probe: TestProbe,
    readonly test: TestBlock,
    which: TestCase,
  ) {
    this.case = which;
    this.faultsBefore = machine.monitor.faultCount;
  }

  /** Does what comes before the next stretch to run, and begins it; undefined when the case has ended. */
  advance(): CaseProgress | undefined {
    const { steps } = this.case;
    for (let step = steps[this.next]; step !== undefined && this.failure === undefined; step = steps[this.next]) {
      this.next++;
      if (step.kind === 'call' || step.kind === 'run') return this.begin(step);
      if (step.kind === 'given') this.give(step);
      else for (const wanted of step.wanted) this.expect(step, wanted);
    }
    return undefined;
  }

  arrived(): void {
    this.probe.askAt(this.machine);
    this.lastCycles = this.machine.cycle - this.start - this.probe.handlerCycles;
    this.cycles += this.lastCycles;
  }

  /** Fails the case, since the stretch has taken longer than it may. */
  exceeded({ step, to }: CaseProgress): void {
    const limit = grouped(this.test.limit);
    const end = step.kind === 'call' ? 'has not returned' : `has not reached ${to.name}`;
    const where = placeOf(this.subject, this.machine.address);
    const message = `${step.from.name} ${end} within ${limit} cycles; it is at ${where}`;
    this.fail(step, message);
  }

  /** Whether the stretch that runs has used up the cycles of the test. */
  get isExceeded(): boolean {
    return this.machine.cycle - this.start >= this.test.limit;
  }

  get result(): CaseResult {
    const { test, cycles, failure } = this;
    const passed = failure === undefined;
    return { test, case: this.case, passed, cycles, ...(failure !== undefined && { failure }) };
  }

  /** Runs the whole case; yields between slices. */
  *run(): Generator<void, CaseResult> {
    for (let progress = this.advance(); progress !== undefined; progress = this.advance()) {
      const stops = stopsAt(progress.to.address, this.probe);
      let stopped = false;
      while (!stopped && !this.isExceeded) {
        const left = this.test.limit - (this.machine.cycle - this.start);
        stopped = this.machine.run(Math.min(SLICE, left), stops).kind === 'breakpoint';
        if (!stopped) yield;
      }
      if (stopped) this.arrived();
      else this.exceeded(progress);
    }
    return this.result;
  }

  private begin(step: TestStep & { readonly kind: 'call' | 'run' }): CaseProgress {
    const { machine, probe } = this;
    if (step.kind === 'call') {
      machine.setRegister('ac', step.to.address & 0xff);
      if (!this.givenY) machine.setRegister('y', step.from.address >> 8);
    }
    this.givenY = false;
    machine.setPosition(step.from.address);
    probe.reset();
    this.start = machine.cycle;
    return { step, to: step.to };
  }

  private give(step: TestStep & { readonly kind: 'given' }): void {
    for (const { place, value } of step.wanted) {
      if (place.kind === 'fen') {
        const problem = writePosition(this.machine, this.subject.info, String(value));
        if (problem !== undefined) this.fail(step, problem);
      } else if (place.kind === 'register' || place.kind === 'memory') {
        if (place.kind === 'register' && place.register === 'y') this.givenY = true;
        writePlace(this.machine, place, Number(value));
      }
    }
  }

  private expect(step: TestStep & { readonly kind: 'expect' }, { name, place, value }: Wanted): void {
    if (this.failure !== undefined) return;
    if (place.kind === 'fen') return this.expectPosition(step, String(value));
    const seen = this.seen(place);
    const { relation } = step;
    if (holds(seen, relation, Number(value))) return;
    const expected = `${relation === '=' ? '' : `${relation} `}${shownNumber(place, Number(value))}`;
    const shown = shownNumber(place, seen);
    this.fail(step, `${name} is ${shown}, expected ${expected}`, expected, shown);
  }

  private seen(place: Exclude<Wanted['place'], { readonly kind: 'fen' }>): number {
    if (place.kind === 'cycles') return this.lastCycles;
    if (place.kind === 'faults') return this.machine.monitor.faultCount - this.faultsBefore;
    return readPlace(this.machine, place);
  }

  private expectPosition(step: TestStep, fen: string): void {
    const found = positionDifferences(this.machine, this.subject.info, fen);
    if (found.length === 0) return;
    const more = found.length - DIFFERENCES_TOLD;
    const told = found.slice(0, DIFFERENCES_TOLD).join('; ') + (more > 0 ? `; and ${more} more` : '');
    this.fail(step, `The position is not the expected one: ${told}`, fen, told);
  }

  private fail({ file, range }: TestStep, message: string, expected?: string, seen?: string): void {
    this.failure ??= {
      file,
      range,
      message,
      address: this.machine.address,
      ...(expected !== undefined && { expected }),
      ...(seen !== undefined && { seen }),
    };
  }
}

const stops = new WeakMap<TestProbe, Map<number, Stops>>();

/** The same object for the same end: a machine is faster with stops that it knows. */
export function stopsAt(address: RomAddress, probe: TestProbe): Stops {
  let known = stops.get(probe);
  if (known === undefined) stops.set(probe, (known = new Map<number, Stops>()));
  let wanted = known.get(address);
  if (wanted === undefined) known.set(address, (wanted = { breakpoints: breakpointsAt(address), probe }));
  return wanted;
}

/** `$0123 (file:line)` of a ROM address. */
function placeOf({ info }: TestSubject, address: RomAddress): string {
  const line = info.lines.find((each) => each.address === address);
  const source = line && info.sources[line.source];
  return line === undefined || source === undefined
    ? hexWord(address)
    : `${hexWord(address)} (${source.path}:${line.line + 1})`;
}
