/**
 * Who called whom and how many cycles it took, exactly: a tree of calls, where each node has its own cycles.
 *
 * It is a probe that is asked wherever the program can go from one region of its code to another (profile-plan.ts).
 * The cycles in between belong to the region in which the program was, below the current call:
 *
 *     call     a jump to a routine whose delay slot loads AC: a node below the caller
 *     return   a jump through the cell in which the routine saved its return address: back to the caller
 *     jump     any other way into another region: a node beside the present one
 *     handler  from the trampoline to the word after the check that left: a tree of its own
 */
import { addAt, numberAt, type Cycle, type RomAddress, type ZeroPageOffset } from '#basics';
import { resumeAddress, ROM_WORDS } from '#isa';
import { NOWHERE, type Probe } from '../core/probe.ts';
import { CallNode, type OpenCall, SLOT, LAST, TRAMPOLINE, type ProfilePlan } from './profile-plan.ts';

/** Where a profile begins in the middle of a run. */
export interface ProfileStart {
  /** Address of the instruction that executes next. */
  readonly address: RomAddress;
  /** The calls in progress, the outermost first: where each is, and the cell of what it called. */
  readonly callers: readonly { readonly address: RomAddress; readonly cell: ZeroPageOffset }[];
  /** First word of the time check that has been left for the handler, if the program is in it. */
  readonly interrupted?: { readonly check: number; readonly callers: ProfileStart['callers'] };
}

/** What the video handler has interrupted, and where it goes on. */
interface Interrupted {
  readonly node: CallNode;
  readonly base: CallNode;
  readonly open: OpenCall[];
  readonly resume: RomAddress;
}

export class CallProfile implements Probe {
  readonly marked: Uint8Array;
  /** The program's own code, and the video handler. */
  readonly code = new CallNode(undefined, undefined);
  readonly handler = new CallNode(undefined, undefined);
  /** By ROM address: how often the time check that begins there left for the handler. */
  readonly left = new Float64Array(ROM_WORDS);
  /** The parent of nodes of the present call, and the present node. */
  private base: CallNode = this.code;
  private node: CallNode;
  private open: OpenCall[] = [];
  private waiting: Interrupted | undefined;
  private since = 0;
  private lastAsked = -1;
  private begun = false;
  /** The node left by a jump whose delay slot is about to execute; the cycles of that slot are already counted. */
  private before: CallNode | undefined;
  /** Cycles that have been counted but not yet executed. */
  private ahead = 0;

  /** @param start where the program is when the first run begins */
  constructor(
    private readonly plan: ProfilePlan,
    start: ProfileStart,
  ) {
    this.marked = plan.marked;
    this.node = this.base;
    const { interrupted } = start;
    if (interrupted !== undefined) {
      this.enterCallers(interrupted.callers);
      this.node = this.base.child(this.regionAt(interrupted.check));
      this.leave(numberAt(this.plan.resumes, interrupted.check) - 1, 0);
    }
    this.enterCallers(start.callers);
    this.node = this.base.child(this.regionAt(start.address));
  }

  /**
   * Most jumps are not taken, or stay in their region. If the user sets another position, counting there begins at the
   * next marked place.
   */
  readonly skips = (address: RomAddress, next: RomAddress): boolean => {
    const mark = numberAt(this.marked, address);
    if ((mark & TRAMPOLINE) !== 0) return false;
    if (next === ((address + 1) & 0xffff)) return (mark & LAST) === 0;
    if ((mark & SLOT) === 0) return true;
    const { isDouble, throughCell, entries, shape } = this.plan;
    const isPlain = isDouble[address] === 0 && throughCell[address] === 0 && entries[next] === 0;
    return isPlain && shape.regionOf[next] === shape.regionOf[address];
  };

  begin(cycle: Cycle): void {
    if (!this.begun) this.since = cycle;
    this.begun = true;
    if (this.before === undefined || this.ahead === 0) return;
    this.before.cycles += this.ahead;
    this.since = cycle + this.ahead;
    this.ahead = 0;
  }

  end(cycle: Cycle): void {
    this.ahead = Math.max(0, this.since - cycle);
    if (this.before !== undefined && this.ahead > 0) this.before.cycles -= this.ahead;
    else this.charge(cycle);
  }

