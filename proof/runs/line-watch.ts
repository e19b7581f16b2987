/**
 * Watches the video handler in a run: the way in, the pulses, lines and frames that it makes, and the account with which
 * the program goes on. What the checks of the program do wrong is not its fault, and does not count.
 */
import { checkOrigin, CHECK_WORDS, hexWord, OUT_HSYNC, OUT_VSYNC } from '#isa';
import type { FrameShape } from '../contract/frame-shape.ts';
import type { TimeCheck } from '../contract/program.ts';

/** What a handler was seen to do wrong, and the word that did it. */
export interface SeenFault {
  readonly message: string;
  readonly place: number;
}

/** What is known of a handler from all runs. */
export interface SeenHandler {
  /** Cycles from a check to the fall of hSync, less what the account held, modulo 256. */
  wayIn: number | undefined;
  fault: SeenFault | undefined;
}

export class LineWatch {
  /** The cycle in which OUT changed last. */
  changedAt = 0;
  /** The cycle of a check's origin plus what its account held, until it goes on. */
  private due: number | undefined;
  /** The cycle in which hSync fell last; and whether the handler has kept the processor since. */
  private fell = 0;
  private isHandlers = false;
  /** Rises of hSync since vSync fell; negative before it first falls. */
  private lines = -1;
  private vSyncAt = -1;

  constructor(
    private readonly shape: FrameShape,
    private readonly seen: SeenHandler,
  ) {}

  /** A check begins. @param account what the account holds before it */
  enter(check: TimeCheck, cycle: number, account: number): void {
    this.due = cycle - (check.address - checkOrigin(check)) + account;
  }

  /** Execution goes on after a check. @param account what the account holds now */
  goOn(check: TimeCheck, cycle: number, account: number): void {
    this.due = undefined;
    if (!this.isHandlers) return;
    this.isHandlers = false;
    const { wayIn = 0 } = this.seen;
    const time = cycle - this.fell;
    const off = (account + check.cycles + wayIn + time - CHECK_WORDS - this.shape.line) & 0xff;
    if (off === 0) return;
    const text = off < 0x80 ? `${off} too many` : `${0x100 - off} too few`;
    this.fail(`A line that goes on in cycle ${time} leaves a wrong account: ${text} cycles`, check.address);
  }

  /** The handler comes to an address without a word. */
  leave(address: number): void {
    this.fail(`A path of the handler leaves the program at ${hexWord(address)}`, address);
  }

  /** OUT changes. @param address of the word that does it */
  change(cycle: number, address: number, before: number, after: number): void {
    this.changedAt = cycle;
    const isFall = (before & ~after & OUT_HSYNC) !== 0;
    if (isFall) this.fall(cycle, address);
    if (!this.isHandlers) return;
    if (((before ^ after) & OUT_VSYNC) !== 0) this.vSync(cycle - this.fell, address, (after & OUT_VSYNC) === 0);
    if ((after & ~before & OUT_HSYNC) !== 0) this.rise(cycle - this.fell, address);
  }

  private fall(cycle: number, address: number): void {
    const { shape, seen, due } = this;
    if (due !== undefined) {
      const wayIn = (cycle - due) & 0xff;
      seen.wayIn ??= wayIn;
      if (wayIn !== seen.wayIn) {
        const [less, more] = [Math.min(wayIn, seen.wayIn), Math.max(wayIn, seen.wayIn)];
        const message = `From a check to hSync it takes the account and ${more} cycles on one way, the account and ${less} on another`;
        this.fail(message, address);
      }
      this.due = undefined;
      this.isHandlers = true;
    } else if (this.isHandlers && cycle - this.fell !== shape.line) {
      const message = `A line takes ${cycle - this.fell} cycles, not ${shape.line}: the next begins at ${hexWord(address)}`;
      this.fail(message, address);
    }
    this.fell = cycle;
  }

  private rise(cycle: number, address: number): void {
    const { hSync, lines } = this.shape;
    if (cycle !== hSync)
      this.fail(`hSync takes ${cycle} cycles, not ${hSync}: it ends at ${hexWord(address)}`, address);
    this.lines += this.lines < 0 ? -1 : 1;
    const count = this.lines < 0 ? -1 - this.lines : this.lines;
    if (count > lines) this.fail(`vSync does not begin within ${lines} lines`, address);
  }

  private vSync(cycle: number, address: number, isFall: boolean): void {
    const { shape, lines, vSyncAt } = this;
    if (!isFall) {
      if (lines < 0 || Math.abs(lines - shape.vSync) <= 1) return;
      this.fail(`vSync takes ${lines} lines, not ${shape.vSync}: it ends at ${hexWord(address)}`, address);
      return;
    }
    if (lines >= 0 && lines !== shape.lines)
      this.fail(`A frame has ${lines} lines, not ${shape.lines}: the next begins at ${hexWord(address)}`, address);
    else if (vSyncAt >= 0 && vSyncAt !== cycle)
      this.fail(`vSync begins in cycle ${cycle} of a line, the previous time in cycle ${vSyncAt}`, address);
    this.lines = 0;
    this.vSyncAt = cycle;
  }

  private fail(message: string, place: number): void {
    this.seen.fault ??= { message, place };
  }
}
