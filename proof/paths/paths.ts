/**
 * All paths from one point, as a graph of states that leaves time out.
 *
 * A state is the pair (address, next) with what is known of AC, Y and the tracked bytes, the
 * registers lost at the check where the path began, and the turns of declared loops. Two paths that
 * come to the same state are one from there on, so the graph has about as many states as the code
 * has words. Time is counted over the finished graph (costs.ts).
 */
import { grouped } from '#basics';
import { AC, isIdle, opcodeOfWord, type PlacedCheck, registersRead, registersWritten, resumeAddress, X, Y } from '#isa';
import { canBePassed, canBeTaken, computedTargets, fixedTarget, splitByBranch } from '../values/jumps.ts';
import type { JumpTargets } from '../values/jumps.ts';
import { markDeadEnds } from './dead-ends.ts';
import { countsTurns, turnsOnArrival, turnsOnJump, type LoopStep } from './loop-turns.ts';
import { describeEscape, faultOf, type PathFault } from './path-faults.ts';
import { addFollower, NONE, type LostRead, type PathEnd, type PathGraph, type PathNode } from './path-graph.ts';
import type { PathContext } from '../kept/context.ts';
import { loseAtCheck } from '../values/pairs.ts';
import type { Known, Surroundings } from '../values/known.ts';
import { transfer, yInHandler } from '../values/transfer.ts';
import type { Turns } from '../values/turns.ts';
import { LOST, type Value } from '../values/values.ts';

/** What to follow, and up to where. */
export interface PathQuestion {
  readonly address: number;
  readonly next: number;
  readonly known: Known;
  /** Registers lost at the start, as a mask. */
  readonly lost: number;
  /** What a time check on a path does: it ends the path, is a fault, or is passed. */
  readonly atCheck: 'end' | 'fault' | 'pass';
  /** Whether a store to the account that is not a charge is a fault. */
  readonly guardAccount: boolean;
  /** Where a timed block ends. */
  readonly end?: number;
  /** Where paths leave a timed block that ends elsewhere. */
  readonly exits?: ReadonlySet<number>;
  /** The surroundings in which words execute: one of the view's. */
  readonly around: Surroundings;
  /** The number of states after which following is given up. */
  readonly most: number;
}

export function followPaths(context: PathContext, question: PathQuestion): PathGraph {
  return new PathBuilder(context, question).build();
}

/** A state on arrival, before it is known whether it is a new one; one object for all, changed in place. */
interface State extends Known {
  address: number;
  next: number;
  /** Number of the cells in the context's table; -1 if they do not come from there, or have changed since. */
  cellsId: number;
  lost: number;
  alone: boolean;
  closes: boolean;
  turns: Turns;
}

class PathBuilder {
  private readonly nodes: PathNode[] = [];
  private readonly work: PathNode[] = [];
  private readonly lostReads: LostRead[] = [];
  /** Steps that a declared loop forbids, and states that must have a way on. */
  private readonly forbidden = new Map<PathNode, PathFault>();
  private readonly entries = new Map<PathNode, readonly number[]>();
  private starts: readonly PathNode[] = [];
  private readonly scratch: State;
  /** Whether the paths are those of a timed block that the handler may execute. */
  private readonly isHandlers: boolean;

  constructor(
    private readonly context: PathContext,
    private readonly question: PathQuestion,
  ) {
    const { address, next, known, lost, atCheck } = question;
    this.isHandlers = atCheck === 'fault' && context.view.isInHandler(address);
    const turns = context.turns.none;
    this.scratch = { ...known, address, next, cellsId: -1, lost, alone: false, closes: false, turns };
  }

  build(): PathGraph {
    const { address: place, most } = this.question;
    const message = `More than ${grouped(most)} states to follow`;
    this.context.states.clear();
    this.context.cells.makeRoom();
    this.arrive(undefined, this.scratch);
    this.starts = this.nodes.slice();
    for (let node = this.work.pop(); node !== undefined; node = this.work.pop()) {
      if (this.nodes.length <= most) this.follow(node);
      else node.end = { kind: 'fault', reason: 'timing-limit', place, message };
    }
    const { nodes, starts, lostReads } = this;
    markDeadEnds({ nodes, starts }, { steps: this.forbidden, entries: this.entries });
    return { nodes, starts, lostReads };
  }

  private follow(node: PathNode): void {
    const { context, question } = this;
    node.end = this.endAt(node);
    if (node.end !== undefined) return;
    const word = context.view.word(node.address);
    const opcode = opcodeOfWord(word);
    const unsafe = registersRead(word) & node.lost;
    if (unsafe !== 0) this.lostReads.push({ node, mask: unsafe });
    if (opcode.operation === 'jump') {
      this.followJump(node, word);
      return;
    }
    const state = this.after(node, node.next + 1);
    transfer(state, word, node.address, node.next !== ((node.address + 1) & 0xffff), question.around);
    if (this.isHandlers) state.y = yInHandler(state.y);
    if (node.alone) {
      state.ac = context.values.signsOnly(state.ac);
      state.y = context.values.signsOnly(state.y);
    }
    if (question.atCheck === 'pass' && context.view.isCheckSlot(node.address) && node.next === node.address + 1)
      loseAtCheck(state, question.around.plan, context.view.overall.handlerStores);
    const written = registersWritten(word) & (isIdle(opcode) || opcode.incrementsX ? ~X : ~0);
    state.lost &= ~written;
    this.arrive(node, state);
  }

