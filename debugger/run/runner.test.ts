/** The pace of real time, with a clock that the test controls. */
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { createMachine, type Machine, type Pace } from '#emulator';
import { CYCLES_PER_FRAME } from '#isa';
import { NO_SUCH_FILE, type FileContent } from '#files';
import type { Host } from '../connection/host.ts';
import type { Stop } from '../program/program.ts';
import { Runner } from './runner.ts';

/** A host whose clock only moves when told to, and whose machine needs no time at all. */
class WoundClock implements Host {
  time = 0;
  private task: { readonly at: number; readonly run: () => void } | undefined;
  now(): number {
    return this.time;
  }
  later(run: () => void, delay: number): () => void {
    this.task = { at: this.time + delay, run };
    return () => (this.task = undefined);
  }
  readFile(): Promise<FileContent> {
    return Promise.resolve(failure(NO_SUCH_FILE));
  }
  /** Lets time pass in steps of a millisecond. */
  pass(milliseconds: number): void {
    for (const end = this.time + milliseconds; this.time < end; this.time++) {
      const due = this.task !== undefined && this.task.at <= this.time ? this.task : undefined;
      if (due === undefined) continue;
      this.task = undefined;
      due.run();
    }
  }
}

function start(
  pace: Pace,
  paced = true,
  wait = 0,
): { clock: WoundClock; runner: Runner; stops: Stop[]; errors: unknown[]; machine: Machine; cycle: () => number } {
  const clock = new WoundClock();
  // `bra 0` and a nop, forever.
  const rom = new Uint16Array(0x10000).fill(0x0200);
  rom[0] = 0xfc00;
  const machine = createMachine(rom);
  const stops: Stop[] = [];
  const errors: unknown[] = [];
  const runner = new Runner(machine, clock, pace, {
    stopped: (stop) => stops.push(stop),
    slice: () => wait,
    failed: (error) => errors.push(error),
  });
  const advance = (cycles: number): Stop | undefined => {
    machine.run(cycles);
    // An unpaced movement would go on forever on a clock that has stopped.
    return paced ? undefined : { reason: 'step' };
  };
  runner.start({ paced, advance });
  return { clock, runner, stops, errors, machine, cycle: () => machine.cycle };
}

describe('the runner', () => {
  it.each([
    [1, 6250],
    [0.5, 3125],
    [3, 18750],
  ])('runs at %f of real time', (speed, perMillisecond) => {
    const { clock, cycle } = start(speed);
    clock.pass(200);
    const due = 200 * perMillisecond;
    expect(cycle()).toBeLessThanOrEqual(due);
    expect(cycle()).toBeGreaterThan(due - 5 * perMillisecond);
  });

  it('takes another pace while it runs, without catching up or waiting', () => {
    const { clock, runner, cycle } = start(1);
    clock.pass(200);
    const before = cycle();
    runner.pacing.pace = 4;
    clock.pass(200);
    expect(cycle() - before).toBeLessThanOrEqual(200 * 25_000);
    expect(cycle() - before).toBeGreaterThan(195 * 25_000);
    runner.pacing.pace = 0.5;
    const between = cycle();
    clock.pass(100);
    expect(cycle() - between).toBeLessThanOrEqual(100 * 3125);
    expect(cycle() - between).toBeGreaterThan(95 * 3125);
  });

  it.each([
    ['fast', 1 / 200_000],
    ['slow', 1 / 1000],
  ])('keeps slices of an unlimited run short on a %s machine', (_, millisecondsPerCycle) => {
    const { clock, runner } = start('unlimited');
    const asked: number[] = [];
    runner.start({
      paced: true,
      advance: (cycles) => {
        asked.push(cycles);
        clock.time += cycles * millisecondsPerCycle;
        return undefined;
      },
    });
    for (let slice = 0; slice < 4; slice++) clock.pass(1);
    const settled = asked.slice(-3).map((cycles) => cycles * millisecondsPerCycle);
    for (const milliseconds of settled) {
      expect(milliseconds).toBeLessThanOrEqual(1);
      expect(milliseconds).toBeGreaterThanOrEqual(0.2);
    }
  });

  it('catches up with a tenth of a second after the host was busy, and drops the rest', () => {
    const { clock, cycle } = start(1);
    clock.pass(10);
    const before = cycle();
    clock.time += 5000;
    clock.pass(100);
    expect(cycle() - before).toBeLessThanOrEqual((100 + 101) * 6250);
  });

  it('waits after each slice for as long as it is told', () => {
    const { clock, cycle } = start(1, true, 500);
    clock.pass(2000);
    // Five slices, each of which catches up with no more than a tenth of a second.
    expect(cycle()).toBeLessThanOrEqual(5 * 100 * 6250);
    expect(cycle()).toBeGreaterThan(0);
  });

  it('stops once, by a pause or by its movement', () => {
    const { clock, runner, stops, cycle } = start(1);
    clock.pass(20);
    runner.pause();
    runner.pause();
    expect(stops).toEqual([{ reason: 'pause' }]);
    expect(runner.running).toBe(false);
    const before = cycle();
    clock.pass(20);
    expect(cycle()).toBe(before);
    const step = start('unlimited', false);
    step.clock.pass(5);
    expect(step.stops).toEqual([{ reason: 'step' }]);
  });

  it('lets a tap on the pad last for two frames while the program runs, and changes it at once at a stop', () => {
    const { clock, runner, machine } = start(1);
    const pads: (readonly [cycle: number, ...string[]])[] = [];
    machine.input.setPad = (buttons) => pads.push([machine.cycle, ...buttons]);
    for (const buttons of [['a'], [], ['b']] as const) runner.setPad(buttons);
    clock.pass(50);
    expect(pads).toEqual([[0, 'a'], [2 * CYCLES_PER_FRAME]]);
    runner.pause();
    const { cycle } = machine;
    runner.setPad([]);
    expect(pads.slice(2)).toEqual([[cycle, 'b'], [cycle]]);
  });

  it('stops after an internal error', () => {
    const { clock, runner, errors, cycle } = start(1);
    const fault = new Error('wrong');
    const advance = (): never => {
      throw fault;
    };
    runner.start({ paced: true, advance });
    clock.pass(10);
    expect(errors).toEqual([fault]);
    expect(runner.running).toBe(false);
    expect(cycle()).toBe(0);
  });
});
