/** Watch a run for what the proof takes on trust from the source: jumps, stores, blocks, counts and frames. */
import { decode, formedAddress, opcodeOfWord, passes, type BlindStores, type DeclaredBlock } from '#isa';
import { NOWHERE } from '../core/probe.ts';
import type { RamAddress, RamIndex, RomAddress, Cycle } from '#basics';

/** The first thing that was not as declared. */
export interface Difference {
  readonly kind: 'account' | 'targets' | 'loop' | 'charged' | 'frame' | 'store' | 'block';
  /** The word that shows it, which executes next. */
  readonly address: RomAddress;
  readonly cycle: Cycle;
  /** One clause each, for people. */
  readonly declared: string;
  readonly seen: string;
}

/** The memories, as a probe sees them. */
export interface JumpState {
  readonly rom: Uint16Array;
  readonly ram: Uint8Array;
}

/** The address to which a jump goes, given the address after it, AC and Y; {@link NOWHERE} also for a jump by IN. */
export type Target = (next: number, ac: number, y: number) => number;

/** Decodes the jump at an address once for many executions. */
export function targetOf({ rom, ram }: JumpState, address: number): Target {
  const word = rom[address] ?? 0;
  const { operation, condition, bus, mode } = opcodeOfWord(word);
  const operand = word & 0xff;
  if (operation !== 'jump' || bus === 'in') return () => NOWHERE;
  if (condition === 'far') {
    if (bus === 'd') return (_, __, y) => (y << 8) | operand;
    return bus === 'ac' ? (_, ac, y) => (y << 8) | ac : (_, __, y) => (y << 8) | (ram[operand] ?? 0);
  }
  if (bus === 'd') return (next, ac) => (passes(mode, ac) ? (next & 0xff00) | operand : NOWHERE);
  if (bus === 'ac') return (next, ac) => (passes(mode, ac) ? (next & 0xff00) | ac : NOWHERE);
  return (next, ac) => (passes(mode, ac) ? (next & 0xff00) | (ram[operand] ?? 0) : NOWHERE);
}

/** A fast test whether an address is in a list; if the list lies in one page, by a table of low bytes. */
export function memberOf(addresses: readonly number[]): (address: number) => boolean {
  const all = new Set(addresses);
  const page = (addresses[0] ?? 0) >> 8;
  if (addresses.some((address) => address >> 8 !== page)) return (address) => all.has(address);
  const lows = new Uint8Array(0x100);
  for (const address of addresses) lows[address & 0xff] = 1;
  return (address) => address >> 8 === page && lows[address & 0xff] === 1;
}

/** Bytes of RAM on a machine with the expander, where a `ctrl` does not write. */
const EXPANDED = 0x20000;

/** The memories, and where an address leads. */
export interface StoreState extends JumpState {
  /** The RAM index that an address reaches, given mirrors and banks. */
  ramIndex(address: RamAddress): RamIndex;
}

export class StoreWatch {
  /** RAM indexes of the bytes that must not be hit. */
  readonly guarded: readonly RamIndex[];
  private readonly hits: ReadonlySet<RamIndex>;

  constructor(
    { bytes }: BlindStores,
    private readonly state: StoreState,
  ) {
    this.guarded = bytes.map((address) => address & (state.ram.length - 1) & 0xffff);
    this.hits = new Set(this.guarded);
  }

  /** The address to which a word stores, if that hits a guarded byte. */
  hit(word: RomAddress, x: number, y: number): RamAddress | undefined {
    const instruction = decode(this.state.rom[word] ?? 0);
    const { mnemonic, writesRam } = instruction.opcode;
    if (!writesRam || (mnemonic === 'ctrl' && this.state.ram.length === EXPANDED)) return undefined;
    const address = formedAddress(instruction, x, y);
    return address !== undefined && this.hits.has(this.state.ramIndex(address)) ? address : undefined;
  }
}

export class BlockWatch {
  private readonly isInside: (address: RomAddress) => boolean;
  private state: 'outside' | 'inside' | 'left' = 'outside';

  constructor(readonly block: DeclaredBlock) {
    this.isInside = memberOf(block.inside);
  }

  reset(): void {
    this.state = 'outside';
  }

  atStart(): void {
    this.state = 'inside';
  }

  atEnd(): void {
    this.state = 'outside';
  }

  /** Execution comes to an exit other than the end. */
  atExit(): void {
    if (this.state === 'inside') this.state = 'left';
  }

  /**
   * Whether the jump after an exit goes back inside; if it goes elsewhere, the block is over.
   * @param target where a jump goes; {@link NOWHERE} if it is not taken
   */
  returns(target: RomAddress): boolean {
    if (this.state !== 'left' || target === NOWHERE) return false;
    if (this.isInside(target)) return true;
    this.state = 'outside';
    return false;
  }
}

/** A charge for a number of turns. */
export interface Payment {
  readonly name: string;
  readonly turns: number;
  readonly address: RomAddress;
}