  ask(address: RomAddress, next: RomAddress, ac: number, y: number, cycle: Cycle): boolean {
    if (cycle === this.lastAsked || this.skips(address, next)) return false;
    this.lastAsked = cycle;
    const mark = numberAt(this.marked, address);
    if ((mark & TRAMPOLINE) !== 0) this.atTrampoline(address, ac, cycle);
    const isInOrder = next === ((address + 1) & 0xffff);
    if (isInOrder) {
      if ((mark & LAST) === 0) return false;
      // The last word before another region, into which execution runs on.
      this.before = this.node;
      this.goTo(next, cycle + 1);
      return false;
    }
    if ((mark & SLOT) === 0) return false;
    const from = this.node;
    const second =
      this.plan.isDouble[address] === 0 ? NOWHERE : (this.plan.second.get(address)?.(next, ac, y) ?? NOWHERE);
    if (second === NOWHERE) this.atJump(address, next, cycle + 1);
    else this.atJump(address, second, cycle + 2);
    if (this.since > cycle) this.before = from;
    return false;
  }

  /**
   * A check's branch leaves the low byte of the check in AC; the check is in the trampoline's page. The exit of a short
   * check belongs only to that check.
   */
  private atTrampoline(address: RomAddress, ac: number, cycle: Cycle): void {
    const exiting = this.plan.exits.get(address);
    const check = exiting?.address ?? (address & 0xff00) | ac;
    if (this.waiting !== undefined || numberAt(this.plan.resumes, check) === 0) return;
    this.charge(cycle);
    addAt(this.left, check, 1);
    this.leave(resumeAddress(exiting ?? { address: check, form: 'check' }), address);
  }

  private leave(resume: RomAddress, trampoline: RomAddress): void {
    const { node, base, open } = this;
    this.waiting = { node, base, open, resume };
    this.base = this.handler;
    this.open = [];
    this.enter(this.regionAt(trampoline));
  }

  /** A jump whose delay slot is at `slot` arrives at `target` in a cycle. */
  private atJump(slot: number, target: RomAddress, cycle: Cycle): void {
    const { waiting, plan } = this;
    if (target === waiting?.resume) {
      this.charge(cycle);
      [this.node, this.base, this.open] = [waiting.node, waiting.base, waiting.open];
      this.waiting = undefined;
      return;
    }
    const cell = numberAt(plan.throughCell, slot);
    if (cell !== 0 && this.returns(cell - 1, cycle)) {
      this.goTo(target, cycle);
      return;
    }
    const entry = numberAt(plan.entries, target);
    if (entry !== 0 && plan.loadsReturn[slot] !== 0) this.call(target, entry - 1, cycle);
    else this.goTo(target, cycle);
  }

  private call(target: RomAddress, cell: ZeroPageOffset, cycle: Cycle): void {
    this.charge(cycle);
    // An open call that saved its return address in the same cell can no longer return through it.
    const lost = this.open.findIndex((call) => call.cell === cell);
    if (lost >= 0) this.closeFrom(lost);
    this.open.push({ caller: this.node, base: this.base, cell });
    this.base = this.node;
    this.enter(this.regionAt(target));
  }

  /** Whether a jump through a cell ends a call. */
  private returns(cell: ZeroPageOffset, cycle: Cycle): boolean {
    const index = this.open.findLastIndex((call) => call.cell === cell);
    if (index < 0) return false;
    this.charge(cycle);
    this.closeFrom(index);
    return true;
  }

  /** Ends a call and those that were made in it. */
  private closeFrom(index: number): void {
    const call = this.open[index];
    if (call === undefined) return;
    this.node = call.caller;
    this.base = call.base;
    this.open.length = index;
  }

  private goTo(address: RomAddress, cycle: Cycle): void {
    const region = this.regionAt(address);
    if (region === this.node.region) return;
    this.charge(cycle);
    this.enter(region);
  }

  private enter(region: number): void {
    this.node = this.base.child(region);
  }

  private charge(cycle: Cycle): void {
    this.node.cycles += cycle - this.since;
    this.since = cycle;
  }

  private enterCallers(callers: ProfileStart['callers']): void {
    for (const { address, cell } of callers) {
      const caller = this.base.child(this.regionAt(address));
      this.open.push({ caller, base: this.base, cell });
      this.base = caller;
    }
  }

  private regionAt(address: RomAddress): number {
    return numberAt(this.plan.shape.regionOf, address);
  }
}
