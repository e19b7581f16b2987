/**
 * Everything that execution can reach, and what tracked bytes can hold there.
 *
 * A fixpoint over the pairs (address, next) of the whole program from its entries. At each pair, the values of all ways
 * to it are united, so that a byte with a return address holds all call sites of its routine. Code after a taken check
 * (the handler) is followed apart from the rest, and ends where it resumes a check: what is known in the program passes
 * from a check to the word after it, less AC, X and Y.
 */
import { IS_JUMP, nextAtEntry, opcodeOfWord, resumeAddress, wordAt, ROM_WORDS } from '#isa';
import { AddressTable, nextUsed } from '../contract/address-table.ts';
import { LIMITS } from '../contract/limits.ts';
import { canBePassed, canBeTaken, computedTargets, fixedTarget, splitByBranch } from '../values/jumps.ts';
import { CellsUnion } from './cells-union.ts';
import { type CellPlan, OUT_CELL, slotOf } from '../values/cells.ts';
import { entryValues, indexTargets } from '../values/declared.ts';
import { FieldTable } from './fields.ts';
import { findHandlerStores, handlerWords } from './handler-stores.ts';
import { strayTargets } from './stray-targets.ts';
import { findUsedAgain } from './used-returns.ts';
import { addFollower, PointTable, type Point } from './points.ts';
import { WorkList } from './work-list.ts';
import type { TimingProgram } from '../contract/program.ts';
import { dependsOnConstant } from './abstract-words.ts';
import { INSIDE, isCheckEnd, isInSlot, type KnownBytes, type LostJump, OUTSIDE, type Reach } from './reached.ts';
import type { Pieces } from '../contract/pieces.ts';
import type { TimeWords } from '../words/time-words.ts';
import { loseAtCheck, pairsAtStart } from '../values/pairs.ts';
import { cellOf, setCell, type Known, type StoredByX, type Surroundings } from '../values/known.ts';
import { loadsUnstored, transfer, yInHandler } from '../values/transfer.ts';
import { ANY, LOST, NOTHING, type Value, type ValueTable } from '../values/values.ts';

/** Points that are followed in one piece of the work. */
const PIECE = 2_000;

/**
 * Follows a program from all its entries.
 * @param inOrder what {@link abstractWords} says of the program
 * @param storedByX what stores by X may hit, as far as following it before has shown
 */
export function reach(
  program: TimingProgram,
  words: TimeWords,
  inOrder: Uint16Array,
  plan: CellPlan,
  values: ValueTable,
  storedByX: StoredByX,
): Pieces<Reach> {
  return new Explorer(program, words, inOrder, plan, values, false, storedByX).run();
}

/** Follows a program from its entries; see {@link reach}. */
export class Explorer {
  private readonly table = new PointTable();
  private readonly computed = new Uint8Array(ROM_WORDS);
  /** 1 for words that execute in delay slots. */
  private readonly slots = new Uint8Array(ROM_WORDS);
  private readonly work = new WorkList(this.table.points, false);
  /** Points to which only an unresolved jump of the handler may lead, kept apart from the rest. */
  private readonly strayTable = new PointTable(true);
  private readonly strayWork = new WorkList(this.strayTable.points, true);
  /**
   * Points of the handler that are followed again. New ones are followed early, which tells what the handler stores to;
   * this list waits until all else is done, so that every check that leads to the handler has been followed.
   */
  private readonly handlerWork = new WorkList(this.table.points, true);
  private readonly fields: FieldTable;
  private readonly lost = new Map<Point, Omit<LostJump, 'isCause'>>();
  /** Addresses of the jumps that were lost before execution could come anywhere. */
  private causes: ReadonlySet<number> | undefined;
  /** Tracked bytes that the handler may store to, and the ends of checks, after which they may be anything. */
  private handlerStores: ReadonlySet<number> = new Set<number>();
  private readonly checkEnds = new Set<Point>();
  /** Points whose words load bytes to which nothing is stored. */
  private readonly opened = new Set<Point>();
  /** Whether the handler may jump to too many places, or to an unknown page: it may then store to all bytes. */
  private strays = false;
  private readonly resumes: ReadonlySet<number>;
  private readonly declared: ReadonlyMap<number, readonly number[]>;
  private readonly entries: ReadonlyMap<number, Value>;
  private readonly around: Surroundings;
  /** The same for {@link opened} points. */
  private readonly aroundOpened: Surroundings;
  /** What is known after the word that is being followed. */
  private readonly scratch: Known = { ac: ANY, y: ANY, pairs: 0, cells: [] };
  private readonly union: CellsUnion;
  private readonly meetPatiently = (before: Value, arriving: Value): Value =>
    this.around.values.union(before, arriving);
  private readonly meetHastily = (before: Value, arriving: Value): Value =>
    this.around.values.union(before, arriving) === before ? before : LOST;
  private steps = 0;

