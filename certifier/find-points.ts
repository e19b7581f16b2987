/**
 * What holds at the points of a certificate: found by following the paths of the verifier to a fixpoint.
 *
 * What paths bring to a check is united until nothing new comes. The verifier believes nothing of this: it follows the
 * paths once more, and compares.
 */
import { decode, IS_FIXED_BRANCH, nearTarget, resumeAddress, wordAt } from '#isa';
import { isTrueOf, isKnown, keyOf, Paths, setOf } from '#verifier';
import type { Bytes, Pair, PathTools, Point, Root, State, Step, Value } from '#verifier';
import { TurnFinder } from './find-turns.ts';
import { lastLoad, type JumpBytes } from './jump-bytes.ts';
import { MissingBytes, type Start } from './missing-bytes.ts';

/** A word that uncounted paths reach in more states than this becomes a point, where these are united. */
const MOST_VISITS = 32;
/** How often a byte of a point can grow before it may be anything. */
const MOST_GROWTHS = 40;
/** The most pages of a pair, and callers of a routine, that are told apart. */
const MOST_APART = 16;

type Check = PathTools['certificate']['declarations']['checks'][number];

/** A point that grows: what holds at a check, or at a word where paths are cut, for one caller. */
interface Growing extends Start {
  readonly check: Check | undefined;
  point: Point;
  /** Whether some path from here cannot be followed. */
  isLost: boolean;
  /** Whether it holds more than when its paths were followed last. */
  hasGrown: boolean;
}

/** What was found. */
export interface Found {
  readonly points: readonly Point[];
  /** Points of which nothing is claimed and whose paths cannot all be followed. */
  readonly lost: readonly number[];
  /** Bytes that are to be tracked, too, so that jumps can be followed. */
  readonly missing: ReadonlySet<number>;
  /** What is said of loops if the paths from some points are not followed. */
  readonly turns: (open: readonly number[]) => ReturnType<TurnFinder['list']>;
}

export class PointFinder extends Paths {
  private readonly found = new Map<string, Growing>();
  /**
   * Points that have grown, some more than once. The paths from the one that grew last are followed first: a loop then
   * comes to its end before what follows it.
   */
  private readonly grown: Growing[] = [];
  private readonly visits = new Map<string, number>();
  private readonly growths = new Map<string, number>();
  private readonly targets: ReadonlyMap<number, readonly number[]>;
  private readonly returns = new Map<number, readonly number[]>();
  private readonly callers = new Map<number, number>();
  private readonly loops: TurnFinder;
  private readonly missing: MissingBytes;
  /** How often a point was found or has grown. */
  private changes = 0;
  /** Where the paths begin that are being followed. */
  private start: Growing | undefined;

  constructor(
    tools: PathTools,
    private readonly bytePairs: JumpBytes['pairs'],
    /** Whether claimed checks may be reached anyhow: points then say nothing of registers and bytes. */
    private readonly isSilent = false,
  ) {
    const loops = new TurnFinder(tools);
    super({ ...tools, loops });
    this.loops = loops;
    this.missing = new MissingBytes(tools);
    this.isCounting = false;
    const { targets } = tools.certificate.declarations;
    this.targets = new Map(targets.map((declared) => [declared.address, declared.targets]));
  }

  find(): Found {
    const { exact, handler } = this.tools.certificate;
    const starts = this.starts();
    const { found: missing } = this.missing;
    const turns: Found['turns'] = (open) => this.loops.list(open);
    // Where nothing is claimed, no path is followed.
    if (exact.length === 0 && handler === undefined)
      return { points: [], lost: starts.map(({ address }) => address), missing, turns };
    for (const point of starts) this.add(nameOf(point, true), undefined, point);
    if (this.isSilent) this.addClaimed();
    this.followAll();
    if (missing.size > 0) {
      // A path that is lost does not come to what follows it, where more may be missing.
      this.addClaimed();
      this.followAll();
    }
    const all = [...this.found.values()];
    return {
      // Paths begin at power-on and at entries anyway.
      points: all.map(({ point }) => point).filter((point) => !starts.includes(point)),
      lost: all.filter((each) => each.isLost && !this.isClaimed(each)).map(({ point }) => point.address),
      missing,
      turns,
    };
  }

