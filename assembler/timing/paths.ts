/**
 * All paths from one point, as a graph of states that leaves time out.
 *
 * A state is the pair (address, next) with what is known of AC, Y and the tracked bytes, the
 * registers lost at the check where the path began, and the turns of declared loops. Two paths that
 * come to the same state are one from there on, so the graph has about as many states as the code
 * has words. Time is counted over the finished graph (costs.ts).
 */
import { INSTRUCTION_TABLE } from '#isa';
import { canBePassed, canBeTaken, jump, type JumpTargets } from './jumps.ts';
import { isInside, leavesByBranch } from './loops.ts';
import { AC, READS, WRITES, X, Y, isIdle } from './opcode-facts.ts';
import { describeEscape, faultOf, type PathFault } from './path-faults.ts';
import type { ProofContext } from './context.ts';
import { CHECK_WORDS } from './time-words.ts';
import { transfer, type Known } from './transfer.ts';
import type { Turns } from './turns.ts';
import { ANY, type Value } from './values.ts';

/** How a path ends. */
export type PathEnd =
  | { readonly kind: 'check'; readonly address: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'return' }
  | ({ readonly kind: 'fault' } & PathFault);

/** One state; its word takes one cycle. */
export interface PathNode {
  readonly index: number;
  readonly address: number;
  readonly next: number;
  readonly ac: Value;
  readonly y: Value;
  readonly cells: readonly Value[];
  /** Registers lost and not written since, as a mask. */
  readonly lost: number;
  /** Whether the word executes alone, between two branches that follow one another. */
  readonly alone: boolean;
  readonly turns: Turns;
  /** Charge that takes effect with this word. */
  readonly charge: number;
  readonly followers: number[];
  end: PathEnd | undefined;
}

/** What to follow, and up to where. */
export interface PathQuestion {
  readonly address: number;
  readonly next: number;
  readonly known: Known;
  /** Registers lost at the start, as a mask. */
  readonly lost: number;
  /** What a time check on the path is. */
  readonly atCheck: 'end' | 'fault' | 'pass';
  /** Whether a store to the account that is no charge is a fault. */
  readonly guardAccount: boolean;
  /** Where a timed block ends. */
  readonly end?: number;
}

export interface PathGraph {
  readonly nodes: readonly PathNode[];
  /** Words that read a register that was lost. */
  readonly lostReads: readonly { readonly address: number; readonly mask: number }[];
}

/** States after which following is given up. */
const MOST_STATES = 60_000;

/** Builds the graph of all paths that a question asks for. */
export function followPaths(context: ProofContext, question: PathQuestion): PathGraph {
  return new PathBuilder(context, question).build();
}

type State = Omit<PathNode, 'index' | 'followers' | 'end' | 'charge'>;

class PathBuilder {
  private readonly nodes: PathNode[] = [];
  private readonly byKey = new Map<string, PathNode>();
  private readonly work: PathNode[] = [];
  private readonly lostReads = new Map<number, number>();

  constructor(
    private readonly context: ProofContext,
    private readonly question: PathQuestion,
  ) {}

  build(): PathGraph {
    const { address, next, known, lost } = this.question;
    this.arrive(undefined, { address, next, ...known, lost, alone: false, turns: this.context.turns.none });
    for (let node = this.work.pop(); node !== undefined; node = this.work.pop()) {
      if (this.nodes.length > MOST_STATES) {
        node.end = {
          kind: 'fault',
          reason: 'timing-limit',
          place: address,
          message: `More than ${MOST_STATES} states to follow`,
        };
      } else this.follow(node);
    }
    return { nodes: this.nodes, lostReads: [...this.lostReads].map(([at, mask]) => ({ address: at, mask })) };
  }

  private follow(node: PathNode): void {
    const { context, question } = this;
    node.end = this.endAt(node);
    if (node.end !== undefined) return;
    const word = context.program.words[node.address]!;
    const opcode = INSTRUCTION_TABLE[word >> 8]!;
    const unsafe = READS[word >> 8]! & node.lost;
    if (unsafe !== 0) this.lostReads.set(node.address, (this.lostReads.get(node.address) ?? 0) | unsafe);
    if (opcode.operation === 'jump') {
      this.followJump(node, word);
      return;
    }
    const known: Known = { ac: node.ac, y: node.y, cells: node.cells };
    transfer(known, word, node.address, context.found.around);
    if (node.alone) {
      known.ac = context.values.signsOnly(known.ac);
      known.y = context.values.signsOnly(known.y);
    }
    if (question.atCheck === 'pass' && context.words.slots.has(node.address) && node.next === node.address + 1) {
      known.ac = ANY;
      known.y = ANY;
    }
    const written = isIdle(opcode) || opcode.incrementsX ? WRITES[word >> 8]! & ~X : WRITES[word >> 8]!;
    this.arrive(node, { ...this.after(node, known, node.next + 1), lost: node.lost & ~written });
  }

