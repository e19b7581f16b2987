/**
 * The only way in which questions about a program read it.
 *
 * Every look at an address is noted, so that what an answer depends on is known without being declared: the places
 * looked at, and what is true of the program as a whole, which counts as looked at by every question. An answer about
 * one program is also the answer about another if none of this differs (changes.ts compares).
 */
import type { CellPlan } from '../values/cells.ts';
import type { TargetsByJump } from '../values/jumps.ts';
import type { CountedLoop, LoopIndex } from '../reach/loops.ts';
import type { Liveness, LiveSet } from '../reach/liveness.ts';
import type { Charge, TimeCheck, TimingProgram } from '../contract/program.ts';
import { INSIDE, type KnownBytes, type LostJump, OUTSIDE, type Reach } from '../reach/reached.ts';
import type { TimeWords } from '../words/time-words.ts';
import type { Fields, Surroundings } from '../values/known.ts';
import type { RamKib } from '#isa';
import { LOST, type ValueTable } from '../values/values.ts';

/**
 * What can be looked at has a number. An address stands for its word with all that is declared and found out about it;
 * an address plus this, for what tracked bytes hold there.
 */
export const CELLS_AT = 0x10000;
/** One more than the greatest of these numbers. */
export const LOOKS = 0x20000;

const NONE: readonly number[] = [];
/** Bytes that may hold anything. */
const ANYTHING: Fields = { held: new Map(), load: () => [LOST], store: () => undefined };

/** What is true of a program as a whole. */
export interface Overall {
  /** Which bytes are tracked. */
  readonly plan: CellPlan;
  readonly values: ValueTable;
  readonly ram: RamKib;
  /** What tracked bytes at Y:D hold. */
  readonly fields: Fields;
  readonly slack: number | undefined;
  /** Zero-page addresses of accounts. */
  readonly accounts: ReadonlySet<number>;
  /** Zero-page addresses that something outside of the program may set. */
  readonly external: ReadonlySet<number>;
  /** Ranges of the named counts by which something is charged. */
  readonly counts: ReadonlyMap<string, { readonly min: number; readonly max: number }>;
  /** Unresolved jumps outside of the handler. */
  readonly lostOutside: readonly LostJump[];
  /** Whether any jump is unresolved, in the handler or outside of it. */
  readonly hasLost: boolean;
  /** Whether the handler may jump anywhere. */
  readonly straysAnywhere: boolean;
  /** A word outside of the handler after which RAM may be off the bus. */
  readonly hidesRam: number | undefined;
  /** The same of the handler. It comes back with RAM on the bus, but blocks of its own may begin before. */
  readonly handlerHidesRam: number | undefined;
  /** Tracked bytes, by slot, that the handler stores to. */
  readonly handlerStores: ReadonlySet<number>;
}

/** What was found out about a program, as far as questions read it. */
export interface ViewParts {
  readonly program: TimingProgram;
  readonly words: TimeWords;
  readonly found: Reach;
  readonly liveness: Liveness;
  readonly loops: LoopIndex;
  /** 1 for the addresses of words that may execute in the slot of a jump, so that the next word does not follow them. */
  readonly inSlots: Uint8Array;
}

/** Reads a program and notes what was read. */
export class ProgramView {
  /** The surroundings in which words execute: for all questions but those about routines, and for those. */
  readonly around: Surroundings;
  readonly aroundRoutines: Surroundings;
  /** Where computed jumps go by declaration. */
  readonly declared: TargetsByJump = { get: (address) => this.at(address).found.declared.get(address) };
  private readonly lostInHandler: ReadonlySet<number>;
  /** 1 for the addresses of {@link isPlain}. */
  private readonly plain: Uint8Array;
  /** The round, and so the question, in which each number was last noted. */
  private readonly noted = new Uint32Array(LOOKS);
  /** What was looked at since the question began. */
  private looks: number[] = [];
  private round = 1;

  constructor(
    /** The program and what was found out about it: for comparisons only, since looks at it are not noted. */
    readonly parts: ViewParts,
    readonly overall: Overall,
  ) {
    const { plan, values, ram, lostOutside } = overall;
    // Where an unresolved jump may lead, something else may be stored to them.
    const fields = lostOutside.length === 0 ? overall.fields : ANYTHING;
    const entries = { get: (address: number) => this.at(address).found.entries.get(address) };
    const tables = { get: (address: number) => this.at(address).program.tables.get(address) };
    const storedByX = { get: (address: number) => this.at(address).found.storedByX.get(address) };
    const open = { lostByX: new Set<number>(), storedByX, isFound: true, tracksReturns: false };
    this.around = { plan, values, ram, fields, entries, tables, ...open };
    this.aroundRoutines = { ...this.around, tracksReturns: true };
    this.plain = plainWords(parts);
    this.lostInHandler = new Set(parts.found.lostJumps.flatMap((lost) => (lost.inHandler ? [lost.address] : [])));
  }