  private followAll(): void {
    let before: number;
    do {
      before = this.changes;
      this.loops.startAgain();
      for (const each of [...this.found.values()].reverse()) this.grow(each);
      for (let each = this.grown.pop(); each !== undefined; each = this.grown.pop()) if (each.hasGrown) this.goOn(each);
      // What is said of loops is noted once more for all that was found.
    } while (this.loops.areAny && this.changes > before);
  }

  /** Adds the claimed checks to which no path has come, with nothing known. */
  private addClaimed(): void {
    const { certificate, values } = this.tools;
    const registers = [values.made, values.made, values.made, values.made];
    const reached = new Set([...this.found.values()].map(({ check }) => check));
    for (const check of certificate.declarations.checks) {
      const { address } = check;
      const point = { address, next: address + 1, registers, bytes: new Map(), pairs: [], isStart: false };
      if (this.isClaimed({ check }) && !reached.has(check)) this.add(`${keyOf(point)}`, check, point);
    }
  }

  private goOn(growing: Growing): void {
    this.start = growing;
    growing.isLost = growing.hasGrown = false;
    this.follow(this.rootAt(growing.point));
  }

  private add(name: string, check: Check | undefined, point: Point): Growing {
    const growing = { check, point, isLost: false, hasGrown: false, arrivals: new Map(), done: new Set<never>() };
    this.changes++;
    this.found.set(name, growing);
    this.grow(growing);
    return growing;
  }

  private grow(growing: Growing): void {
    growing.hasGrown = true;
    this.grown.push(growing);
  }

  /** The verifier says what is wrong; where nothing is claimed, it need not follow the paths. */
  protected override refuse(_: string, step: Step): void {
    if (this.start === undefined) return;
    this.start.isLost = true;
    this.missing.lookFor(step, this.start);
  }

  /** A word to which paths that are not counted jump with many states becomes a point. */
  protected override isPoint({ point }: Root, step: Step): boolean {
    const name = nameOf(step.state, point.isStart);
    if (this.found.has(name)) return true;
    const { address, next } = step.state;
    // In the slot of a jump, a point would hide the turn of a loop.
    const isInSlot = next !== ((address + 1) & 0xffff);
    const { loops } = this.tools.certificate.declarations;
    if (step.from?.state.jump === undefined || (isInSlot && loops.length > 0)) return false;
    const visits = (this.visits.get(name) ?? 0) + 1;
    this.visits.set(name, visits);
    if (visits <= MOST_VISITS) return false;
    // Paths that have gone on from here must end here.
    for (const each of this.found.values()) if (!this.isClaimed(each)) this.grow(each);
    return true;
  }

  /** The point to which a state comes, which then holds what the state does. */
  protected override pointFor({ point }: Root, step: Step, check: Check | undefined): Point {
    const { state } = step;
    const isStart = point.isStart && check === undefined;
    const name = check === undefined ? nameOf(state, isStart) : this.nameFor(keyOf(state), check, state);
    const before = this.found.get(name);
    const found = before ?? this.add(name, check, { ...this.joined(undefined, state, name, check), isStart });
    if (this.start !== undefined && !this.isSilent) this.missing.arrive(found, step, this.start);
    if (before === undefined || isTrueOf(before.point, state, this.tools.values)) return found.point;
    this.changes++;
    before.point = this.joined(before.point, state, name, check);
    this.grow(before);
    return before.point;
  }

  /** Tells the callers of a routine apart by the bytes through which it returns. */
  private nameFor(key: number, check: Check, { memory }: State): string {
    if (this.isSilent) return `${key}`;
    let returns = this.returns.get(key);
    if (returns === undefined) {
      this.returns.set(key, (returns = nextReturns(this.tools.rom, this.targets, resumeAddress(check))));
    }
    const held = returns.map((byte) => memory.at(byte)).map((value) => (isKnown(value) ? value.id : -1));
    const name = `${key} ${held.join()}`;
    if (this.found.has(name)) return name;
    const callers = this.callers.get(key) ?? 0;
    if (callers >= MOST_APART) return `${key} others`;
    this.callers.set(key, callers + 1);
    return name;
  }

