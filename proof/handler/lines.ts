/**
 * The lines: from each fall of hSync to the next one, or back to the program, over whole frames.
 *
 * A line begins with the fall. Through the program, the next fall comes when the account says; the handler itself must
 * reach it in the right cycle. Lines are followed until no new state of the handler's bytes comes up, which are those
 * of all its frames.
 */
import { CHECK_WORDS, OUT_HSYNC, OUT_VSYNC } from '#isa';
import type { Pieces } from '../contract/pieces.ts';
import { byteAt } from './execute.ts';
import type { FrameShape } from '../contract/frame-shape.ts';
import {
  lateVSync,
  movedVSync,
  wrongAccount,
  wrongFrame,
  wrongHSync,
  wrongLine,
  wrongVSync,
} from '../contract/line-faults.ts';
import { byteOf, leaves } from './ranges.ts';
import type { HandlerSurroundings } from './surroundings.ts';
import { constantsOf, type HandlerValue } from './values.ts';
import { forked, keyOf, RESUMED, type State } from './state.ts';
import type { Tools } from './tools.ts';
import type { Walker } from './walker.ts';
import type { ByteValue, ZeroPage } from './zero-page.ts';

/** Different lines after which the handler counts as too large: a frame in some hundred variants. */
const MOST_LINES = 20_000;

/** Lines that one piece of the work follows. */
const PIECE = 40;

/** What is known of a handler when its lines are followed. */
export interface LineQuestion {
  /** States in front of the words that begin lines. */
  readonly starts: readonly State[];
  /** Cycles from a check's first word to the fall of hSync, less what the account held. */
  readonly wayIn: number;
  /** Words of the shortest check, and so the least that a check charges. */
  readonly leastWords: number;
  readonly account: number;
  readonly shape: FrameShape;
  readonly around: HandlerSurroundings;
}

export interface LinesFound {
  /** An upper bound of what a line leaves in the account. */
  readonly mostLeft: number;
  /** Falls of vSync that were seen. */
  readonly frames: number;
  /** The cycle of a line in which vSync falls; -1 if it never does. */
  readonly vSyncAt: number;
  /** The states in which lines begin after the program has had its turn. */
  readonly begun: readonly State[];
}

/**
 * Follows all lines.
 * @param kept bytes that one line leaves for another, the same set that the walker has: if a line reads a byte that is
 *   not in it, the walker adds the byte and asks for another pass
 */
export function followLines(
  tools: Tools,
  walker: Walker,
  question: LineQuestion,
  kept: ReadonlySet<number>,
): Pieces<LinesFound> {
  return new LineFollower(tools, walker, question, kept).run();
}

class LineFollower {
  /** States in which lines begin. */
  private readonly known = new Set<string>();
  private readonly work: State[] = [];
  /** The zero page with which the next line begins, by the number of the one with which a line has ended. */
  private readonly left = new Map<number, ZeroPage>();
  /** What each way in leaves in the zero page. */
  private readonly starts: readonly { readonly start: State; readonly bytes: readonly ByteValue[] }[];
  private readonly begun: State[] = [];
  private mostLeft = 0;
  private vSyncAt = -1;
  private frames = 0;

  constructor(
    private readonly tools: Tools,
    private readonly walker: Walker,
    private readonly question: LineQuestion,
    private readonly kept: ReadonlySet<number>,
  ) {
    this.starts = question.starts.map((start) => ({ start, bytes: tools.pages.entriesOf(start.zero) }));
  }

  *run(): Pieces<LinesFound> {
    const { around, starts } = this.question;
    const zero = this.tools.pages.of(around.atStart);
    const first: State = { ...starts[0]!, zero, lines: -1, vSyncAt: -1 };
    for (const sync of around.sync) this.begin(forked(first, { sync }));
    let count = 0;
    for (let line = this.work.pop(); line !== undefined && !this.walker.isOver; line = this.work.pop()) {
      if (++count % PIECE === 0) yield;
      this.walker.walk(this.startsOf(line), {
        endsAt: (state) => this.endsAt(state),
        sync: (state, before, address) => this.edge(state, before, address),
      });
      if (this.known.size <= MOST_LINES) continue;
      this.walker.fail(line, false, `More than ${MOST_LINES} lines differ`);
      break;
    }
    const { mostLeft, frames, vSyncAt, begun } = this;
    return { mostLeft, frames, vSyncAt, begun };
  }

  /** Queues a line unless one has begun in the same state. Returns whether it was queued. */
  private put(line: State, key: string): boolean {
    if (this.known.has(key)) return false;
    this.known.add(key);
    this.work.push(line);
    return true;
  }

  /** Begins the line that comes after the program has had its turn. */
  private begin({ sync, lines, vSyncAt, zero, trail, ranges }: State): void {
    const left = this.leftOf(zero);
    const { start } = this.starts[0]!;
    const line = forked(start, { address: RESUMED, zero: left, sync, lines, vSyncAt, trail, ranges });
    if (this.put(line, `${left.id} ${sync} ${lines} ${vSyncAt}`)) this.begun.push(line);
  }

  /** The states in which a line can begin: after the program's turn, one for each end of the way in. */
  private startsOf(line: State): readonly State[] {
    if (line.address !== RESUMED) return [line];
    const { sync, lines, vSyncAt } = line;
    return this.starts.map(({ start, bytes }) => {
      const zero = this.tools.pages.of(bytes, line.zero);
      return forked(start, { zero, sync, lines, vSyncAt, time: 0, settled: true, trail: undefined, began: zero });
    });
  }

