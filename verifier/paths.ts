/**
 * The paths from power-on, from each entry and from each check, word by word, each to the next point.
 *
 * At each point, whatever the certificate lists must hold. Claimed checks are counted as well: the account must be true
 * at the next check on every path.
 */
import { elementAt, hexWord, isFailure } from '#basics';
import { IS_JUMP, OUT, OUT_HSYNC, OUT_VSYNC, registersWritten, resumeAddress, wordAt } from '#isa';
import { Account, type Step } from './account.ts';
import type { Check } from './certificate.ts';
import { NO_TURNS, type Loops, type Turns } from './loops.ts';
import type { Machine } from './machine.ts';
import { assumesNothing, isTrueOf, keyOf, Points, type Point } from './points.ts';
import { pathTo, Refusal, type Claim } from './refusal.ts';
import { IN_OUT, stateAt, textOf, type Effect, type State, type Store, type Tools } from './state.ts';
import { balanceAfter, type TimeWords } from './time-words.ts';
import { isWithin, OLD, type Bytes, type Value } from './values.ts';

/** Limits on states, per root and in total; a certificate that exceeds them is refused. */
const MOST_STATES = 100_000;
const MOST_IN_ALL = 10_000_000;

/** Where paths begin: at power-on or an entry, at a check, or at a point where such a path was cut. */
export interface Root {
  /** The address of this point. */
  readonly from: number;
  readonly state: State;
  readonly check: Check | undefined;
  /** Before the first check. */
  readonly isStart: boolean;
}

export interface PathTools extends Tools {
  readonly machine: Machine;
  readonly words: TimeWords;
  readonly loops: Loops;
}

export class Paths {
  /** States that were followed. */
  states = 0;
  readonly account: Account;
  private refusal: Refusal | undefined;
  private readonly points: Points;
  private readonly exact: ReadonlySet<number>;
  /** Points whose paths are not followed, as long as nothing is claimed of them. */
  private readonly open: ReadonlySet<number>;
  private readonly accounts: ReadonlySet<number>;
  /** What the program may store into the bytes that lines keep. */
  private readonly between: ReadonlyMap<number, Bytes | undefined>;
  private readonly cuts = new Map<string, Root>();
  /** Whether the paths of claimed checks are counted. */
  protected isCounting = true;
  /** What the paths are followed for. */
  private claim: Claim | undefined;
  /** Points that the paths of a root have come to, and a jump by a byte that was not stored. */
  private ends = 0;
  private unset: Step | undefined;

  constructor(protected readonly tools: PathTools) {
    const { certificate, words } = tools;
    this.account = new Account(tools);
    this.exact = new Set(certificate.exact);
    this.open = new Set(certificate.open);
    this.accounts = new Set([...words.checks.values()].map(({ account }) => account));
    const { bytes = [], between = [] } = certificate.handler ?? {};
    this.between = new Map([...bytes.map((byte) => [byte, undefined] as const), ...between]);
    this.points = new Points(tools);
  }

  verify(): Refusal | undefined {
    const { certificate, words, trust } = this.tools;
    const { entries } = certificate.declarations;
    const roots = [...words.checks.values()].flatMap((check) => this.rootsOf(check));
    const listed = new Set(roots.map(({ check }) => check?.address));
    const unlisted = certificate.exact.find((address) => !listed.has(address));
    if (unlisted !== undefined)
      return new Refusal(`the check at ${hexWord(unlisted)} is claimed, but it is no point`, [], unlisted);
    if (this.open.size > 0 && !assumesNothing(certificate, this.points.all()))
      return new Refusal('not all paths are followed that must be');
    for (const point of this.starts()) this.cut(point, true);
    for (const address of entries) trust.add('entry', address);
    for (const root of roots) if (!this.isClaimed(root)) this.follow(root);
    // The iteration includes what is added on the way.
    for (const root of this.cuts.values()) this.follow(root);
    if (this.refusal !== undefined) return this.refusal;
    const all = roots.filter((root) => this.isClaimed(root)).flatMap((root) => this.refusalOf(root) ?? []);
    const [first] = all;
    if (first !== undefined) return new Refusal(first.message, first.path, first.claim, all);
    const fault = this.tools.loops.faultOfLength();
    return fault && new Refusal(fault.message);
  }

  /** Why what is claimed of a root's check is refused. */
  private refusalOf(root: Root): Refusal | undefined {
    this.follow(root);
    const { refusal } = this;
    this.refusal = undefined;
    return refusal;
  }

  /** Power-on, and each entry: nothing was stored. */
  protected starts(): Point[] {
    const { certificate, values } = this.tools;
    const registers = [values.any, values.any, values.any, values.any];
    const tracked = [...certificate.bytes, ...this.between.keys()];
    const bytes = new Map(tracked.map((byte) => [byte, values.of([OLD])] as const));
    const places = [0, ...certificate.declarations.entries];
    return places.map((address) => ({ address, next: (address + 1) & 0xffff, registers, bytes, pairs: [] }));
  }