  /** What a point holds together with a state. */
  private joined(before: Point | undefined, state: State, name: string, check: Check | undefined): Point {
    const { values, certificate } = this.tools;
    const { address, next, memory } = state;
    const registers = state.registers.map((value, place) =>
      check === undefined ? this.united(before?.registers[place], value, () => `${name} r${place}`) : values.made,
    );
    this.tools.work.add(certificate.bytes.length);
    const bytes = new Map(
      certificate.bytes.flatMap((index) => {
        const old = before && (before.bytes.get(index) ?? values.made);
        const all = this.united(old, memory.at(index), () => `${name} ${index}`);
        return all === values.made ? [] : [[index, all] as const];
      }),
    );
    const isStart = before?.isStart ?? false;
    return { address, next, registers, bytes, pairs: this.joinedPairs(before, state, name), isStart };
  }

  private joinedPairs(before: Point | undefined, { memory }: State, name: string): readonly Pair[] {
    return this.bytePairs.flatMap(([page, low]) => {
      const old = before?.pairs.find((pair) => pair.page === page && pair.low === low);
      if (before !== undefined && old === undefined) return [];
      const here = memory.lowsByPage(page, low);
      if (here.size > MOST_APART) return [];
      const lows = new Map(old?.lows);
      for (const [each, held] of here)
        lows.set(
          each,
          this.united(lows.get(each), held, () => `${name} ${page}:${each}`),
        );
      return lows.size <= MOST_APART ? [{ page, low, lows }] : [];
    });
  }

  private united(old: Bytes | undefined, value: Value, nameOf: () => string): Bytes {
    const { values } = this.tools;
    if (this.isSilent) return values.made;
    if (old === undefined) return setOf(value);
    const all = setOf(values.union(old, value));
    if (all === old) return all;
    const name = nameOf();
    const growths = (this.growths.get(name) ?? 0) + 1;
    this.growths.set(name, growths);
    return growths <= MOST_GROWTHS ? all : values.made;
  }
}

/** The name of a point that is no check. */
const nameOf = (at: Pick<Point, 'address' | 'next'>, isStart: boolean): string => `${keyOf(at)} ${isStart}`;

/** The most words that are visited from one place. */
const MOST_WORDS = 2_000;

/**
 * The bytes that the first computed jumps on the ways from a word read: through these, its routine may return.
 *
 * They identify the caller of a routine, so that what the routine brings back to one is kept apart from the others.
 * They are only a hint, taken from the words without their values.
 * @param targets declared targets, by the address of the jump
 */
function nextReturns(
  rom: Uint16Array,
  targets: ReadonlyMap<number, readonly number[]>,
  first: number,
): readonly number[] {
  const found = new Set<number>();
  const seen = new Set([first]);
  // The set grows while it is walked.
  for (const address of seen) {
    if (seen.size > MOST_WORDS) break;
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.operation === 'jump' && opcode.bus === 'ram') found.add(operand);
    else for (const each of following(rom, targets, address)) seen.add(each & 0xffff);
  }
  return [...found].sort((a, b) => a - b);
}

/** Where a word leads; the slot of a jump is left out, since what it does to the bytes does not matter. */
function following(
  rom: Uint16Array,
  targets: ReadonlyMap<number, readonly number[]>,
  address: number,
): readonly number[] {
  const word = wordAt(rom, address);
  const { opcode, operand } = decode(word);
  if (opcode.operation !== 'jump') return [address + 1];
  if (IS_FIXED_BRANCH[word >> 8] === 1) {
    const taken = nearTarget(address, operand);
    return opcode.condition === 'always' ? [taken] : [taken, address + 1];
  }
  if (opcode.bus === 'd') {
    const page = lastLoad(rom, address, 'y');
    return page?.isConstant === true ? [(page.byte << 8) | operand] : [];
  }
  // Where a branch is in the slot, a word of a table executes alone.
  const isAlone = decode(wordAt(rom, address + 1)).opcode.operation === 'jump';
  return isAlone ? [address + 1] : (targets.get(address) ?? []);
}
