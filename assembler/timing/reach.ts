/**
 * Everything that execution can come to, and what tracked bytes can hold there.
 *
 * A fixpoint over the pairs (address, next) of the whole program from its entries. At each pair the
 * values of all ways to it are united, so that a byte that holds a return address holds all call
 * sites of its routine. Code behind a taken check (the handler) is followed apart from the rest,
 * and ends where it resumes a check: what the program knows passes from a check to the word behind
 * it, less AC, X and Y.
 */
import { INSTRUCTION_TABLE } from '#isa';
import { canBePassed, canBeTaken, indexTargets, jump, type TargetsByJump } from './jumps.ts';
import type { CellPlan } from './cells.ts';
import type { TimingProgram } from './program.ts';
import type { TimeWords } from './time-words.ts';
import { setCell, transfer, type Known, type Surroundings } from './transfer.ts';
import { ANY, NOTHING, type Value, type ValueTable } from './values.ts';

/** A pair that execution can come to. */
export interface ReachedPoint extends Readonly<Known> {
  readonly address: number;
  readonly next: number;
  /** Whether it was come to through a taken check. */
  readonly inHandler: boolean;
  /** Pairs that can follow. */
  readonly followers: ReadonlySet<ReachedPoint>;
}

/** A jump whose targets are not known. */
export interface LostJump {
  readonly address: number;
  readonly inHandler: boolean;
  /** Whether what it depends on was never stored; else it may be anything. */
  readonly neverStored: boolean;
}

export interface Reach {
  readonly points: readonly ReachedPoint[];
  /** Tracked bytes when execution comes to a word in the normal flow, united over all pairs with that address; undefined if it never does. */
  cellsAt(address: number): readonly Value[] | undefined;
  /** Whether a word can execute. */
  isReached(address: number): boolean;
  readonly lostJumps: readonly LostJump[];
  readonly around: Surroundings;
  readonly declared: TargetsByJump;
  siteCells(origin: number): readonly Value[] | undefined;
}

interface Point extends Known {
  readonly address: number;
  readonly next: number;
  readonly inHandler: boolean;
  readonly followers: Set<Point>;
  waiting: boolean;
}

/**
 * Steps for each point, and in any case, after which the fixpoint is hastened: what still changes is
 * then taken to be anything. Real programs take about four steps for each point.
 */
const PATIENT_STEPS_FOR_EACH = 12;
const PATIENT_STEPS = 100_000;

/** Follows a program from all its entries. */
export function reach(program: TimingProgram, words: TimeWords, plan: CellPlan, values: ValueTable): Reach {
  return new Explorer(program, words, plan, values).run();
}

/** What a read of each table gives: the operand of any of its entries. */
function entryValues({ tables, words }: TimingProgram, values: ValueTable): ReadonlyMap<number, Value> {
  return new Map(
    [...tables].map(([first, entries]) => [
      first,
      values.oneOf(entries.map((entry) => ({ byte: words[entry]! & 0xff, origin: entry }))),
    ]),
  );
}

class Explorer {
  private readonly points: Point[] = [];
  /** Points by address, those of the handler from 65,536 on; mostly one each. */
  private readonly byAddress = new Array<Point[] | undefined>(0x20000);
  private readonly work: Point[] = [];
  /**
   * The handler is followed early once, which tells what it stores to, and again when all else is
   * done: with every check that leads to it.
   */
  private readonly handlerWork: Point[] = [];
  private readonly sites = new Map<number, readonly Value[]>();
  private readonly fieldValues = new Map<number, Value>();
  private readonly fieldReaders = new Map<number, Set<Point>>();
  private readonly lost = new Map<Point, LostJump>();
  /** Tracked bytes that the handler stores to, and the ends of checks, behind which they may be anything. */
  private readonly handlerStores = new Set<number>();
  private readonly checkEnds = new Set<Point>();
  private readonly resumes: ReadonlySet<number>;
  private readonly declared: TargetsByJump;
  private readonly around: Surroundings;
  private current: Point | undefined;
  private steps = 0;