  private after(node: PathNode, known: Known, next: number): State {
    const { ac, y, cells } = known;
    return { address: node.next, next: next & 0xffff, ac, y, cells, lost: node.lost, alone: false, turns: node.turns };
  }

  private followJump(node: PathNode, word: number): void {
    const { found, words } = this.context;
    const { address, next } = node;
    const known: Known = { ac: node.ac, y: node.y, cells: node.cells };
    const outcome = jump(known, word, address, next, found.around, found.declared, (origin) => found.siteCells(origin));
    if (canBePassed(word, outcome)) {
      this.arrive(node, this.after(node, { ...known, ac: outcome.acWhenPassed }, next + 1), 'passed');
    }
    if (!canBeTaken(word, outcome) || words.branches.has(address)) return;
    const taken = { ...known, ac: outcome.acWhenTaken };
    if (outcome.targets.kind !== 'known') {
      this.escape(node, outcome.targets);
      return;
    }
    const alone = next !== ((address + 1) & 0xffff);
    for (const target of outcome.targets.addresses)
      this.arrive(node, { ...this.after(node, taken, target), alone }, 'taken');
  }

  /** A jump that cannot be followed: the path ends behind its delay slot. */
  private escape(node: PathNode, targets: Exclude<JumpTargets, { kind: 'known' }>): void {
    const end: PathEnd =
      targets.kind === 'caller'
        ? { kind: 'return' }
        : { kind: 'fault', ...describeEscape(this.context, node.address, targets.kind) };
    // The slot still executes; a state of its own stands for it, so that its cycle counts.
    const slot = this.add({ ...this.after(node, node, node.next + 1), alone: true });
    node.followers.push(slot.index);
    if (end.kind === 'fault') {
      slot.end = end;
      return;
    }
    const word = this.context.program.words[slot.address]!;
    const unsafe = READS[word >> 8]! & node.lost;
    if (unsafe !== 0) this.lostReads.set(slot.address, unsafe);
    const behind = this.add({ ...this.after(slot, slot, slot.next + 1), alone: true });
    behind.end = end;
    slot.followers.push(behind.index);
  }

  private endAt(node: PathNode): PathEnd | undefined {
    const { question, context } = this;
    const { address, next } = node;
    if (question.end === address && node.index !== 0) return { kind: 'end' };
    if (context.words.checks.has(address) && next === address + 1) {
      if (question.atCheck === 'end') return { kind: 'check', address };
      if (question.atCheck === 'fault') {
        const message = 'A path runs through a time check, whose handler takes time that is not counted';
        return { kind: 'fault', reason: 'timing-check-inside', place: address, message };
      }
    }
    const fault = faultOf(context, node, question.guardAccount);
    return fault === undefined ? undefined : { kind: 'fault', ...fault };
  }

  /** Enters a state, once for each way in which declared loops and counts allow it. */
  private arrive(from: PathNode | undefined, state: State, way?: 'taken' | 'passed'): void {
    const { context } = this;
    if (from !== undefined && context.words.inside[state.address] === 1 && state.address !== from.address + 1) {
      const node = this.add(state);
      from.followers.push(node.index);
      const message = 'A path enters a time check or a charge behind its first word';
      node.end = { kind: 'fault', reason: 'timing-entered', place: state.address, message };
      return;
    }
    for (const turns of this.turnsOnArrival(from, state, way)) this.enter(from, { ...state, turns });
  }

  private turnsOnArrival(
    from: PathNode | undefined,
    state: State,
    way: 'taken' | 'passed' | undefined,
  ): readonly Turns[] {
    const { context } = this;
    if (context.loops.size === 0 && context.counts.size === 0) return [state.turns];
    let { turns } = state;
    if (from !== undefined) {
      const left = this.leaveLoops(from, turns, way);
      if (left === undefined) return [];
      turns = left;
    }
    const entered = this.enterLoop(from, state.address, turns);
    return entered.flatMap((each) => this.assumeCount(state.address, each));
  }

