/**
 * Watches the video handler in a run: the way in, the pulses, lines and frames that it makes, and the account with which
 * the program goes on. What the checks of the program do wrong is not its fault, and does not count.
 */
import { checkOrigin, CHECK_WORDS, OUT_HSYNC, OUT_VSYNC } from '#isa';
import type { FrameShape } from '../contract/frame-shape.ts';
import {
  lateReturn,
  lateVSync,
  leavesProgram,
  movedVSync,
  unequalWays,
  wrongAccount,
  wrongFrame,
  wrongHSync,
  wrongLine,
  wrongResume,
  wrongVSync,
} from '../contract/line-faults.ts';
import type { TimeCheck } from '../contract/program.ts';
import type { PathStep } from '../contract/report.ts';

/** The most faults that are kept, and the most jumps of a line. */
const [MOST_FAULTS, MOST_JUMPS] = [100, 100];

/** What is known of a handler from all runs. */
export interface SeenHandler {
  /** Cycles from a check to the fall of hSync, less what the account held, modulo 256. */
  wayIn: number | undefined;
  /** What was seen to be wrong, by messages, in order. */
  readonly faults: Map<string, SeenFault>;
}

export interface SeenFault {
  /** The word that did it. */
  readonly place: number;
  /** The words after which it did not go on with the next one, by cycle of its line. */
  readonly path: readonly PathStep[];
  /** Whether it is a jump that does not go where it is declared to. */
  readonly isStray: boolean;
}

export class LineWatch {
  /** The cycle in which OUT changed last. */
  changedAt = 0;
  /** Whether a check was entered with an account that start-up can have meant; what comes before is its fault. */
  private hasBegun = false;
  /** Whether the program itself makes pulses, or leaves with a false account: nothing more is the handler's alone. */
  private isShared = false;
  /** Whether paths since the handler was last there have made the account false. */
  private isFalse = false;
  /** Whether the account was negative when the handler came back last. */
  private wasNegative = false;
  /** What is wrong if the line that goes on in the program takes too long or too short. */
  private doubt: { readonly message: string; readonly place: number; readonly path: readonly PathStep[] } | undefined;
  /** The cycle of a check's origin plus what its account held, until it goes on. */
  private due: number | undefined;
  /** The cycle in which hSync fell last; and whether the handler has kept the processor since. */
  private fell = 0;
  private isHandlers = false;
  /** Rises of hSync since vSync fell; negative before it first falls. */
  private lines = -1;
  private vSyncAt = -1;
  /** The last words of this line after which the handler did not go on with the next one. */
  private path: PathStep[] = [];

  constructor(
    private readonly shape: FrameShape,
    private readonly seen: SeenHandler,
    /** Whether something outside decides what the program does. */
    private readonly isOpen: boolean,
  ) {}

  /** Whether hSync has fallen. */
  get hasLines(): boolean {
    return this.fell > 0;
  }

  /**
   * A check begins.
   * @param account what the account holds before it
   * @param isTrue whether the path to it has left the account as true as it was
   */
  enter(check: TimeCheck, cycle: number, account: number, isTrue: boolean): void {
    this.hasBegun ||= account < 0x80;
    this.isFalse ||= !isTrue;
    // A handler need not cope with any number of cycles that there are not; what comes from outside may bring that about,
    // but not with an account that the handler itself has left so.
    if (account >= 0x80 && (this.isFalse || (this.isOpen && !this.wasNegative))) this.isShared = true;
    if (this.hasBegun) this.due = cycle - (check.address - checkOrigin(check)) + account;
  }

  /**
   * Execution goes on after a check.
   * @param account what the account holds now
   * @param from the word that was executed last
   */
  goOn(check: TimeCheck, cycle: number, account: number, from: number): void {
    this.due = undefined;
    if (!this.isHandlers) return;
    this.isHandlers = false;
    this.isFalse = false;
    this.wasNegative = account >= 0x80;
    const { seen, shape } = this;
    const time = cycle - this.fell;
    const off = (account + check.cycles + (seen.wayIn ?? 0) + time - CHECK_WORDS - shape.line) & 0xff;
    const message = time >= shape.line ? lateReturn(time, shape) : wrongAccount(time, off);
    if (time >= shape.line || off !== 0) this.doubt = { message, place: from, path: [...this.path] };
  }