  private followJump(node: PathNode, word: number): void {
    const { view } = this.context;
    const { address, next } = node;
    // Execution goes on after a check, whether it leaves or not; AC is lost there.
    if (!view.isPlain(address) && view.isCheckBranch(address)) return this.arrive(node, this.after(node, next + 1));
    const { acWhenPassed, acWhenTaken } = splitByBranch(node.ac, word, this.context.values);
    if (canBePassed(word, acWhenPassed)) {
      const state = this.after(node, next + 1);
      state.ac = acWhenPassed;
      this.arrive(node, state);
    }
    if (!canBeTaken(word, acWhenTaken)) return;
    const fixed = fixedTarget(word, next);
    if (fixed !== undefined) {
      this.take(node, fixed, acWhenTaken);
      return;
    }
    const known = { ac: acWhenTaken, y: node.y, pairs: node.pairs, cells: node.cells };
    const jump = { word, address, next, slot: view.word(next) };
    const targets = computedTargets(known, jump, this.question.around, view.declared);
    if (this.question.atCheck === 'pass' && this.resumesCheck(address, word, targets))
      this.escape(node, { kind: 'caller' });
    else if (targets.kind !== 'known') this.escape(node, targets);
    else if (view.isUsedAgain(address)) this.escape(node, { kind: 'used' });
    else for (const target of targets.addresses) this.take(node, target, acWhenTaken);
  }

  private take(node: PathNode, target: number, ac: Value): void {
    const state = this.after(node, target);
    state.ac = ac;
    state.alone = node.next !== ((node.address + 1) & 0xffff);
    const { view } = this.context;
    if (view.loop(target) === undefined && view.loopsEnteredBy(node.address).length === 0) {
      this.arrive(node, state);
      return;
    }
    const step = turnsOnJump(this.context, node.address, target, node.turns);
    state.closes = step.isTurn;
    if (step.forbidden !== undefined) this.forbidden.set(node, step.forbidden);
    const isOne = step.turns.length === 1;
    for (const turns of step.turns) this.arrive(node, { ...state, turns }, isOne ? step.enters : []);
  }

  /** Whether a jump is one by which the handler goes back to the code that it interrupted. */
  private resumesCheck(address: number, word: number, targets: JumpTargets): boolean {
    const { view } = this.context;
    if (targets.kind === 'resume') return true;
    if (!view.isInHandlerOnly(address)) return false;
    if (targets.kind === 'unknown') return view.isLostInHandler(address);
    const isComputed = opcodeOfWord(word).bus !== 'd';
    return (
      isComputed &&
      targets.kind === 'known' &&
      targets.addresses.some((target) => view.isCheckSlot((target - 1) & 0xffff))
    );
  }

  /** A jump that cannot be followed: the path ends after its delay slot. */
  private escape(node: PathNode, targets: Exclude<JumpTargets, { kind: 'known' }>): void {
    const end: PathEnd =
      targets.kind === 'caller'
        ? { kind: 'return' }
        : {
            kind: 'fault',
            ...describeEscape(this.context.view, node.address, targets),
            ...(targets.kind === 'unknown' && { isLeft: true }),
          };
    // The slot still executes; it gets a state of its own so that its cycle counts.
    const slot = this.add(this.after(node, node.next + 1));
    addFollower(node, slot);
    if (end.kind === 'fault') {
      slot.end = end;
      return;
    }
    const word = this.context.view.word(slot.address);
    const unsafe = registersRead(word) & node.lost;
    if (unsafe !== 0) this.lostReads.push({ node: slot, mask: unsafe });
    const following = this.add(this.after(slot, slot.next + 1));
    following.end = end;
    addFollower(slot, following);
  }

  private endAt(node: PathNode): PathEnd | undefined {
    const { question, context } = this;
    const { address, next } = node;
    const isStart = node.index < this.starts.length;
    if (question.end === address && !isStart) return { kind: 'end' };
    if (question.exits?.has(address) === true && !isStart) return { kind: 'exit' };
    if (!context.view.isPlain(address)) {
      const isCheck = context.view.check(address) !== undefined && next === address + 1;
      if (isCheck && question.atCheck === 'end') return { kind: 'check', address };
      // A path may begin within a check.
      if (question.atCheck === 'fault' && (isCheck || context.view.isCheckBranch(address))) {
        const message = 'A path runs through a time check, whose handler takes time that is not counted';
        return { kind: 'fault', reason: 'timing-check-inside', place: address, message };
      }
    }
    const fault = faultOf(context.view, node, question.guardAccount, this.isHandlers);
    return fault === undefined ? undefined : { kind: 'fault', ...fault };
  }

