/**
 * Who called whom and how many cycles it took, exactly: a tree of calls, of which each node has its own cycles.
 *
 * A probe that is asked wherever the program can go from one region of its code to another (profile-plan.ts). The cycles
 * between two of these belong to the region that the program was in, below the call that it was in:
 *
 *     call     a jump to a routine whose delay slot loads AC: a node below the caller
 *     return   a jump through the cell in which the routine saved its return address: back to the caller
 *     jump     any other way into another region: a node beside the present one
 *     handler  from the trampoline to the word after the check that left: a tree of its own
 */
import { addAt, numberAt } from '#basics';
import { ROM_WORDS } from '#isa';
import { NOWHERE, type Probe } from '../core/probe.ts';
import { resumeOf, SLOT, LAST, TRAMPOLINE, type ProfilePlan } from './profile-plan.ts';

/** A region in the calls that led to it. */
export class CallNode {
  /** Cycles in the region itself. */
  cycles = 0;
  /** Times that it was called, or come to. */
  arrivals = 0;
  readonly children = new Map<number, CallNode>();

  /** @param region its number; undefined for a root */
  constructor(
    readonly region: number | undefined,
    readonly parent: CallNode | undefined,
  ) {}

  child(region: number): CallNode {
    const known = this.children.get(region);
    if (known !== undefined) return known;
    const made = new CallNode(region, this);
    this.children.set(region, made);
    return made;
  }
}

/** A call that is under way: the node to come back to, and the cell with the return address. */
interface OpenCall {
  readonly caller: CallNode;
  readonly base: CallNode;
  readonly cell: number;
}

/** Where a profile begins in the middle of a run. */
export interface ProfileStart {
  /** Address of the instruction that executes next. */
  readonly address: number;
  /** The calls under way, the outermost first: where each stands, and the cell of what it called. */
  readonly callers: readonly { readonly address: number; readonly cell: number }[];
  /** First word of the time check that has been left for the handler, if the program is in it. */
  readonly interrupted?: { readonly check: number; readonly callers: ProfileStart['callers'] };
}

export class CallProfile implements Probe {
  readonly marked: Uint8Array;
  /** The program's own code, and the video handler. */
  readonly code = new CallNode(undefined, undefined);
  readonly handler = new CallNode(undefined, undefined);
  /** By ROM address: how often the time check that begins there left for the handler. */
  readonly left = new Float64Array(ROM_WORDS);
  private readonly plan: ProfilePlan;
  /** What nodes of the present call hang from, and the present one. */
  private base: CallNode = this.code;
  private node: CallNode;
  private open: OpenCall[] = [];
  /** What the handler has interrupted. */
  private waiting: { node: CallNode; base: CallNode; open: OpenCall[]; resume: number } | undefined;
  private since = 0;
  private lastAsked = -1;
  private begun = false;
  /** The node that a jump leaves whose delay slot is about to execute: its cycles are counted already. */
  private before: CallNode | undefined;
  /** Cycles that are counted and have not been executed. */
  private ahead = 0;

  /** @param start where the program is when the first run begins */
  constructor(plan: ProfilePlan, start: ProfileStart) {
    this.plan = plan;
    this.marked = plan.marked;
    this.node = this.base;
    const { interrupted } = start;
    if (interrupted !== undefined) {
      this.enterCallers(interrupted.callers);
      this.node = this.base.child(this.regionAt(interrupted.check));
      this.leave(interrupted.check, 0);
    }
    this.enterCallers(start.callers);
    this.node = this.base.child(this.regionAt(start.address));
  }

  /** Most jumps are not taken, or stay in their region. */
  readonly skips = (address: number, next: number): boolean => {
    const mark = numberAt(this.marked, address);
    if ((mark & TRAMPOLINE) !== 0) return false;
    if (next === ((address + 1) & 0xffff)) return (mark & LAST) === 0;
    if ((mark & SLOT) === 0) return true;
    const { isDouble, throughCell, entries, shape } = this.plan;
    const isPlain = isDouble[address] === 0 && throughCell[address] === 0 && entries[next] === 0;
    return isPlain && shape.regionOf[next] === shape.regionOf[address];
  };

  begin(cycle: number): void {
    if (!this.begun) this.since = cycle;
    this.begun = true;
    if (this.before === undefined || this.ahead === 0) return;
    this.before.cycles += this.ahead;
    this.since = cycle + this.ahead;
    this.ahead = 0;
  }

  end(cycle: number): void {
    this.ahead = Math.max(0, this.since - cycle);
    if (this.before !== undefined && this.ahead > 0) this.before.cycles -= this.ahead;
    else this.charge(cycle);
  }

  ask(address: number, next: number, ac: number, y: number, cycle: number): boolean {
    if (cycle === this.lastAsked) return false;
    this.lastAsked = cycle;
    const mark = numberAt(this.marked, address);
    if ((mark & TRAMPOLINE) !== 0) this.atTrampoline(address, ac, cycle);
    const isInOrder = next === ((address + 1) & 0xffff);
    if (isInOrder) {
      if ((mark & LAST) !== 0) this.goAhead(next, cycle);
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

  /** A check's branch leaves AC with the low byte of the check, which is in the trampoline's page. */
  private atTrampoline(address: number, ac: number, cycle: number): void {
    const check = (address & 0xff00) | ac;
    if (this.waiting !== undefined || this.plan.isCheck[check] === 0) return;
    this.charge(cycle);
    addAt(this.left, check, 1);
    this.leave(check, address);
  }

  /** The word before another region executes, and runs into it. */
  private goAhead(next: number, cycle: number): void {
    this.before = this.node;
    this.goTo(next, cycle + 1);
  }

  private leave(check: number, trampoline: number): void {
    const { node, base, open } = this;
    this.waiting = { node, base, open, resume: resumeOf(check) };
    this.base = this.handler;
    this.open = [];
    this.enter(this.regionAt(trampoline));
  }

  /** A jump goes to `target` after the delay slot at `slot`, in a cycle. */
  private atJump(slot: number, target: number, cycle: number): void {
    const { waiting, plan } = this;
    if (target === waiting?.resume) {
      this.charge(cycle);
      ({ node: this.node, base: this.base, open: this.open } = waiting);
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

  private call(target: number, cell: number, cycle: number): void {
    this.charge(cycle);
    // Whoever has saved an address in the same cell can no more return by it.
    const lost = this.open.findIndex((call) => call.cell === cell);
    if (lost >= 0) this.closeFrom(lost);
    this.open.push({ caller: this.node, base: this.base, cell });
    this.base = this.node;
    this.enter(this.regionAt(target));
  }

  /** Whether a jump through a cell ends a call. */
  private returns(cell: number, cycle: number): boolean {
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

  private goTo(address: number, cycle: number): void {
    const region = this.regionAt(address);
    if (region === this.node.region) return;
    this.charge(cycle);
    this.enter(region);
  }

  private enter(region: number): void {
    this.node = this.base.child(region);
    this.node.arrivals++;
  }

  private charge(cycle: number): void {
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

  private regionAt(address: number): number {
    return numberAt(this.plan.shape.regionOf, address);
  }
}
