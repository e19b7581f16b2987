/**
 * The paths from power-on, from each entry and from each check, word by word, each to the next point.
 *
 * At each point, whatever the certificate lists must hold. Claimed checks are counted as well: the account must be true
 * at the next check on every path.
 */
import { addTo, elementAt, hexWord, isFailure } from '#basics';
import { IS_JUMP, nextAtEntry, OUT, OUT_HSYNC, OUT_VSYNC, registersWritten, resumeAddress, wordAt } from '#isa';
import { Account, type Step } from './account.ts';
import type { Check } from './certificate.ts';
import { NO_TURNS, type Loops, type Turns } from './loops.ts';
import type { Machine } from './machine.ts';
import type { Memory } from './memory.ts';
import { isTrueOf, keyOf, pointsOf, saysNothing, workAt, type Point } from './points.ts';
import { pathTo, Refusal, type Claim } from './refusal.ts';
import { IN_OUT, stateAt, textOf, type Effect, type State, type Store, type Tools } from './state.ts';
import { addressesOf, balanceAfter, type TimeWords } from './time-words.ts';
import { isWithin, OLD, type Bytes, type Value } from './values.ts';
import { workOf } from './work.ts';

/** States of a root beyond which a certificate is refused. */
const MOST_STATES = 100_000;
/** The same for the work of all states together. */
export const MOST_WORK_OF_PATHS = 10_000_000;

/** A point, and where its paths begin: there, or after its check. */
export interface Root {
  readonly point: Point;
  readonly check: Check | undefined;
  readonly state: State;
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
  /** By their pairs of addresses; those of one pair are alternatives. */
  private readonly points = new Map<number, Point[]>();
  private readonly exact: ReadonlySet<number>;
  private readonly claimed: readonly Check[];
  /** The words of claimed checks, but for the first ones: of which check each of them is. */
  private readonly insideClaimed = new Map<number, number>();
  /** Points whose paths are not followed, as long as nothing is claimed of them. */
  private readonly open: ReadonlySet<number>;
  private readonly accounts: ReadonlySet<number>;
  /** Points that paths have come to; those that nothing comes to need not hold. */
  private readonly reached = new Set<Point>();
  /** Memory at a point that tells of no byte. */
  private readonly untold: Memory;
  /** What the handler may store. */
  private readonly handlerStores: ReadonlyMap<number, Bytes>;
  /** What the program may store into the bytes that lines keep. */
  private readonly between: ReadonlyMap<number, Bytes | undefined>;
  /** Whether the paths of claimed checks are counted. */
  protected isCounting = true;
  /** The claim for which paths are followed. */
  private claim: Claim | undefined;
  /** How often paths of a root have come to a point, and a jump by a byte that was not stored. */
  private ends = 0;
  private unset: Step | undefined;

  constructor(protected readonly tools: PathTools) {
    const { certificate, words, machine, values } = tools;
    this.account = new Account(tools);
    this.exact = new Set(certificate.exact);
    this.claimed = certificate.declarations.checks.filter(({ address }) => this.exact.has(address));
    for (const check of this.claimed)
      for (const inside of addressesOf(check).slice(1)) this.insideClaimed.set(inside, check.address);
    this.open = new Set(certificate.open);
    this.accounts = new Set([...words.checks.values()].map(({ account }) => account));
    this.untold = machine.open.withAll(certificate.bytes.map((byte) => [byte, values.made]));
    this.handlerStores = new Map(certificate.handlerStores);
    const { bytes = [], between = [] } = certificate.handler ?? {};
    this.between = new Map([...bytes.map((byte) => [byte, undefined] as const), ...between]);
    for (const point of pointsOf(tools)) {
      addTo(this.points, keyOf(point), point);
    }
  }

