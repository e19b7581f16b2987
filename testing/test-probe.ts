/**
 * Looks at the machine while a test runs: cycles in the video handler, and arms of branches that were taken.
 *
 * A time check leaves through the trampoline of its page, AC holding the low byte of its first word, and is
 * resumed five words behind that; what lies between is the handler's.
 */
import type { Probe } from '#emulator';
import { decode } from '#isa';
import type { TestSubject } from './subject.ts';

/** Words of a time check. */
const CHECK_WORDS = 5;
const TRAMPOLINE = 1;
const RESUME = 2;
const BRANCH = 4;

/** How often both arms of the conditional branch at an address were taken. */
export interface Arms {
  /** Mode field of the branch. */
  readonly mode: number;
  taken: number;
  passed: number;
}

export class TestProbe implements Probe {
  readonly marked = new Uint8Array(0x10000);
  /** Arms of conditional branches by ROM address. */
  readonly arms = new Map<number, Arms>();
  /** Cycles spent in the handler by time checks that were resumed. */
  handlerCycles = 0;
  private entered = 0;
  /** Where the check that left is resumed; −1 while none has left. */
  private resumeAt = -1;
  private lastBranch = -1;

  /** @param withArms whether branches are looked at */
  constructor({ image, info, tests }: TestSubject, withArms: boolean) {
    for (const address of tests.trampolines) this.mark(address, TRAMPOLINE);
    for (const { address } of info.declarations.checks) this.mark((address + CHECK_WORDS) & 0xffff, RESUME);
    if (!withArms) return;
    for (const { address } of info.lines) {
      const { opcode } = decode(image[address] ?? 0);
      if (opcode.operation !== 'jump') continue;
      if (opcode.condition === 'always' || opcode.condition === 'far') continue;
      this.mark(address, BRANCH);
      this.arms.set(address, { mode: opcode.mode, taken: 0, passed: 0 });
    }
  }

  begin(): void {
    this.lastBranch = -1;
  }

  end(): void {
    this.lastBranch = -1;
  }

  ask(address: number, _next: number, ac: number, _y: number, cycle: number): boolean {
    const mark = this.marked[address] ?? 0;
    if ((mark & RESUME) !== 0 && address === this.resumeAt) {
      this.handlerCycles += cycle - this.entered;
      this.resumeAt = -1;
    }
    if ((mark & TRAMPOLINE) !== 0 && this.resumeAt < 0) {
      this.entered = cycle;
      this.resumeAt = ((address & 0xff00) | ac) + CHECK_WORDS;
    }
    const arms = (mark & BRANCH) === 0 || cycle === this.lastBranch ? undefined : this.arms.get(address);
    if (arms === undefined) return false;
    this.lastBranch = cycle;
    if (isTaken(arms.mode, ac)) arms.taken++;
    else arms.passed++;
    return false;
  }

  private mark(address: number, mark: number): void {
    this.marked[address] = (this.marked[address] ?? 0) | mark;
  }

  /** Another run begins, in which no check has left. */
  reset(): void {
    this.resumeAt = -1;
    this.handlerCycles = 0;
  }
}

/** Whether a near branch is taken: bit 0 of the mode lets AC > 0 pass, bit 1 AC < 0, bit 2 AC = 0. */
function isTaken(mode: number, ac: number): boolean {
  return (mode & (ac === 0 ? 4 : ac < 0x80 ? 1 : 2)) !== 0;
}