  /** Begins to note for a new question. */
  begin(): void {
    this.round++;
    this.looks = [];
  }

  /** What was looked at since. */
  end(): Uint32Array {
    return Uint32Array.from(this.looks);
  }

  word(address: number): number {
    return this.at(address).program.words[address]!;
  }

  /** Whether the source has a word at an address. */
  isUsed(address: number): boolean {
    return this.at(address).program.used[address] === 1;
  }

  /** Whether there is a word that needs no look at checks, charges or declared loops, as nearly everywhere. */
  isPlain(address: number): boolean {
    this.note(address);
    return this.plain[address] === 1;
  }

  /** The check that begins at an address. */
  check(address: number): TimeCheck | undefined {
    return this.at(address).words.checks.get(address);
  }

  isCheckBranch(address: number): boolean {
    return this.at(address).words.branches.has(address);
  }

  /** Whether a word is the delay slot of a check's branch. */
  isCheckSlot(address: number): boolean {
    return this.at(address).words.slots.has(address);
  }

  /** Whether a word belongs to a check or a charge and is not its first. */
  isInside(address: number): boolean {
    return this.at(address).words.inside[address] === 1;
  }

  /** The charge that takes effect with a word. */
  charge(address: number): Charge | undefined {
    return this.at(address).words.charges.get(address);
  }

  /** The charge whose amount is in AC before a word. */
  amount(address: number): Charge | undefined {
    return this.at(address).words.amounts.get(address);
  }

  /** The loop with a declared count that has its head at an address. */
  loop(head: number): CountedLoop | undefined {
    return this.at(head).loops.byHead.get(head);
  }

  /** Heads of the loops that a branch enters in their middle. */
  loopsEnteredBy(branch: number): readonly number[] {
    return this.at(branch).loops.entered.get(branch) ?? NONE;
  }

  /** Whether a word is an unresolved jump of the handler. */
  isLostInHandler(address: number): boolean {
    this.note(address);
    return this.lostInHandler.has(address);
  }

  /** Whether a jump may use a return address a second time. */
  isUsedAgain(jump: number): boolean {
    return this.at(jump).found.usedAgain.has(jump);
  }

  /** What may still be read from a pair on. */
  live(address: number, next: number): LiveSet {
    return this.at(address).liveness.at(address, next);
  }

  /** Whether a word executes outside of the handler. */
  isOutsideHandler(address: number): boolean {
    return ((this.at(address).found.sides[address] ?? 0) & OUTSIDE) !== 0;
  }

  /** Whether a word may execute in the handler. */
  isInHandler(address: number): boolean {
    return ((this.at(address).found.sides[address] ?? 0) & INSIDE) !== 0 || this.overall.straysAnywhere;
  }

  /** Whether a word executes in the handler, and nowhere else. */
  isInHandlerOnly(address: number): boolean {
    const sides = this.at(address).found.sides[address];
    return sides === INSIDE || (sides === 0 && this.overall.straysAnywhere);
  }

  /** Whether a word may execute in the slot of a jump. */
  isInSlot(address: number): boolean {
    return this.at(address).inSlots[address] === 1;
  }

  /** Whether a jump of the handler may lead to a pair that was not followed. */
  isUnfollowed(address: number, next: number): boolean {
    return this.overall.straysAnywhere && !this.at(address).liveness.has(address, next);
  }

  /** What tracked bytes hold when execution reaches a word; undefined if it never does. */
  cellsAt(address: number): KnownBytes | undefined {
    this.note(address + CELLS_AT);
    return this.parts.found.cellsAt(address);
  }

  /** Notes a look at an address. */
  private at(address: number): ViewParts {
    this.note(address);
    return this.parts;
  }

  private note(look: number): void {
    if (this.noted[look] === this.round) return;
    this.noted[look] = this.round;
    this.looks.push(look);
  }
}

function plainWords({ program, words, loops }: ViewParts): Uint8Array {
  const plain = program.used.slice();
  for (let address = words.inside.indexOf(1); address >= 0; address = words.inside.indexOf(1, address + 1))
    plain[address] = 0;
  const { checks, charges, amounts } = words;
  for (const places of [checks, charges, amounts, loops.byHead])
    for (const address of places.keys()) plain[address] = 0;
  return plain;
}