  /**
   * Enters a state, once for each way in which declared loops and counts allow it.
   * @param enters heads of the loops that the step to it enters in their middle
   */
  private arrive(from: PathNode | undefined, state: State, enters: readonly number[] = []): void {
    const { context, question } = this;
    if (context.view.isPlain(state.address) && state.turns.byHead.size === 0) {
      this.enter(from, state);
      return;
    }
    if (from !== undefined && context.view.isInside(state.address) && state.address !== from.address + 1) {
      const message = 'A path enters a time check or a charge after its first word';
      this.failAt(from, state, { reason: 'timing-entered', place: state.address, message });
      return;
    }
    if (state.turns.byHead.size === 0 && !countsTurns(context.view, state.address)) {
      this.enter(from, state);
      return;
    }
    // A block that starts and ends at a loop head begins with any turn of that loop.
    const isHeadCounted = from?.closes ?? question.end === state.address;
    const isStray = !context.view.isOutsideHandler(question.address);
    const step = turnsOnArrival(context, state, state.turns, { isHeadCounted, isStray });
    if (step.unknown !== undefined && from !== undefined) this.failAt(from, state, step.unknown);
    else this.enterAll(from, state, step, enters);
  }

  /** Ends a path with a fault. */
  private failAt(from: PathNode, state: State, fault: PathFault): void {
    const node = this.add(state);
    addFollower(from, node);
    node.end = { kind: 'fault', ...fault };
  }

  private enterAll(from: PathNode | undefined, state: State, step: LoopStep, enters: readonly number[]): void {
    const { turns: all, forbidden } = step;
    const heads = [...step.enters, ...enters];
    if (from !== undefined && forbidden !== undefined) {
      this.forbidden.set(from, forbidden);
      if (all.length === 0 && heads.includes(forbidden.place)) this.failAt(from, state, forbidden);
    }
    for (const turns of all) {
      state.turns = turns;
      const node = this.enter(from, state);
      if (all.length === 1 && heads.length > 0) this.noteEntry(node, heads);
    }
    if (all.length > 1 && from !== undefined) this.noteEntry(from, heads);
  }

  private noteEntry(node: PathNode, heads: readonly number[]): void {
    this.entries.set(node, [...(this.entries.get(node) ?? []), ...heads]);
  }

  private enter(from: PathNode | undefined, state: State): PathNode {
    const { address, next } = state;
    const live = this.context.view.live(address, next);
    const cells = this.context.cells.restrict(
      state.cells,
      state.cells === from?.cells ? from.cellsId : state.cellsId,
      live,
    );
    state.cells = cells.values;
    state.cellsId = cells.id;
    if (!live.ac) state.ac = LOST;
    if (!live.y) state.y = LOST;
    state.lost &= (live.ac ? 7 : ~AC) & (live.y ? 7 : ~Y);
    const { states } = this.context;
    const known = states.find(state);
    const node = (known === undefined ? undefined : this.nodes[known]) ?? this.add(state);
    if (known === undefined) {
      // In a block that ends where it began, the start must not be taken for the end.
      if (from !== undefined || this.question.end !== address) states.add(node);
      this.work.push(node);
    }
    if (from !== undefined) addFollower(from, node);
    return node;
  }

  private add(state: Readonly<State>): PathNode {
    const { address, next, ac, y, pairs, cells, cellsId, lost, alone, closes, turns } = state;
    const charge = this.context.view.isPlain(address) ? 0 : this.chargeAt(address, turns);
    const index = this.nodes.length;
    const node: PathNode = {
      index,
      address,
      next,
      ac,
      y,
      pairs,
      cells,
      cellsId,
      lost,
      alone,
      closes,
      turns,
      charge,
      followers: NONE,
      end: undefined,
    };
    this.nodes.push(node);
    return node;
  }

  /** The state after a word, as if the word did nothing; the next call overwrites it. */
  private after(node: PathNode, next: number): State {
    const { scratch } = this;
    scratch.address = node.next;
    scratch.next = next & 0xffff;
    scratch.ac = node.ac;
    scratch.y = node.y;
    scratch.pairs = node.pairs;
    scratch.cells = node.cells;
    scratch.cellsId = -1;
    scratch.lost = node.lost;
    scratch.alone = false;
    scratch.closes = false;
    scratch.turns = node.turns;
    return scratch;
  }

  private chargeAt(address: number, turns: Turns): number {
    const charge = this.context.view.charge(address);
    if (charge === undefined) return 0;
    const { perCount } = charge;
    if (perCount === undefined) return charge.cycles;
    return charge.cycles + perCount.factor * (turns.byCount.get(perCount.count)?.value ?? 0);
  }
}

/** Address and next of the state after a check that was not left. */
export function afterCheck(check: PlacedCheck): { address: number; next: number } {
  const address = resumeAddress(check);
  return { address, next: (address + 1) & 0xffff };
}