  constructor(
    private readonly program: TimingProgram,
    private readonly words: TimeWords,
    private readonly inOrder: Uint16Array,
    plan: CellPlan,
    values: ValueTable,
    /** Whether it follows start-up alone, up to the first checks, from bytes that can hold anything. */
    private readonly isStartUp = false,
    private readonly storedByX: StoredByX = new Map(),
  ) {
    this.resumes = new Set(program.checks.map(resumeAddress));
    this.declared = indexTargets(program);
    this.fields = new FieldTable(values, (reader) => this.queue(reader));
    this.entries = entryValues(program, values);
    this.union = new CellsUnion(plan.inAll);
    const { tables, ramKib: ram = 32 } = program;
    const { fields, entries } = this;
    const lostByX = new Set([...plan.cells.keys()].filter((slot) => isStartUp && plan.cells[slot] !== OUT_CELL));
    const open = { lostByX, storedByX, isFound: isStartUp, tracksReturns: false };
    this.around = { values, plan, ram, fields, entries, tables, ...open };
    this.aroundOpened = { ...this.around, isFound: true };
  }

  *run(): Pieces<Reach> {
    const cells = this.cellsAtStart();
    const pairs = pairsAtStart(this.around.plan);
    for (const entry of new Set([0, ...this.program.entries])) {
      this.arrive(undefined, entry, nextAtEntry(entry), false, { ac: ANY, y: ANY, pairs, cells });
    }
    // Repeated with what the handler may store, which is known only when all else has been followed.
    for (;;) {
      for (let point = this.take(); point !== undefined; point = this.take()) {
        this.steps++;
        this.fields.reader = point;
        this.follow(point);
        if (this.steps % PIECE === 0) yield;
      }
      if (this.isStartUp) return this.result();
      if (this.openUnstored() || this.arriveAnywhere()) continue;
      const stores = this.strays
        ? new Set(this.around.plan.cells.keys())
        : findHandlerStores(this.program, this.handlerPoints(), this.around);
      if ([...stores].every((slot) => this.handlerStores.has(slot))) return this.result();
      this.handlerStores = new Set([...this.handlerStores, ...stores]);
      for (const point of this.checkEnds) this.queue(point);
    }
  }

  /**
   * Until all else has been followed, what a word loads from a byte to which nothing is stored has no value. Then it is
   * anything, also where other ways meet this one. Returns whether there are such words that were not known.
   */
  private openUnstored(): boolean {
    this.fields.reader = undefined;
    const { words } = this.program;
    const isUnseen = (point: Point): boolean =>
      !this.opened.has(point) && loadsUnstored(point, wordAt(words, point.address), this.around);
    const unseen = [...this.table.points.filter(isUnseen), ...this.strayTable.points.filter(isUnseen)];
    for (const point of unseen) {
      this.opened.add(point);
      this.queue(point);
    }
    return unseen.length > 0;
  }

  /**
   * If a jump is unresolved, execution may come to each place from which the proof follows paths. Returns whether there
   * are some to which nothing else has come.
   */
  private arriveAnywhere(): boolean {
    const lost = [...this.lost.values()].filter(({ inHandler }) => !inHandler);
    if (lost.length === 0) return false;
    this.causes ??= new Set(lost.map(({ address }) => address));
    const { checks, assertions } = this.program;
    const places = [...checks.map(({ address }) => address), ...assertions.map(({ from }) => from)];
    const unseen = places.filter((address) => this.table.find(address, (address + 1) & 0xffff, false) === undefined);
    const cells = this.cellsAtStart();
    for (const address of unseen)
      this.arrive(undefined, address, address + 1, false, { ac: ANY, y: LOST, pairs: 0, cells });
    return unseen.length > 0;
  }

  private cellsAtStart(): readonly Value[] {
    const { plan, values } = this.around;
    const { inAll, cells: planned, counters } = plan;
    const isJumped = (slot: number): boolean => slot < inAll && !counters.has(slot) && !this.isStartUp;
    return planned.map((_, slot) => (isJumped(slot) ? values.unstored : ANY));
  }

  private take(): Point | undefined {
    return this.work.take() ?? this.handlerWork.take() ?? (this.strays ? undefined : this.strayWork.take());
  }