  protected isClaimed({ check }: Pick<Root, 'check'>): boolean {
    return check !== undefined && this.exact.has(check.address);
  }

  private rootsOf(check: Check): Root[] {
    const points = this.points.at(keyOf({ address: check.address, next: check.address + 1 }));
    return points.map((point) => this.rootAt(check, point));
  }

  /** The paths after a check begin when the handler may have run. */
  protected rootAt(check: Check, point: Point): Root {
    const { certificate, values } = this.tools;
    const address = resumeAddress(check);
    const registers = point.registers.map(() => values.any);
    const state = this.stateAt({ ...point, address, next: address + 1, registers });
    let { memory } = state;
    for (const [index, stored] of certificate.handlerStores) {
      memory = memory.with(index, values.union(memory.at(index), stored));
    }
    return { from: check.address, state: { ...state, memory }, check, isStart: false };
  }

  protected stateAt({ address, next, registers, bytes, pairs }: Point): State {
    let memory = this.tools.machine.open;
    for (const [index, set] of bytes) memory = memory.with(index, set);
    return { ...stateAt(address, registers, memory.together(pairs)), next };
  }

  /** Continues paths from a point, unless they already continue from there in the same way. */
  protected cut(point: Point, isStart: boolean): void {
    const key = `${keyOf(point)} ${this.points.at(keyOf(point)).indexOf(point)} ${isStart}`;
    if (!this.cuts.has(key))
      this.cuts.set(key, { from: point.address, state: this.stateAt(point), check: undefined, isStart });
  }

  /** Whether paths end here, other than those of a claimed check. */
  protected isPoint({ state }: Step): boolean {
    return this.points.at(keyOf(state)).length > 0;
  }

  /** A point that lists what a state holds. */
  protected pointFor(state: State): Point | undefined {
    return this.points.at(keyOf(state)).find((point) => isTrueOf(point, state));
  }

  protected refuse(message: string, step: Step): void {
    this.refusal ??= new Refusal(`${hexWord(step.address)}: ${message}`, pathTo(step), this.claim);
  }

  protected follow(root: Root): void {
    const { state, check, from } = root;
    const { handler } = this.tools.certificate;
    const isClaimed = this.isClaimed(root);
    if (!isClaimed && this.open.has(from)) return this.tools.trust.add('not followed', from);
    this.claim = isClaimed ? check?.address : handler && 'handler';
    const least = check === undefined ? 0 : balanceAfter(check);
    const first = { state, address: state.address, from: undefined, elapsed: 0, charged: 0, least, turns: NO_TURNS };
    const turns = check === undefined ? [NO_TURNS] : this.arrivals(root, first, undefined);
    const work: Step[] = turns.map((each) => ({ ...first, turns: each }));
    const seen = new Set<string>();
    this.ends = 0;
    this.unset = undefined;
    // The iteration includes what is added on the way.
    for (const step of work) {
      if (this.refusal !== undefined) return;
      if (this.isEnd(root, step)) continue;
      this.states++;
      if (!this.isNew(step, seen)) continue;
      this.addAfter(root, step, work);
      if (work.length > MOST_STATES) return this.refuse(`more than ${MOST_STATES} states`, step);
    }
    if (this.states > MOST_IN_ALL) this.refusal ??= new Refusal(`more than ${MOST_IN_ALL} states in all`);
    if (this.unset !== undefined && this.ends === 0) this.refuse('what this jump reads was never stored', this.unset);
    if (this.counts(root) && this.ends === 0) this.refuse('no path from here comes to a check', first);
  }

  private counts(root: Root): boolean {
    return this.isCounting && this.isClaimed(root);
  }

  /** Whether no other path has come here in the same state. It is enough to notice this at jumps. */
  private isNew(step: Step, seen: Set<string>): boolean {
    if (IS_JUMP[wordAt(this.tools.rom, step.address) >> 8] === 0) return true;
    const before = seen.size;
    return seen.add(this.textOf(step)).size > before;
  }

  /** Where a path is in the loops when it comes to the word of a step. @param jump the jump by which it comes */
  private arrivals(root: Root, step: Step, jump: number | undefined): readonly Turns[] {
    const arrived = this.tools.loops.arrive(step.turns, step.address, jump, root.from, this.counts(root));
    if (!isFailure(arrived)) return arrived;
    this.refuse(arrived.message, step);
    return [];
  }

  /** Executes a word, and adds the steps that follow. */
  private addAfter(root: Root, step: Step, work: Step[]): void {
    const { state } = step;
    const effect = this.tools.machine.execute(state);
    this.judgeEffect(root, step, effect);
    const all = this.counts(root) && root.check !== undefined ? this.account.after(root.check, step) : [step];
    if (isFailure(all)) return this.refuse(all.message, step);
    for (const paid of all) {
      for (const next of effect.states) {
        const after = { ...step, ...paid, state: next, address: next.address, from: step };
        for (const turns of this.arrivals(root, after, state.jump)) work.push({ ...after, turns });
      }
    }
  }