  /** What one line leaves for the next: bytes that lines keep, as the program may have changed them. */
  private leftOf(zero: ZeroPage): ZeroPage {
    let left = this.left.get(zero.id);
    if (left === undefined) {
      const { values, pages } = this.tools;
      const { between } = this.question.around;
      const bytes = new Map<number, HandlerValue>();
      for (const byte of this.kept) {
        const value = pages.valueAt(zero, byte) ?? values.lost;
        const stored = between.get(byte);
        const after = stored === undefined ? value : values.join(value, stored);
        // What depends on the numbers of this check says nothing about the next one.
        bytes.set(byte, constantsOf(after) === undefined ? values.lost : after);
      }
      this.left.set(zero.id, (left = pages.of(bytes)));
    }
    return left;
  }

  /** Adds a line that the handler begins itself. */
  private add(line: State): void {
    const { leftMin, leftMax, charges } = line.ranges;
    const key = `${keyOf(line)} ${leftMin} ${leftMax} ${charges.join()}`;
    this.put(line, key);
  }

  private endsAt(state: State): boolean {
    const { shape } = this.question;
    if (state.time === 1 && (state.sync & OUT_HSYNC) !== 0) {
      this.walker.fail(state, false, 'The first word on the way in that writes OUT does not begin hSync');
      return true;
    }
    if (state.address === RESUMED) {
      this.resume(state);
      return true;
    }
    if (state.time <= shape.line) return false;
    this.walker.fail(state, true, `A line takes more than ${shape.line} cycles`);
    return true;
  }

  /** Back in the program: the account must hold what is left of the line. */
  private resume(state: State): void {
    if ((state.sync & OUT_HSYNC) === 0) {
      this.walker.fail(state, true, `The program goes on in cycle ${state.time} of a line, before hSync ends`);
      return;
    }
    if (this.isAccountTrue(state)) this.begin(state);
  }

  private isAccountTrue(state: State): boolean {
    const { shape, wayIn, account } = this.question;
    const total = shape.line - wayIn - state.time + CHECK_WORDS;
    const value = byteAt(state, account, this.tools);
    this.mostLeft = Math.max(this.mostLeft, total - this.question.leastWords);
    const wrong = accountFault(value, total, state);
    if (wrong === undefined) {
      const most = Math.max(...state.ranges.charges);
      if (total >= most) return true;
      const message = `A check that charged ${most} goes on in cycle ${state.time} of a line, which is too late to pay it`;
      this.walker.fail(state, true, message);
      return false;
    }
    const isWrong = wrong !== 'unknown';
    this.walker.fail(state, isWrong, isWrong ? wrong : 'It is not known what the handler leaves in the account');
    return false;
  }

  /** A sync bit changed: in the right cycle, and vSync in the right line? The path ends with the line, or a fault. */
  private edge(state: State, before: number, address: number): boolean {
    const { shape } = this.question;
    const { faults } = this.walker;
    const cycle = state.time - 1;
    const changed = before ^ state.sync;
    // The word after the last of a line begins the next.
    if ((changed & OUT_VSYNC) !== 0) this.vSync(state, cycle % shape.line, address);
    if ((changed & OUT_HSYNC) === 0) return this.walker.faults > faults;
    if ((state.sync & OUT_HSYNC) !== 0) {
      if (cycle !== shape.hSync) {
        this.walker.fail(state, true, wrongHSync(cycle, shape, address), address);
      }
      this.countLine(state, address);
      return this.walker.faults > faults;
    }
    if (cycle === 0) return this.walker.faults > faults;
    if (cycle !== shape.line) {
      this.walker.fail(state, true, wrongLine(cycle, shape, address), address);
    } else {
      this.add(forked(state, { time: 1, trail: undefined, began: state.zero }));
    }
    return true;
  }

  /** Counts a line since vSync fell or, in negative numbers, since start-up: vSync must fall within a frame. */
  private countLine(state: State, address: number): void {
    const { shape } = this.question;
    state.lines += state.lines < 0 ? -1 : 1;
    const count = state.lines < 0 ? -1 - state.lines : state.lines;
    if (count > shape.lines) this.walker.fail(state, true, lateVSync(shape), address);
  }

  private vSync(state: State, cycle: number, address: number): void {
    const { shape } = this.question;
    const { lines, vSyncAt } = state;
    const fail = (message: string): void => this.walker.fail(state, true, message, address);
    if ((state.sync & OUT_VSYNC) !== 0) {
      if (lines >= 0 && Math.abs(lines - shape.vSync) > 1) fail(wrongVSync(lines, shape, address));
      return;
    }
    this.frames++;
    if (lines >= 0 && lines !== shape.lines) fail(wrongFrame(lines, shape, address));
    else if (vSyncAt >= 0 && vSyncAt !== cycle) fail(movedVSync(cycle, vSyncAt));
    state.lines = 0;
    state.vSyncAt = this.vSyncAt = cycle;
  }
}

/** What is wrong with the account that a line leaves: with the charge it must make `total`. */
function accountFault(value: HandlerValue, total: number, { ranges, time }: State): string | undefined {
  if (value.kind !== 'form' || value.low !== 0 || value.page !== 0) return 'unknown';
  const { leftMin, charges } = ranges;
  // As most lines leave it.
  if (value.left === 0 && value.charge === -1 && value.constant === (total & 0xff)) return undefined;
  const leftMax = value.left === 0 ? leftMin : ranges.leftMax;
  for (let left = leftMin; left <= leftMax; left++) {
    // Usually it is the same whatever was charged.
    const some = value.charge === -1 ? [0] : charges.filter((charge) => value.left === 0 || leaves(left, charge));
    for (const charge of some) {
      const difference = (byteOf(value, left, charge) + charge - total) & 0xff;
      if (difference !== 0) return wrongAccount(time, difference);
    }
  }
  return undefined;
}