  /** Execution goes on elsewhere than with the next word. @param address of the word before */
  jump(address: number, cycle: number): void {
    if (!this.isHandlers && this.due === undefined) return;
    if (this.path.push({ address, cycle: cycle - this.fell }) > MOST_JUMPS) this.path.shift();
  }

  /** The handler comes to an address without a word. */
  leave(address: number): void {
    this.fail(leavesProgram(address), address);
  }

  /** A jump that is declared to go on after the check that left goes elsewhere. */
  stray(address: number, to: number): void {
    this.fail(wrongResume(address, to), address, true);
  }

  /** OUT changes. @param address of the word that does it */
  change(cycle: number, address: number, before: number, after: number): void {
    this.changedAt = cycle;
    const isFall = (before & ~after & OUT_HSYNC) !== 0;
    if (isFall) this.fall(cycle, address);
    const isProgram = !this.isHandlers && this.due === undefined && this.hasBegun;
    if (isProgram && ((before ^ after) & (OUT_VSYNC | OUT_HSYNC)) !== 0) this.isShared = true;
    // On the way in, vSync may change before the line begins.
    const isHandlers = this.isHandlers || (this.due !== undefined && this.fell > 0);
    if (isHandlers && ((before ^ after) & OUT_VSYNC) !== 0)
      this.vSync(cycle - this.fell, address, (after & OUT_VSYNC) === 0);
    if (!this.isHandlers) return;
    if ((after & ~before & OUT_HSYNC) !== 0) this.rise(cycle - this.fell, address);
  }

  private fall(cycle: number, address: number): void {
    const { shape, seen, due, doubt } = this;
    const isWrong = this.fell > 0 && cycle - this.fell !== shape.line;
    if (doubt !== undefined && isWrong) this.fail(doubt.message, doubt.place, false, doubt.path);
    this.doubt = undefined;
    if (due !== undefined) {
      const wayIn = (cycle - due) & 0xff;
      seen.wayIn ??= wayIn;
      if (wayIn !== seen.wayIn)
        this.fail(unequalWays(Math.max(wayIn, seen.wayIn), Math.min(wayIn, seen.wayIn)), address);
      this.due = undefined;
      this.isHandlers = true;
    } else if (this.isHandlers && cycle - this.fell !== shape.line)
      this.fail(wrongLine(cycle - this.fell, shape, address), address);
    this.fell = cycle;
    this.path = [];
  }

  private rise(cycle: number, address: number): void {
    const { shape } = this;
    if (cycle !== shape.hSync) this.fail(wrongHSync(cycle, shape, address), address);
    this.lines += this.lines < 0 ? -1 : 1;
    const count = this.lines < 0 ? -1 - this.lines : this.lines;
    if (count > shape.lines) this.fail(lateVSync(shape), address);
  }

  private vSync(cycle: number, address: number, isFall: boolean): void {
    const { shape, lines, vSyncAt } = this;
    if (!isFall) {
      if (lines < 0 || Math.abs(lines - shape.vSync) <= 1) return;
      this.fail(wrongVSync(lines, shape, address), address);
      return;
    }
    if (lines >= 0 && lines !== shape.lines) this.fail(wrongFrame(lines, shape, address), address);
    else if (vSyncAt >= 0 && vSyncAt !== cycle) this.fail(movedVSync(cycle, vSyncAt), address);
    this.lines = 0;
    this.vSyncAt = cycle;
  }

  private fail(message: string, place: number, isStray = false, path: readonly PathStep[] = this.path): void {
    const { faults } = this.seen;
    if (this.hasBegun && !this.isShared && faults.size < MOST_FAULTS && !faults.has(message))
      faults.set(message, { place, path: [...path], isStray });
  }
}
