/**
 * Counts the cycles that a test spends in the video handler.
 *
 * A time check leaves through the trampoline of its page, with the low byte of its first word in AC, and resumes five
 * words after that; a short check leaves through an exit of its own. The time in between belongs to the handler.
 */
import { numberAt, type Cycle, type RomAddress } from '#basics';
import type { Machine, Probe } from '#emulator';
import { CHECK_WORDS, leavesFor, resumeAddress, type Profile } from '#isa';
import type { TestSubject } from './result.ts';

export class Coverage {
  /** Executions, and branches taken, by ROM address. */
  readonly profile: Profile = { executions: new Float64Array(0x10000), taken: new Float64Array(0x10000) };
  private before: Profile | undefined;

  begin(machine: Machine): void {
    if (machine.profile === undefined) machine.startProfile();
    const now = machine.profile;
    this.before = now && { executions: now.executions.slice(), taken: now.taken.slice() };
  }

  end(machine: Machine): void {
    const { before, profile } = this;
    const now = machine.profile;
    if (before === undefined || now === undefined) return;
    addDifference(profile.executions, before.executions, now.executions);
    addDifference(profile.taken, before.taken, now.taken);
    this.before = undefined;
  }
}

function addDifference(sum: Float64Array, before: Float64Array, after: Float64Array): void {
  sum.set(sum.map((count, address) => count + numberAt(after, address) - numberAt(before, address)));
}

const TRAMPOLINE = 1;
const RESUME = 2;

export class TestProbe implements Probe {
  readonly marked = new Uint8Array(0x10000);
  /** Cycles spent in the handler by time checks that were resumed, since the last reset. */
  handlerCycles = 0;
  private entered = 0;
  /** Where the check that left is resumed; −1 while none has left. */
  private resumeAt = -1;

  /** Where the check of an exit is resumed, by the exit. */
  private readonly exits = new Map<number, number>();

  constructor({ image, info, tests }: TestSubject) {
    for (const check of info.declarations.checks) this.marked[resumeAddress(check)] = RESUME;
    for (const check of info.declarations.checks) {
      if (check.form !== 'short') continue;
      const exit = leavesFor(image, check);
      this.exits.set(exit, resumeAddress(check));
      this.marked[exit] = numberAt(this.marked, exit) | TRAMPOLINE;
    }
    for (const address of tests.trampolines) this.marked[address] = numberAt(this.marked, address) | TRAMPOLINE;
  }

  begin(): void {
    // What it has seen stays valid from run to run; code that moves the machine resets it.
  }

  end(): void {
    // Nothing ends with a run.
  }

  ask(address: RomAddress, _next: number, ac: number, _y: number, cycle: Cycle): boolean {
    const mark = numberAt(this.marked, address);
    if ((mark & RESUME) !== 0 && address === this.resumeAt) {
      this.handlerCycles += cycle - this.entered;
      this.resumeAt = -1;
    }
    if ((mark & TRAMPOLINE) !== 0 && this.resumeAt < 0) {
      this.entered = cycle;
      this.resumeAt = this.exits.get(address) ?? ((address & 0xff00) | ac) + CHECK_WORDS;
    }
    return false;
  }

  /** Asks about the word at which a machine has stopped, as it does itself for each word that it executes. */
  askAt({ address, nextAddress, registers: { ac, y }, cycle }: Machine): void {
    this.ask(address, nextAddress, ac, y, cycle);
  }

  /** Begins another run, in which no check has left. */
  reset(): void {
    this.resumeAt = -1;
    this.handlerCycles = 0;
  }
}
