/**
 * The frames that a proven video handler makes: their lines, and whether vSync falls at all.
 *
 * Frames are compared from the first check that leaves for the handler on, since the start of a program may show anything.
 * Both cores know the time only at such checks, so there a difference is reported.
 */
import type { Cycle } from '#basics';

interface WrongFrame {
  /** Lines from one fall of vSync to the next; undefined if it has not fallen for longer than a frame. */
  readonly lines: number | undefined;
}

/** The most by which the cycle at which the handler is due can be later than the present one. */
const AHEAD = 0x100;

export class FrameWatch {
  private readonly cycles: number;
  /** Rises of hSync up to the last fall of vSync. */
  private linesAtFall: number | undefined;
  /** Since when vSync has not fallen; undefined until a check leaves. */
  private since: Cycle | undefined;
  private wrong: WrongFrame | undefined;

  /** @param lines of a frame, @param line cycles of a line */
  constructor(
    private readonly lines: number,
    line: number,
  ) {
    this.cycles = lines * line;
  }

  reset(): void {
    this.linesAtFall = undefined;
    this.since = undefined;
    this.wrong = undefined;
  }

  /** A check that leaves has something to report, or to begin with, if the handler is due after this cycle. */
  get deadline(): Cycle {
    return this.wrong !== undefined || this.since === undefined ? -Infinity : this.since + this.cycles + AHEAD;
  }

  /** vSync falls, after as many rises of hSync since power-on. */
  vSyncFell(cycle: Cycle, lines: number): void {
    if (this.since === undefined) return;
    this.since = cycle;
    const seen = this.linesAtFall === undefined ? this.lines : lines - this.linesAtFall;
    this.linesAtFall = lines;
    if (seen !== this.lines) this.wrong ??= { lines: seen };
  }

  /** A check leaves. @param due the cycle at which the handler is due */
  atLeave(due: Cycle): WrongFrame | undefined {
    const isOverdue = due > this.deadline && this.since !== undefined;
    const wrong = this.wrong ?? (isOverdue ? { lines: undefined } : undefined);
    if (isOverdue || this.since === undefined) this.since = due;
    this.wrong = undefined;
    return wrong;
  }
}