  private judgeEffect(root: Root, step: Step, effect: Effect): void {
    const { certificate, rom } = this.tools;
    const { stores = [], fault, isUnset } = effect;
    if (fault !== undefined) this.refuse(fault, step);
    if (isUnset === true) this.unset ??= step;
    const writesOut = (registersWritten(wordAt(rom, step.address)) & OUT) !== 0 && step.state.constants === undefined;
    if (writesOut && !root.isStart && certificate.handler !== undefined) this.refuse('the program writes OUT', step);
    for (const store of stores) this.judgeStore(root, step, store);
  }

  private judgeStore(root: Root, step: Step, { index, value }: Store): void {
    if (this.counts(root) && this.accounts.has(index) && !this.tools.words.charges.has(step.address)) {
      this.refuse('this is no charge, and stores to the account', step);
    }
    if (root.isStart || !this.between.has(index)) return;
    const allowed = this.between.get(index);
    if (allowed === undefined || !isWithin(value, allowed))
      this.refuse(`the program stores to byte ${index} of the handler`, step);
  }

  /** Whether a path ends with a step: at a check, at another point, or because it is refused. */
  private isEnd(root: Root, step: Step): boolean {
    const { certificate, words, used } = this.tools;
    const { state, address, from } = step;
    const isPlain = state.constants === undefined && state.nextConstants === undefined;
    // Where nothing is counted, words that are out of order are followed like any others.
    const isStrict = this.isClaimed(root) || certificate.handler !== undefined;
    const check = words.checks.get(address);
    if (check !== undefined && isPlain && state.next === address + 1) {
      this.endAt(root, step, check);
      return true;
    }
    const isInOrder = from?.address === address - 1 && from.state.constants === undefined;
    if (isStrict && used[address] !== 1) {
      this.refuse('there is no word', step);
      return true;
    }
    if (isStrict && (check !== undefined || (words.inside.has(address) && !isInOrder))) {
      this.refuse('a check or a charge is executed out of order', step);
      return true;
    }
    if (isPlain && from !== undefined && !this.isClaimed(root) && this.isPoint(step)) {
      const point = this.pointAt(root, step);
      if (point === undefined) return true;
      this.ends++;
      this.cut(point, root.isStart);
      return true;
    }
    return this.refusal !== undefined;
  }

  /** The point that lists what a step holds, if one does and also lists the turns that follow. */
  private pointAt(root: Root, step: Step): Point | undefined {
    const point = this.pointFor(step.state);
    if (point === undefined) this.refuse('what the certificate lists here does not hold', step);
    const fault = this.tools.loops.faultOfEnd(step.turns, root.from, step.address);
    if (fault !== undefined) this.refuse(fault.message, step);
    return point;
  }

  private endAt(root: Root, step: Step, check: Check): void {
    const { certificate, values, loops, trust } = this.tools;
    const { state } = step;
    // Before a path is left out: what follows depends on it.
    this.pointAt(root, step);
    const isCounting = this.counts(root);
    if (isCounting && loops.isCutShort(step.turns, check.address)) return;
    this.ends++;
    if (check.form === 'short' && (isCounting || this.exact.has(check.address)) && state.copied !== check.account) {
      this.refuse('AC does not hold the account', step);
    }
    if (root.isStart) {
      trust.add('first account', check.address);
      const { bytes, lines } = certificate.handler ?? { bytes: [], lines: undefined };
      const isIdle = isWithin(elementAt(state.registers, IN_OUT), values.one(OUT_HSYNC | OUT_VSYNC));
      if (lines !== undefined && !isIdle) this.refuse('start-up may leave OUT within a pulse', step);
      const isLine = lines?.some(
        ([sync, line, held]) =>
          line === -1 &&
          isWithin(elementAt(state.registers, IN_OUT), values.one(sync)) &&
          held.every((set, place) => isWithin(this.turned(state, bytes[place] ?? 0), set)),
      );
      if (isLine === false) this.refuse('start-up leaves no state in which a line of the handler can begin', step);
    }
    const fault = isCounting && root.check !== undefined ? this.account.faultAt(root.check, step, check) : undefined;
    if (fault !== undefined) this.refuse(fault, step);
  }

  /** What a byte can hold when the first line begins, which may be after the program has had its turn. */
  private turned({ memory }: State, byte: number): Value {
    const { values } = this.tools;
    const value = values.plain(memory.at(byte));
    return values.union(value, this.between.get(byte) ?? value);
  }

  private textOf({ state, elapsed, charged, least, turns }: Step): string {
    const from = this.tools.certificate.declarations.loops.length > 0 ? state.jump : undefined;
    return `${textOf(state)} ${from} ${elapsed} ${charged} ${least} ${turns.key}`;
  }
}