  verify(): Refusal | undefined {
    const { certificate, trust } = this.tools;
    const points = [...this.points.values()].flat();
    const listed = new Set(points.map((point) => this.checkOf(point)?.address));
    const unlisted = certificate.exact.find((address) => !listed.has(address));
    if (unlisted !== undefined)
      return new Refusal(`the check at ${hexWord(unlisted)} is claimed, but it is no point`, [], unlisted);
    const isOpen = this.open.size > 0;
    if (isOpen && (certificate.handler !== undefined || !points.every(saysNothing)))
      return new Refusal('not all paths are followed that must be');
    for (const address of certificate.declarations.entries) trust.add('entry', address);
    // Paths that are not followed may come to any point.
    const first = points.filter((point) => isOpen || this.isClaimed({ check: this.checkOf(point) }));
    for (const point of [...this.starts(), ...first]) this.reached.add(point);
    // They may bring anything in AC, in which short checks must find the account.
    const why = 'not all paths are followed that may come to this check';
    const all = this.claimed.flatMap(({ address, form }) =>
      isOpen && form === 'short' ? [new Refusal(`${hexWord(address)}: ${why}`, [], address)] : [],
    );
    const fallen = new Set<Check | undefined>();
    for (const point of this.reached) {
      const check = this.checkOf(point);
      const isClaimed = this.isClaimed({ check });
      // One refusal of a claim is enough.
      if (isClaimed && fallen.has(check)) continue;
      if (!isClaimed && this.open.has(point.address)) {
        trust.add('not followed', point.address);
        continue;
      }
      const refusal = this.refusalOf(this.rootAt(point));
      if (refusal !== undefined && !isClaimed) return refusal;
      if (refusal === undefined) continue;
      fallen.add(check);
      all.push(refusal);
    }
    const isFollowed = this.starts().every(({ address }) => !this.open.has(address));
    const isAnyClaimed = certificate.exact.length > 0 || certificate.handler !== undefined;
    if (isFollowed && isAnyClaimed && !trust.byKind.has('first account'))
      return new Refusal('no path from power-on comes to a check');
    const [refusal] = all;
    return refusal && new Refusal(refusal.message, refusal.path, refusal.claim, all);
  }