  /** Drops the loops that a step leaves; undefined where it would leave one too early. */
  private leaveLoops(from: PathNode, turns: Turns, way: 'taken' | 'passed' | undefined): Turns | undefined {
    let left = turns;
    for (const [head, turn] of turns.byHead) {
      const loop = this.context.loops.get(head)!;
      const passesLast = way === 'passed' && from.address === loop.last - 1 && loop.backs.has(from.address);
      const branchesOut =
        way === 'taken' && isInside(loop, from.address) && leavesByBranch(this.context.program, loop, from.address);
      if (!passesLast && !branchesOut) continue;
      const least = this.bounds(head, turns).min;
      if (turn < least) return undefined;
      left = this.context.turns.without(left, head);
    }
    return left;
  }

  private enterLoop(from: PathNode | undefined, address: number, turns: Turns): readonly Turns[] {
    const loop = this.context.loops.get(address);
    if (loop === undefined) return [turns];
    const again =
      from !== undefined && from.next === address && loop.backs.has(from.address - 1) && from.next !== from.address + 1;
    if (!again) return this.chooseCount(loop.count, turns).map((each) => this.context.turns.withTurn(each, address, 1));
    const turn = turns.byHead.get(address);
    const { max } = this.bounds(address, turns);
    if (turn !== undefined) return turn < max ? [this.context.turns.withTurn(turns, address, turn + 1)] : [];
    // The path began inside the loop: any turn but the first is possible.
    return Array.from({ length: Math.max(0, max - 1) }, (_, index) =>
      this.context.turns.withTurn(turns, address, index + 2),
    );
  }

  private bounds(head: number, turns: Turns): { min: number; max: number } {
    const loop = this.context.loops.get(head)!;
    const count = loop.count === undefined ? undefined : turns.byCount.get(loop.count);
    return count === undefined ? loop : { min: count, max: count };
  }

  private assumeCount(address: number, turns: Turns): readonly Turns[] {
    const charge = this.context.words.charges.get(address);
    return charge?.perCount === undefined ? [turns] : this.chooseCount(charge.perCount.count, turns);
  }

  private chooseCount(name: string | undefined, turns: Turns): readonly Turns[] {
    if (name === undefined || turns.byCount.has(name)) return [turns];
    const range = this.context.counts.get(name);
    if (range === undefined) return [turns];
    const length = range.max - range.min + 1;
    return Array.from({ length }, (_, index) => this.context.turns.withCount(turns, name, range.min + index));
  }

  private enter(from: PathNode | undefined, state: State): void {
    const live = this.context.liveness.at(state.address, state.next);
    const ac = live.ac ? state.ac : ANY;
    const y = live.y ? state.y : ANY;
    const lost = (live.ac ? state.lost : state.lost & ~AC) & (live.y ? 7 : ~Y);
    const { id, cells } = this.context.cells.restrict(state.cells, live);
    const flags = lost * 2 + (state.alone ? 1 : 0);
    const key = `${state.address},${state.next},${ac},${y},${id},${flags},${state.turns.id}`;
    let node = this.byKey.get(key);
    if (node === undefined) {
      node = this.add({ ...state, ac, y, cells, lost });
      // A block that ends where it began must not take its start for its end.
      if (from !== undefined || this.question.end !== state.address) this.byKey.set(key, node);
      this.work.push(node);
    }
    if (from !== undefined && !from.followers.includes(node.index)) from.followers.push(node.index);
  }

  private add(state: State): PathNode {
    const charge = this.chargeAt(state);
    const node: PathNode = { ...state, index: this.nodes.length, charge, followers: [], end: undefined };
    this.nodes.push(node);
    return node;
  }

  private chargeAt(state: State): number {
    const charge = this.context.words.charges.get(state.address);
    if (charge === undefined) return 0;
    const { perCount } = charge;
    if (perCount === undefined) return charge.cycles;
    return charge.cycles + perCount.factor * (state.turns.byCount.get(perCount.count) ?? 0);
  }
}

/** Address and next of the state behind a check that was not left. */
export function behindCheck(address: number): { address: number; next: number } {
  return { address: (address + CHECK_WORDS) & 0xffff, next: (address + CHECK_WORDS + 1) & 0xffff };
}