interface Entry {
  payment: Payment | undefined;
  /** Turns that it has made; undefined while it goes on. */
  turns: number | undefined;
}

/** A payment, and the turns that were really made. */
interface WrongCount {
  readonly payment: Payment;
  readonly turns: number;
}

/**
 * Named counts between two checks: what charges have paid for, and how often loops turned.
 *
 * A charge pays for the next entry into a loop with its name, unless such a loop has been entered and not been paid
 * for: then it pays for that entry.
 */
export class CountWatch {
  /** Payments for entries that are still to come, by name. */
  private readonly paid = new Map<string, Payment>();
  /** The last entry that is not paid for, by name. */
  private readonly unpaid = new Map<string, Entry>();
  /** Entries into loops that are still running, by head. */
  private readonly running = new Map<RomAddress, Entry>();
  /** False until the next check if the comparison began in the middle of a block, whose turns it has not seen. */
  private isKnown = true;

  forget(): void {
    this.isKnown = false;
    this.startOver();
  }

  private startOver(): void {
    // Even clearing an empty map allocates a new table, and this happens at each check.
    for (const counts of [this.paid, this.unpaid, this.running]) if (counts.size > 0) counts.clear();
  }

  enter(name: string, head: RomAddress): void {
    if (!this.isKnown) return;
    const entry: Entry = { payment: this.paid.get(name), turns: undefined };
    this.paid.delete(name);
    this.running.set(head, entry);
    if (entry.payment === undefined) this.unpaid.set(name, entry);
  }

  /** A loop is left, or entered again. */
  leave(head: RomAddress, turns: number): WrongCount | undefined {
    const entry = this.running.get(head);
    this.running.delete(head);
    if (entry === undefined) return undefined;
    entry.turns = turns;
    const { payment } = entry;
    return payment === undefined || payment.turns === turns ? undefined : { payment, turns };
  }

  /** A charge pays. @returns what it contradicts: turns that were made already, or a payment for the same entry */
  pay(payment: Payment): WrongCount | Payment | undefined {
    if (!this.isKnown) return undefined;
    const { name, turns } = payment;
    const entry = this.unpaid.get(name);
    if (entry === undefined) {
      const before = this.paid.get(name);
      this.paid.set(name, payment);
      return before?.turns === turns || before?.turns === 0 ? undefined : before;
    }
    this.unpaid.delete(name);
    entry.payment = payment;
    return entry.turns === undefined || entry.turns === turns ? undefined : { payment, turns: entry.turns };
  }

  /** At a check, counting starts over. @returns a payment for turns that were not made */
  check(): Payment | undefined {
    const owed = [...this.paid.values()].find(({ turns }) => turns !== 0);
    this.isKnown = true;
    this.startOver();
    return owed;
  }
}

interface WrongFrame {
  /** Lines from one fall of vSync to the next; undefined if it has not fallen for longer than a frame. */
  readonly lines: number | undefined;
}

/** The most cycles until the handler is due. */
const AHEAD = 0x100;

/**
 * The frames that a proven video handler makes: their lines, and whether vSync falls at all.
 *
 * Frames are compared from the first check that leaves for the handler on, since a program may show anything while it
 * starts. Differences are reported at such checks, because only there do both cores know the time.
 */
export class FrameWatch {
  private readonly cycles: number;
  /** Rises of hSync up to the last fall of vSync. */
  private linesAtFall: number | undefined;
  /** The cycle since which vSync has not fallen; undefined until a check leaves. */
  private since: Cycle | undefined;
  private wrong: WrongFrame | undefined;

  /** @param lines of a frame, @param line cycles of a line */
  constructor(
    private readonly lines: number,
    line: number,
  ) {
    this.cycles = lines * line;
  }

  reset(): void {
    this.linesAtFall = undefined;
    this.since = undefined;
    this.wrong = undefined;
  }

  /** If a check leaves and the handler is due after this cycle, there is something to report or to begin with. */
  get deadline(): Cycle {
    return this.wrong !== undefined || this.since === undefined ? -Infinity : this.since + this.cycles + AHEAD;
  }

  /** vSync falls. @param lines rises of hSync since power-on */
  vSyncFell(cycle: Cycle, lines: number): void {
    if (this.since === undefined) return;
    this.since = cycle;
    const seen = this.linesAtFall === undefined ? this.lines : lines - this.linesAtFall;
    this.linesAtFall = lines;
    if (seen !== this.lines) this.wrong ??= { lines: seen };
  }

  /** A check leaves. @param due the cycle at which the handler is due */
  atLeave(due: Cycle): WrongFrame | undefined {
    const isOverdue = due > this.deadline && this.since !== undefined;
    const wrong = this.wrong ?? (isOverdue ? { lines: undefined } : undefined);
    if (isOverdue || this.since === undefined) this.since = due;
    this.wrong = undefined;
    return wrong;
  }
}