  /** Why the paths from a root are refused. */
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
    const open = { registers, bytes, pairs: [], isStart: true };
    return [0, ...certificate.declarations.entries].map((address) => ({
      address,
      next: nextAtEntry(address),
      ...open,
    }));
  }

  protected isClaimed({ check }: Pick<Root, 'check'>): boolean {
    return check !== undefined && this.exact.has(check.address);
  }

  /** The check that a point is, if it is one. */
  private checkOf({ address, next, isStart }: Point): Check | undefined {
    return isStart || next !== address + 1 ? undefined : this.tools.words.checks.get(address);
  }

  /** The paths after a check begin when the handler may have run; others, at the point. */
  protected rootAt(point: Point): Root {
    const { values } = this.tools;
    let memory = this.untold.withAll(point.bytes).together(point.pairs);
    const check = this.checkOf(point);
    if (check === undefined)
      return { point, check, state: { ...stateAt(point.address, point.registers, memory), next: point.next } };
    const afterwards = [...this.handlerStores].map(([index, stored]) => {
      return [index, stored === values.any ? stored : values.union(memory.at(index), stored)] as const;
    });
    memory = memory.withAll(afterwards);
    const registers = point.registers.map(() => values.any);
    return { point, check, state: stateAt(resumeAddress(check), registers, memory) };
  }

  /** Whether paths end here, other than those of a claimed check. */
  protected isPoint({ point: { isStart } }: Root, { state }: Step): boolean {
    return this.points.get(keyOf(state))?.some((point) => point.isStart === isStart) ?? false;
  }

  /** A point that lists what a state holds; all paths come to the same ones at checks. */
  protected pointFor({ point: { isStart } }: Root, { state }: Step, check: Check | undefined): Point | undefined {
    const isBefore = isStart && check === undefined;
    const all = this.points.get(keyOf(state)) ?? [];
    for (const point of all) this.tools.work.add(workAt(point));
    return all.find((point) => point.isStart === isBefore && isTrueOf(point, state, this.tools.values));
  }

  protected refuse(message: string, step: Step, claim = this.claim): void {
    this.refusal ??= new Refusal(`${hexWord(step.address)}: ${message}`, pathTo(step), claim);
  }

  protected follow(root: Root): void {
    const { state, check, point } = root;
    const { certificate, trust, work } = this.tools;
    const { handler } = certificate;
    const isClaimed = this.isClaimed(root);
    if (check !== undefined && !isClaimed && handler !== undefined) trust.add('unclaimed', check.address);
    this.claim = isClaimed ? check?.address : handler && 'handler';
    const balance = check === undefined ? 0 : balanceAfter(check);
    const paid = { charged: 0, balance, least: balance, turns: NO_TURNS };
    const first = { state, address: state.address, from: undefined, ...paid };
    const turns = check === undefined ? [NO_TURNS] : this.arrivals(root, first, undefined);
    const steps: Step[] = turns.map((each) => ({ ...first, turns: each }));
    work.add(workOf(certificate, point.pairs.length));
    const seen = new Set<string>();
    this.ends = 0;
    this.unset = undefined;
    // The iteration includes what is added on the way.
    for (const step of steps) {
      if (this.refusal !== undefined || work.isTooMuch) break;
      if (this.isEnd(root, step)) continue;
      this.states++;
      if (this.isNew(step, seen)) this.addAfter(root, step, steps);
    }
    if (work.isTooMuch) return this.refuse('more states than a verification may take', first);
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
    const arrived = this.tools.loops.arrive(step.turns, step.state, jump, root.point.address, this.counts(root));
    if (!isFailure(arrived)) return arrived;
    this.refuse(arrived.message, step);
    return [];
  }

  /** Executes a word, and adds the steps that follow. */
  private addAfter(root: Root, step: Step, steps: Step[]): void {
    const { state } = step;
    const { work, certificate } = this.tools;
    const effect = this.tools.machine.execute(state);
    this.judgeEffect(root, step, effect);
    const all = this.counts(root) && root.check !== undefined ? this.account.after(root.check, step) : [step];
    if (isFailure(all)) return this.refuse(all.message, step);
    for (const paid of all) {
      for (const next of effect.states) {
        const { charged, balance, least } = paid;
        const after = { state: next, address: next.address, from: step, charged, balance, least, turns: paid.turns };
        for (const turns of this.arrivals(root, after, state.jump)) {
          work.add(workOf(certificate, root.point.pairs.length, turns.key.length));
          steps.push(turns === after.turns ? after : { ...after, turns });
        }
        if (steps.length > MOST_STATES) return this.refuse(`more than ${MOST_STATES} states`, step);
      }
    }
  }

  private judgeEffect(root: Root, step: Step, effect: Effect): void {
    const { certificate, rom } = this.tools;
    const { stores = [], fault, isUnset } = effect;
    if (fault !== undefined) this.refuse(fault, step);
    if (isUnset === true) this.unset ??= step;
    const writesOut = (registersWritten(wordAt(rom, step.address)) & OUT) !== 0 && step.state.constants === undefined;
    if (writesOut && !root.point.isStart && certificate.handler !== undefined)
      this.refuse('the program writes OUT', step);
    for (const store of stores) this.judgeStore(root, step, store);
  }

  private judgeStore(root: Root, step: Step, { index, value }: Store): void {
    if (this.counts(root) && this.accounts.has(index) && !this.tools.words.charges.has(step.address)) {
      this.refuse('this is no charge, and stores to the account', step);
    }
    if (root.point.isStart || !this.between.has(index)) return;
    const allowed = this.between.get(index);
    if (allowed === undefined || !isWithin(value, allowed))
      this.refuse(`the program stores to byte ${index} of the handler`, step);
  }

  /** Whether a path ends with a step: at a check, at another point, or because it is refused. */
  private isEnd(root: Root, step: Step): boolean {
    const { state, address, from } = step;
    const isPlain = state.constants === undefined && state.nextConstants === undefined;
    const check = isPlain && state.next === address + 1 ? this.tools.words.checks.get(address) : undefined;
    const isCut = isPlain && check === undefined && from !== undefined && !this.isClaimed(root);
    const isAtEnd = check !== undefined || (isCut && this.isPoint(root, step));
    if (isAtEnd) this.endAt(root, step, check);
    const fault = isAtEnd ? undefined : this.faultOfOrder(root, step);
    // Where nothing else is claimed of the path, the claim of the check falls whose middle it comes to.
    if (fault !== undefined) this.refuse(fault, step, this.claim ?? this.insideClaimed.get(address));
    return isAtEnd || fault !== undefined || this.refusal !== undefined;
  }

  /**
   * Why a word must not execute; where nothing is counted, those that are out of order are followed like any others,
   * but for those of a claimed check.
   */
  private faultOfOrder(root: Root, { address, from, state }: Step): string | undefined {
    const { certificate, words, used } = this.tools;
    const isFree = !this.isClaimed(root) && certificate.handler === undefined;
    if (isFree && !(this.isCounting && this.insideClaimed.has(address))) return undefined;
    if (used[address] !== 1) return 'there is no word';
    const isInOrder = from?.address === address - 1 && from.state.constants === undefined;
    // Alone, the first word of a check is like any other.
    const isCheck = words.checks.has(address) && state.next === address + 1;
    const isMiddle = isCheck || (words.inside.has(address) && !isInOrder);
    return isMiddle ? 'a check or a charge is executed out of order' : undefined;
  }

  /** A path has come to a point, with a check or without. */
  private endAt(root: Root, step: Step, check: Check | undefined): void {
    const { loops, trust, certificate, work } = this.tools;
    const { state } = step;
    // Each loop is asked.
    work.add(certificate.declarations.loops.length >> 6);
    // Before a path is left out: what follows depends on it.
    const point = this.pointFor(root, step, check);
    if (point === undefined) return this.refuse('what the certificate lists here does not hold', step);
    this.reached.add(point);
    const lost = loops.faultOfEnd(step.turns, root.point.address, step.address);
    if (lost !== undefined) return this.refuse(lost.message, step);
    const isCounting = this.counts(root);
    if (isCounting && loops.isCutShort(step.turns, step.address)) return;
    this.ends++;
    if (check === undefined) return;
    if (check.form === 'short' && this.exact.has(check.address) && state.copied !== check.account)
      this.refuse('AC does not hold the account', step, check.address);
    if (root.point.isStart) {
      trust.add('first account', check.address);
      if (certificate.handler !== undefined) trust.add('most left', certificate.handler.mostLeft);
      const fault = this.faultOfStart(state);
      if (fault !== undefined) this.refuse(fault, step);
    }
    const fault = isCounting && root.check !== undefined ? this.account.faultAt(root.check, step, check) : undefined;
    if (fault !== undefined) this.refuse(fault, step);
  }

  /** Why no line of the handler can begin in the state that start-up leaves. */
  private faultOfStart(state: State): string | undefined {
    const { certificate, values, work } = this.tools;
    if (certificate.handler === undefined) return undefined;
    const { bytes, lines } = certificate.handler;
    work.add(lines.length * (1 + (bytes.length >> 4)));
    const out = elementAt(state.registers, IN_OUT);
    if (!isWithin(out, values.one(OUT_HSYNC | OUT_VSYNC))) return 'start-up may leave OUT within a pulse';
    const canBegin = lines.some(([sync, line, held]) => {
      const isHeld = held.every((set, place) => isWithin(this.turned(state, bytes[place] ?? 0), set));
      return line === -1 && isWithin(out, values.one(sync)) && isHeld;
    });
    return canBegin ? undefined : 'start-up leaves no state in which a line of the handler can begin';
  }

  /** What a byte can hold when the first line begins, which may be after the program has had its turn. */
  private turned({ memory }: State, byte: number): Value {
    const { values } = this.tools;
    const value = values.plain(memory.at(byte));
    return values.union(value, this.between.get(byte) ?? value);
  }

  private textOf({ state, charged, balance, least, turns }: Step): string {
    const from = this.tools.certificate.declarations.loops.length > 0 ? state.jump : undefined;
    return `${textOf(state)} ${from} ${charged} ${balance} ${least} ${turns.key}`;
  }
}
