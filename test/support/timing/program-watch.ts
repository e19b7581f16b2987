/**
 * Compares each word that a machine executes outside of the handler with what the timing proof says of it.
 *
 * What must hold at a word, whichever way led there, is in the proof's reach. What must hold on a path from a check
 * that is called exact is in one of the states that follow the states before.
 */
import { decode, hexByte, hexWord, type Opcode, type RamKib, resumeAddress, writesRam } from '#isa';
import type { Machine } from '#emulator';
import type { ProofContext, TimeCheck } from '#proof';
import { followCheck } from '../../../proof/check-proof.ts';
import { LIMITS } from '../../../proof/contract/limits.ts';
import type { PathGraph, PathNode } from '../../../proof/paths/path-graph.ts';
import type { ReachedPoint } from '../../../proof/reach/reached.ts';
import { slotOf } from '../../../proof/values/cells.ts';
import { isMark } from '../../../proof/values/constants.ts';
import { ANY, type Value, type ValueTable } from '../../../proof/values/values.ts';

/** What is said of a word. */
type Said = Pick<ReachedPoint, 'ac' | 'y' | 'cells'>;

/** Whether a value of the proof can be a byte. */
export function canBe(values: ValueTable, value: Value, byte: number): boolean {
  const constants = values.constants(value);
  if (constants !== undefined) return constants.some((each) => isMark(each) || (each & 0xff) === byte);
  const sign = byte === 0 ? 12 : byte < 0x80 ? 1 : 2;
  return (value & sign) !== 0;
}

const keyOf = (address: number, next: number): number => address * 0x10000 + next;

/** Where a word that reads or writes RAM does so, after mirrors. */
export function placeOf({ address }: Opcode, operand: number, { x, y }: Machine['registers'], ram: RamKib): number {
  const page = address === 'yd' || address === 'yx' || address === 'yx++' ? y : 0;
  const low = address === undefined || address === 'd' || address === 'yd' ? operand : x;
  return ((page << 8) | low) & (ram === 64 ? 0xffff : 0x7fff);
}

/** The value of a byte is compared. */
const COMPARED = 0;
/** Nothing was stored: the proof assumes that no jump depends on it. Only what it is certain of is compared. */
const UNSTORED = 1;

export class ProgramWatch {
  compared = 0;
  private readonly points = new Map<number, ReachedPoint>();
  private readonly firstEntries = new Map<number, number>();
  private readonly graphs = new Map<number, PathGraph>();
  /** States of the paths from the last check, in one of which the machine is; undefined where nothing is said. */
  private nodes: readonly PathNode[] | undefined;
  private graph: PathGraph | undefined;
  /** The check that has left for the handler. */
  private away: TimeCheck | undefined;
  /** The check after which the next word begins a path, since it was not left or the handler is back. */
  private passed: TimeCheck | undefined;
  /** Whether the byte at a place of RAM is compared, as far as words have stored to it; and the same for AC and Y. */
  private readonly inRam = new Map<number, number>();
  private inAc = COMPARED;
  private inY = COMPARED;
  private readonly isWhole: boolean;

  constructor(
    private readonly context: ProofContext,
    private readonly exact: ReadonlySet<number>,
    private readonly machine: Machine,
  ) {
    const { found, program } = context;
    for (const point of found.points) if (!point.inHandler) this.points.set(keyOf(point.address, point.next), point);
    for (const [first, entries] of program.tables) for (const entry of entries) this.firstEntries.set(entry, first);
    this.isWhole = context.view.overall.lostOutside.length === 0;
  }

  /** Whether the handler executes. */
  get isAway(): boolean {
    return this.away !== undefined;
  }

  /**
   * Looks at the word that executes next.
   * @returns what the proof says wrongly of it; null if an assumption of the proof does not hold from here on
   */
  look(): string | null | undefined {
    const { machine, context } = this;
    const { address, nextAddress: next } = machine;
    if (this.away !== undefined) {
      if (address !== resumeAddress(this.away) || next !== address + 1) return undefined;
      this.passed = this.away;
      this.away = undefined;
      this.inAc = this.inY = COMPARED;
    }
    const word = context.program.words[address] ?? 0;
    if (this.isBeyond(word)) return null;
    const wrong = this.compare(address, next);
    this.note(word);
    // Where there is no word, the proof says nothing of what follows.
    return wrong ?? (context.program.used[address] === 1 ? undefined : null);
  }

  /** Whether a word does what the proof assumes that no word does. */
  private isBeyond(word: number): boolean {
    const { machine, context } = this;
    const { opcode, operand } = decode(word);
    const { ram } = context.found.around;
    if (opcode.operation === 'jump') {
      const low = opcode.bus === 'ram' ? this.standingOf(operand, operand) : opcode.bus === 'ac' ? this.inAc : COMPARED;
      const page = opcode.condition === 'far' ? this.inY : COMPARED;
      return Math.max(low, page) === UNSTORED;
    }
    if (!writesRam(word, ram) || opcode.address === 'd') return false;
    const isOpen = opcode.address !== 'yd' || this.pointAt(machine.address, machine.nextAddress)?.y === ANY;
    return isOpen && placeOf(opcode, operand, machine.registers, ram) < 0x100;
  }

  /** What is said of a word, by any way to it. */
  private pointAt(address: number, next: number): ReachedPoint | undefined {
    return this.points.get(keyOf(address, next)) ?? this.points.get(keyOf(this.asFirst(address), this.asFirst(next)));
  }