  private follow(point: Point): void {
    const { address, next, inHandler } = point;
    const inOrder = next === ((address + 1) & 0xffff);
    if (this.program.used[address] === 0) return this.crossGap(point, inOrder);
    if (this.isStartUp && inOrder && this.words.checks.has(address)) return;
    const word = inOrder ? this.inOrder[address]! : wordAt(this.program.words, address);
    const known = this.scratch;
    known.ac = point.ac;
    known.y = point.y;
    known.pairs = point.pairs;
    known.cells = point.cells;
    if (IS_JUMP[word >> 8] === 1) {
      this.followJump(point, known, word);
      return;
    }
    if (inOrder && dependsOnConstant(word, known.ac)) this.computed[address] = 1;
    transfer(known, word, address, !inOrder, this.opened.has(point) ? this.aroundOpened : this.around);
    if (isInSlot(point) && !point.isStray) this.slots[address] = 1;
    if (!isCheckEnd(this.words, point)) return this.arrive(point, next, next + 1, inHandler, known);
    if (inHandler) this.arrive(point, next, next + 1, inHandler, known);
    if (point.isStray) return;
    // After a check that was not left, and after one that was, from which the handler comes back.
    loseAtCheck(known, this.around.plan, this.handlerStores);
    this.checkEnds.add(point);
    this.arrive(point, address + 1, address + 2, false, known);
  }

  /**
   * Where the source has no word, execution goes on to the next one that it has, with anything in AC. A handler that
   * does so is not proven.
   */
  private crossGap(point: Point, inOrder: boolean): void {
    const { next, inHandler, y, pairs, cells } = point;
    if (inHandler) return;
    const behind = inOrder ? nextUsed(this.program.used, next) & 0xffff : next;
    this.arrive(point, behind, behind + 1, inHandler, { ac: LOST, y, pairs, cells });
  }

  private followJump(point: Point, known: Known, word: number): void {
    const { address, next, inHandler } = point;
    const { values } = this.around;
    // The slot executes even if the handler ends with the jump.
    if (inHandler) this.storeInSlot(next, known);
    const isCheck = !inHandler && this.words.branches.has(address) && next === address + 1;
    const leaves = inHandler || isCheck;
    const { acWhenPassed, acWhenTaken } = splitByBranch(known.ac, word, values);
    // Execution goes on after a check also if it always leaves.
    if (isCheck || canBePassed(word, acWhenPassed)) {
      known.ac = acWhenPassed === NOTHING ? LOST : acWhenPassed;
      this.arrive(point, next, next + 1, inHandler, known);
    }
    if (!canBeTaken(word, acWhenTaken)) return;
    known.ac = acWhenTaken;
    const fixed = fixedTarget(word, next);
    if (fixed !== undefined) {
      if (!(inHandler && this.resumes.has(fixed))) this.arrive(point, next, fixed, leaves, known);
      return;
    }
    this.followComputed(point, known, word, leaves);
  }

  private storeInSlot(slot: number, known: Readonly<Known>): void {
    const word = wordAt(this.program.words, slot);
    if (opcodeOfWord(word).operation === 'st') transfer({ ...known }, word, slot, true, this.around);
  }

  private followComputed(point: Point, known: Known, word: number, leaves: boolean): void {
    const { address, next, inHandler } = point;
    const jump = { word, address, next, slot: wordAt(this.program.words, next) };
    const targets = computedTargets(known, jump, this.around, this.declared);
    if (!this.declared.has(address)) this.useReturn(known, word);
    const { kind } = targets;
    // Only the handler can go back to a check that left.
    const why = kind === 'resume' && !inHandler ? 'unknown' : kind;
    const isLost = why === 'unknown' || why === 'nothing' || why === 'contradicted';
    if (isLost && !point.isStray) this.lost.set(point, { address, inHandler, why });
    else this.lost.delete(point);
    if (kind === 'unknown' && leaves) return this.followStray(point, known, word);
    if (targets.kind !== 'known') return;
    for (const target of targets.addresses) {
      if (!(inHandler && this.resumes.has(target))) this.arrive(point, next, target, leaves, known);
    }
  }

  /**
   * No jump goes to a return address again once it is used, although the byte still holds it. Jumps that may use it
   * again are found separately (used-returns.ts).
   */
  private useReturn(known: Known, word: number): void {
    const slot = opcodeOfWord(word).bus === 'ram' ? slotOf(this.around.plan, word & 0xff) : -1;
    if (slot < 0 || this.isStartUp) return;
    // A word that loads a constant in a delay slot loads a return address.
    const used = this.around.values.used(cellOf(known, slot), (origin) => this.slots[origin] === 1);
    setCell(known, slot, used);
  }

  /** Follows an unresolved jump of the handler to each word to which it may go. */
  private followStray(point: Point, known: Known, word: number): void {
    const most = LIMITS.strays + LIMITS.straysForEach * this.table.points.length;
    const targets = strayTargets(this.program, this.around.values, point, known.y, word);
    if (targets === undefined || this.strayTable.points.length > most) return this.goAnywhere();
    for (const target of targets) this.arrive(point, point.next, target, true, known, this.strayTable);
  }

  /** From now on, the handler may execute any word and store anything. */
  private goAnywhere(): void {
    if (this.strays) return;
    this.strays = true;
    for (let offset = 0; offset < 0x100; offset++)
      if (this.around.plan.fields[offset] === 1) this.fields.store(offset, undefined, LOST);
  }