  constructor(
    private readonly program: TimingProgram,
    private readonly words: TimeWords,
    plan: CellPlan,
    values: ValueTable,
  ) {
    this.resumes = new Set(program.checks.map((check) => check.address + 5));
    this.declared = indexTargets(program);
    const fields = {
      load: (offset: number): Value => this.loadField(offset),
      store: (offset: number, value: Value): void => this.storeField(offset, value),
    };
    this.around = { values, plan, fields, entries: entryValues(program, values), tracksReturns: false };
  }

  run(): Reach {
    const { inAll, cells: planned } = this.around.plan;
    const cells = planned.map((_, slot) => (slot < inAll ? NOTHING : ANY));
    for (const entry of new Set([0, ...this.program.entries])) {
      this.arrive(undefined, entry, entry + 1, false, { ac: ANY, y: ANY, cells });
    }
    for (let point = this.take(); point !== undefined; point = this.take()) {
      this.steps++;
      point.waiting = false;
      this.current = point;
      this.follow(point);
    }
    return this.result();
  }

  private take(): Point | undefined {
    return this.work.pop() ?? this.handlerWork.pop();
  }

  private follow(point: Point): void {
    const { address, next, inHandler } = point;
    if (this.program.used[address] === 0) return;
    const word = this.program.words[address]!;
    const known: Known = { ac: point.ac, y: point.y, cells: point.cells };
    if (INSTRUCTION_TABLE[word >> 8]!.operation === 'jump') {
      this.followJump(point, known, word);
      return;
    }
    if (inHandler) this.noteHandlerStore(word);
    const alone = next !== ((address + 1) & 0xffff);
    transfer(known, word, address, alone, this.around);
    if (alone) this.noteSite(address, known.cells);
    if (!inHandler && this.words.slots.has(address) && next === address + 1) {
      known.ac = ANY;
      known.y = ANY;
      known.cells = known.cells.map((value, slot) => (this.handlerStores.has(slot) ? ANY : value));
      this.checkEnds.add(point);
    }
    this.arrive(point, next, next + 1, inHandler, known);
  }

  private followJump(point: Point, known: Known, word: number): void {
    const { address, next, inHandler } = point;
    const outcome = jump(known, word, address, next, this.around, this.declared, (origin) => this.sites.get(origin));
    if (canBePassed(word, outcome))
      this.arrive(point, next, next + 1, inHandler, { ...known, ac: outcome.acWhenPassed });
    if (!canBeTaken(word, outcome)) return;
    const taken = { ...known, ac: outcome.acWhenTaken };
    this.forgetReturn(taken, word);
    const leaves = inHandler || (this.words.branches.has(address) && next === address + 1);
    const { targets } = outcome;
    const lost = targets.kind === 'unknown' || targets.kind === 'nothing';
    if (lost) this.lost.set(point, { address, inHandler, neverStored: targets.kind === 'nothing' });
    else this.lost.delete(point);
    if (targets.kind !== 'known') return;
    const resumes = inHandler && targets.addresses.some((target) => this.resumes.has(target));
    if (resumes && !this.declared.has(address) && INSTRUCTION_TABLE[word >> 8]!.bus !== 'd') return;
    for (const target of targets.addresses) {
      if (!(inHandler && this.resumes.has(target))) this.arrive(point, next, target, leaves, taken);
    }
  }

  /**
   * A return address is used once; forgotten with its use, it does not spread over the code behind
   * the call. Should it be used again all the same, that jump comes out as never stored to.
   */
  private forgetReturn(known: Known, word: number): void {
    const slot = INSTRUCTION_TABLE[word >> 8]!.bus === 'ram' ? this.around.plan.slotOf[word & 0xff]! : -1;
    if (slot >= 0)
      setCell(
        known,
        slot,
        this.around.values.keepOrigins(known.cells[slot]!, (origin) => !this.sites.has(origin)),
      );
  }