  /** The first word of a table stands for each that executes alone. */
  private asFirst(address: number): number {
    return this.firstEntries.get(address) ?? address;
  }

  private compare(address: number, next: number): string | undefined {
    this.compared++;
    if (this.isWhole) {
      const point = this.pointAt(address, next);
      if (point === undefined) return `${hexWord(address)} executes, and the proof does not come there`;
      const wrong = this.wrongIn(point);
      if (wrong !== undefined) return `${hexWord(address)}: ${wrong}`;
    }
    if (this.passed !== undefined) this.nodes = this.nodesBehind(this.passed);
    this.passed = undefined;
    if (this.nodes === undefined) return undefined;
    const pairs = [keyOf(address, next), keyOf(this.asFirst(address), this.asFirst(next))];
    const here = this.nodes.filter((node) => pairs.includes(keyOf(node.address, node.next)));
    const holding = here.filter((node) => this.wrongIn(node) === undefined);
    if (holding.length > 0) {
      this.nodes = holding;
      return undefined;
    }
    const why = here[0] === undefined ? 'no path comes here' : this.wrongIn(here[0]);
    return `${hexWord(address)}, on a way from a check: ${why}`;
  }

  private nodesBehind(check: TimeCheck): readonly PathNode[] | undefined {
    if (!this.exact.has(check.address)) return undefined;
    let graph = this.graphs.get(check.address);
    if (graph === undefined) this.graphs.set(check.address, (graph = followCheck(this.context, check, LIMITS.check)));
    this.graph = graph;
    return graph.starts;
  }

  /** What the machine holds although it is said that it cannot. */
  private wrongIn({ ac, y, cells }: Said): string | undefined {
    const { values, plan } = this.context.found.around;
    const { registers, ram } = this.machine;
    const isCompared = (standing: number, value: Value): boolean => standing === COMPARED || values.isCertain(value);
    if (isCompared(this.inAc, ac) && !canBe(values, ac, registers.ac)) return `AC holds ${hexByte(registers.ac)}`;
    if (isCompared(this.inY, y) && !canBe(values, y, registers.y)) return `Y holds ${hexByte(registers.y)}`;
    const isWrong = (byte: number, slot: number): boolean =>
      (this.standingOf(byte, byte) === COMPARED || plan.counters.has(slot)) &&
      !canBe(values, cells[slot] ?? ANY, ram[byte]!);
    const wrong = plan.cells.slice(0, plan.inAll).find(isWrong);
    return wrong === undefined ? undefined : `the byte ${hexByte(wrong)} holds ${hexByte(ram[wrong]!)}`;
  }

  /** Notes what the word that executes does to bytes that are not compared, and where paths go on. */
  private note(word: number): void {
    const { machine, context } = this;
    const { opcode, operand } = decode(word);
    const { address, nextAddress, registers } = machine;
    const isInOrder = nextAddress === address + 1;
    if (opcode.operation === 'jump') {
      if (isInOrder && context.words.branches.has(address) && registers.ac >= 0x80) this.leave(address);
    } else if (opcode.operation === 'st') {
      if (writesRam(word, context.found.around.ram)) this.noteStore(opcode, operand);
      if (opcode.target === 'y') this.inY = this.inAc;
    } else if (opcode.target === 'ac' || opcode.target === 'y') {
      const standing = Math.max(opcode.operation === 'ld' ? COMPARED : this.inAc, this.standingOnBus(opcode, operand));
      if (opcode.target === 'ac') this.inAc = standing;
      else this.inY = standing;
    }
    // The handler may have changed the registers.
    if (isInOrder && context.words.slots.has(address)) {
      this.passed = context.words.slots.get(address);
      this.inAc = this.inY = COMPARED;
    }
    this.nodes = this.followers();
  }

  private leave(branch: number): void {
    this.away = this.context.words.branches.get(branch);
    this.nodes = undefined;
  }

  /** The states that can follow; undefined where a path ends. */
  private followers(): readonly PathNode[] | undefined {
    const { nodes, graph } = this;
    if (nodes === undefined || graph === undefined || nodes.some(({ end }) => end !== undefined)) return undefined;
    return [...new Set(nodes.flatMap(({ followers }) => followers))].map((index) => graph.nodes[index]!);
  }

  private noteStore(opcode: Opcode, operand: number): void {
    const { machine, context } = this;
    const { ram } = context.found.around;
    // Another bank may be there.
    if (ram === 128 && opcode.address?.startsWith('y') === true && machine.registers.y >= 0x80) return;
    const place = placeOf(opcode, operand, machine.registers, ram);
    this.inRam.set(place, opcode.bus === 'ac' ? this.inAc : COMPARED);
  }

  private standingOnBus(opcode: Opcode, operand: number): number {
    if (opcode.bus === 'ac') return this.inAc;
    if (opcode.bus !== 'ram') return COMPARED;
    return this.standingOf(placeOf(opcode, operand, this.machine.registers, this.context.found.around.ram), operand);
  }

  /** Whether what a place of RAM holds is compared. @param offset the D of the word that reads it */
  private standingOf(place: number, offset: number): number {
    const { plan } = this.context.found.around;
    const isTracked = place < 0x100 ? slotOf(plan, place) >= 0 : plan.fields[offset] === 1;
    return this.inRam.get(place) ?? (isTracked ? UNSTORED : COMPARED);
  }
}