  private handlerPoints(): readonly Point[] {
    return [...this.table.points.filter(({ inHandler }) => inHandler), ...this.strayTable.points];
  }

  /** Unites what is known on arrival with what other ways have brought. */
  private arrive(
    from: Point | undefined,
    address: number,
    next: number,
    inHandler: boolean,
    known: Known,
    table = from?.isStray === true ? this.strayTable : this.table,
  ): void {
    const here = address & 0xffff;
    const then = next & 0xffff;
    if (inHandler) known.y = yInHandler(known.y);
    let point = table.find(here, then, inHandler);
    if (point === undefined) {
      point = table.add(here, then, inHandler, known);
      (point.isStray ? this.strayWork : this.work).add(point);
    } else if (this.unite(point, known)) {
      this.queue(point);
    }
    if (from?.isStray === point.isStray && from.followers[0] !== point) addFollower(from, point);
  }

  private unite(point: Point, known: Known): boolean {
    const ac = this.meetInRegister(point.ac, known.ac);
    const y = this.meetInRegister(point.y, known.y);
    const pairs = point.pairs & known.pairs;
    const cells = this.uniteCells(point.cells, known.cells);
    if (ac === point.ac && y === point.y && pairs === point.pairs && cells === point.cells) return false;
    point.ac = ac;
    point.y = y;
    point.pairs = pairs;
    point.cells = cells;
    return true;
  }

  /** How values are united. After the step limit, any that still changes becomes LOST; at worst, a jump is unknown. */
  private get meet(): (before: Value, arriving: Value) => Value {
    const points = this.table.points.length + this.strayTable.points.length;
    return this.steps < LIMITS.steps + LIMITS.stepsForEach * points ? this.meetPatiently : this.meetHastily;
  }

  private meetInRegister(before: Value, arriving: Value): Value {
    const after = this.around.values.unionInRegister(before, arriving);
    return after === before || this.meet === this.meetPatiently ? after : LOST;
  }

  /** Unites the bytes that all questions track; the others may be anything here. */
  private uniteCells(a: readonly Value[], b: readonly Value[]): readonly Value[] {
    return this.union.of(a, b, this.meet);
  }

  private queue(point: Point): void {
    (point.isStray ? this.strayWork : point.inHandler ? this.handlerWork : this.work).repeat(point);
  }

  private result(): Reach {
    const byAddress = new AddressTable<KnownBytes>();
    for (const { address, cells, pairs } of this.table.points) {
      const before = byAddress.get(address) ?? { cells, pairs };
      byAddress.set(address, { cells: this.uniteCells(before.cells, cells), pairs: before.pairs & pairs });
    }
    const { points } = this.table;
    const strays = this.strayTable.points;
    const sides = new Uint8Array(ROM_WORDS);
    for (const { address, inHandler } of points) sides[address]! |= inHandler ? INSIDE : OUTSIDE;
    for (const { address } of strays) sides[address]! |= INSIDE;
    const { aroundOpened: around, declared } = this;
    const usedAgain = findUsedAgain({ points, around, declared }, this.program);
    const again = points.filter((point) => usedAgain.has(point.address) && !this.lost.has(point));
    return {
      points,
      strays,
      straysAnywhere: this.strays,
      cellsAt: (address) => byAddress.get(address),
      isReached: (address) => byAddress.get(address) !== undefined,
      lostJumps: this.lostJumps(again, sides),
      usedAgain,
      around: { ...around, fields: this.fields.finished() },
      declared,
      entries: this.entries,
      inOrder: this.inOrder,
      computed: this.computed,
      storedByX: this.storedByX,
      handlerStores: this.handlerStores,
      sides,
      handlerWords: this.strays ? new Uint8Array(ROM_WORDS).fill(1) : handlerWords(this.program, this.handlerPoints()),
    };
  }

  /** Causes come first. @param again points of jumps that may use an address again */
  private lostJumps(again: readonly Point[], sides: Uint8Array): readonly LostJump[] {
    const lost = [...this.lost.values(), ...again.map((point) => ({ ...point, why: 'used' as const }))];
    const lostInside = new Set(lost.flatMap(({ address, inHandler }) => (inHandler ? [address] : [])));
    const isHandlers = (address: number): boolean => (sides[address]! & INSIDE) !== 0 && !lostInside.has(address);
    return lost
      .map(({ address, inHandler, why }) => ({
        address,
        inHandler,
        why: !inHandler && isHandlers(address) ? ('handler' as const) : why,
        isCause: this.causes?.has(address) ?? true,
      }))
      .sort(
        (a, b) =>
          Number(b.isCause) - Number(a.isCause) || a.address - b.address || Number(a.inHandler) - Number(b.inHandler),
      );
  }
}