  /** A store of the handler by `[D]`; through X or Y it is taken not to hit a tracked byte, as everywhere. */
  private noteHandlerStore(word: number): void {
    const opcode = INSTRUCTION_TABLE[word >> 8]!;
    const slot = this.around.plan.slotOf[word & 0xff]!;
    if (opcode.operation !== 'st' || opcode.address !== 'd' || slot < 0 || this.handlerStores.has(slot)) return;
    this.handlerStores.add(slot);
    for (const point of this.checkEnds) this.queue(point);
  }

  /** Unites what is known on arrival with what other ways brought. */
  private arrive(from: Point | undefined, address: number, next: number, inHandler: boolean, known: Known): void {
    const place = (inHandler ? 0x10000 : 0) + (address & 0xffff);
    const here = (this.byAddress[place] ??= []);
    let point = here.find((each) => each.next === (next & 0xffff));
    if (point === undefined) {
      const { ac, y, cells } = known;
      point = {
        address: address & 0xffff,
        next: next & 0xffff,
        inHandler,
        ac,
        y,
        cells,
        followers: new Set(),
        waiting: true,
      };
      here.push(point);
      this.points.push(point);
      this.work.push(point);
    } else if (this.unite(point, known)) {
      this.queue(point);
    }
    from?.followers.add(point);
  }

  private unite(point: Point, known: Known): boolean {
    const ac = this.meet(point.ac, known.ac);
    const y = this.meet(point.y, known.y);
    const cells = this.uniteCells(point.cells, known.cells);
    if (ac === point.ac && y === point.y && cells === point.cells) return false;
    point.ac = ac;
    point.y = y;
    point.cells = cells;
    return true;
  }

  private meet(before: Value, arriving: Value): Value {
    const value = this.around.values.union(before, arriving);
    return value === before || this.steps < PATIENT_STEPS + PATIENT_STEPS_FOR_EACH * this.points.length ? value : ANY;
  }

  private uniteCells(a: readonly Value[], b: readonly Value[]): readonly Value[] {
    if (a === b) return a;
    let result = a;
    for (let slot = 0; slot < a.length; slot++) {
      const value = this.meet(a[slot]!, b[slot]!);
      if (value === a[slot]) continue;
      if (result === a) result = a.slice();
      (result as Value[])[slot] = value;
    }
    return result;
  }

  private queue(point: Point): void {
    if (point.waiting) return;
    point.waiting = true;
    (point.inHandler ? this.handlerWork : this.work).push(point);
  }

  private noteSite(address: number, cells: readonly Value[]): void {
    const before = this.sites.get(address);
    this.sites.set(address, before === undefined ? cells : this.uniteCells(before, cells));
  }

  private loadField(offset: number): Value {
    let readers = this.fieldReaders.get(offset);
    if (readers === undefined) this.fieldReaders.set(offset, (readers = new Set()));
    if (this.current !== undefined) readers.add(this.current);
    return this.fieldValues.get(offset) ?? NOTHING;
  }

  private storeField(offset: number, value: Value): void {
    const before = this.fieldValues.get(offset) ?? NOTHING;
    const after = this.around.values.union(before, value);
    if (after === before) return;
    this.fieldValues.set(offset, after);
    for (const reader of this.fieldReaders.get(offset) ?? []) this.queue(reader);
  }

  private result(): Reach {
    const byAddress = new Map<number, readonly Value[]>();
    const reached = new Uint8Array(0x10000);
    for (const { address, cells } of this.points) {
      reached[address] = 1;
      const before = byAddress.get(address);
      byAddress.set(address, before === undefined ? cells : this.uniteCells(before, cells));
    }
    return {
      points: this.points,
      cellsAt: (address) => byAddress.get(address),
      isReached: (address) => reached[address] === 1,
      lostJumps: [...this.lost.values()],
      around: {
        ...this.around,
        fields: { load: (offset) => this.fieldValues.get(offset) ?? NOTHING, store: () => undefined },
      },
      declared: this.declared,
      siteCells: (origin) => this.sites.get(origin),
    };
  }
}
