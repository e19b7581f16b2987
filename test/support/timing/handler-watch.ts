/**
 * Compares each word that a machine executes in a proven handler with the states in which the proof has followed it.
 */
import { addTo } from '#basics';
import { addressRegisters, checkOrigin, decode, hexByte, hexWord, OUT_HSYNC, OUT_VSYNC, resumeAddress } from '#isa';
import { wordAt, X, Y } from '#isa';
import type { Machine } from '#emulator';
import { execute } from '../../../proof/handler/execute.ts';
import { proveHandler } from '../../../proof/handler/handler-proof.ts';
import { CHECK_WORD, copyOf, PENDING, RESUMED, type State } from '../../../proof/handler/state.ts';
import { byteOf } from '../../../proof/handler/ranges.ts';
import type { HandlerValue } from '../../../proof/handler/values.ts';
import type { Step, Walker } from '../../../proof/handler/walker.ts';
import { ZeroPages, type ByteValue } from '../../../proof/handler/zero-page.ts';
import { finish } from '#proof';
import type { HandlerResult, ProofContext, TimeCheck, TimingProgram, TimingResult } from '#proof';
import { placeOf } from './program-watch.ts';

/** The states of a walk by the address that executes. */
type States = ReadonlyMap<number, readonly State[]>;

/** A verdict on a handler, and the states on which it rests: of the way in, and of the lines. */
export interface FollowedHandler {
  readonly result: HandlerResult | undefined;
  readonly wayIn: States;
  readonly lines: States;
  readonly pages: ZeroPages;
}

/** Proves a handler, and notes the states. */
export function followHandler(
  { program, words, found, view, sightings }: ProofContext,
  results: readonly TimingResult[],
): FollowedHandler {
  const walks: { readonly walker: Walker | undefined; readonly states: Map<number, State[]> }[] = [];
  const step: Step = (state, walker) => {
    let walk = walks.at(-1);
    if (walk?.walker !== walker) walks.push((walk = { walker, states: new Map() }));
    addTo(walk.states, state.address, copyOf(state));
    return execute(state, walker);
  };
  const { hidesRam } = view.overall;
  const result = finish(proveHandler({ program, words, found, results, hidesRam, sightings }, {}, step));
  // It is followed again until all bytes that lines keep are known; the last time counts.
  const [wayIn, lines] = walks.slice(-2);
  const none: States = new Map();
  const pages = lines?.walker?.tools.pages ?? new ZeroPages();
  return { result, wayIn: wayIn?.states ?? none, lines: lines?.states ?? none, pages };
}

/** The numbers of the check that has left. */
interface Numbers {
  readonly check: TimeCheck;
  /** The account before the charge, 0..255. */
  readonly left: number;
  /** The cycle in which the check began. */
  readonly began: number;
}

const SYNC = OUT_HSYNC | OUT_VSYNC;

/** A number for the time in a line, the lines of the frame and the sync signals together. */
const momentOf = (time: number, lines: number, sync: number): number => (time * 0x1000 + lines) * 0x100 + sync;

function byMoment(states: readonly State[]): ReadonlyMap<number, readonly State[]> {
  const groups = new Map<number, State[]>();
  for (const state of states) addTo(groups, momentOf(state.time, state.lines, state.sync), state);
  return groups;
}

export class HandlerWatch {
  compared = 0;
  /** The states of the lines by address, and there by moment: there are thousands of them at an address. */
  private readonly inLines = new Map<number, ReadonlyMap<number, readonly State[]>>();
  /** What the zero pages of states hold. */
  private readonly held = new Map<State['zero'], readonly ByteValue[]>();
  private numbers: Numbers;
  private isWayIn = false;
  /** The cycle in which hSync fell. */
  private fell = 0;
  /** Rises of hSync since vSync fell; negative before it first falls. */
  private lines = -1;
  private sync = 0;

  constructor(
    private readonly followed: FollowedHandler,
    private readonly machine: Machine,
    /** What is being compared. */
    private readonly program: TimingProgram,
  ) {
    this.numbers = { check: program.checks[0]!, left: 0, began: 0 };
    for (const [place, states] of followed.lines) this.inLines.set(place, byMoment(states));
  }

  /** A check begins, which may leave for the handler. */
  begin(check: TimeCheck): void {
    const { machine } = this;
    this.numbers = { check, left: machine.ram[check.account]!, began: machine.cycle };
    this.isWayIn = true;
    this.sync = machine.registers.out & SYNC;
  }

  /**
   * Looks at the word of the handler that executes next.
   * @returns what the proof says wrongly of it; null if an assumption of the proof does not hold from here on
   */
  look(): string | null | undefined {
    const { machine, followed } = this;
    this.noteSync(machine.registers.out & SYNC);
    this.compared++;
    const { address } = machine;
    const isAgain = address === this.numbers.check.address;
    const place = isAgain ? CHECK_WORD | (address & 0xff00) : address;
    const onWayIn = this.isWayIn ? (followed.wayIn.get(place) ?? []) : [];
    // In front of the word that begins a line, its time is 0.
    const time = this.isWayIn ? 0 : machine.cycle - this.fell;
    const inLines = this.inLines.get(place)?.get(momentOf(time, this.lines, this.sync)) ?? [];
    const states = [
      ...onWayIn.filter((state) => this.isIn(state, true)),
      ...inLines.filter((state) => this.isIn(state, false)),
    ];
    if (states.length > 0) return states.every((state) => this.isBeyond(state)) ? null : undefined;
    const { ac, x, y } = machine.registers;
    const held = [ac, x, y].map(hexByte).join(', ');
    return `${hexWord(address)} in the handler: none of ${onWayIn.length + inLines.length} states has AC, X, Y = ${held}`;
  }

  /** Whether the word is a store to the zero page of which the state does not know the address. */
  private isBeyond({ x, y }: State): boolean {
    const { machine, program } = this;
    const word = wordAt(program.words, machine.address);
    const { opcode, operand } = decode(word);
    if (!opcode.writesRam || placeOf(opcode, operand, machine.registers, program.ramKib ?? 32) >= 0x100) return false;
    const isOpen = (value: HandlerValue): boolean => value.kind === 'bits' && value.mask === 0;
    const formed = addressRegisters(word);
    return ((formed & X) !== 0 && isOpen(x)) || ((formed & Y) !== 0 && isOpen(y));
  }

  private noteSync(sync: number): void {
    const changed = sync ^ this.sync;
    this.sync = sync;
    if ((changed & OUT_VSYNC & ~sync) !== 0) this.lines = 0;
    if ((changed & OUT_HSYNC) === 0) return;
    if ((sync & OUT_HSYNC) !== 0) this.lines += this.lines < 0 ? -1 : 1;
    else {
      this.fell = this.machine.cycle - 1;
      this.isWayIn = false;
    }
  }

  /** Whether the machine is in a state of the proof, one of the lines at this moment or of the way in. */
  private isIn(state: State, isWayIn: boolean): boolean {
    const { machine, followed } = this;
    const { ranges } = state;
    const { left, began, check } = this.numbers;
    const waited = machine.cycle - began;
    const isLeft = [left, left - 0x100].some(
      (each) =>
        ranges.leftMin <= each &&
        each <= ranges.leftMax &&
        (!isWayIn || state.time === waited - (state.settled ? each : 0)),
    );
    const isCharge = ranges.charges.includes(check.cycles);
    if (!isLeft || !isCharge || !this.isNext(state)) return false;
    const { ac, x, y } = machine.registers;
    if (!this.canBe(state.ac, ac) || !this.canBe(state.x, x) || !this.canBe(state.y, y)) return false;
    let held = this.held.get(state.zero);
    if (held === undefined) this.held.set(state.zero, (held = followed.pages.entriesOf(state.zero)));
    return held.every(([byte, value]) => this.canBe(value, machine.ram[byte]!));
  }

  private isNext({ next }: State): boolean {
    const { nextAddress } = this.machine;
    const { check } = this.numbers;
    if (next === PENDING) return true;
    if (next >= RESUMED) return nextAddress === ((resumeAddress(check) + next - RESUMED) & 0xffff);
    return nextAddress === (next >= CHECK_WORD ? check.address + (next & 0xff) : next);
  }

  private canBe(value: HandlerValue, byte: number): boolean {
    const { check, left } = this.numbers;
    if (value.kind === 'choice') return value.constants.includes(byte);
    if (value.kind === 'bits') return (byte & value.mask) === value.bits;
    const sum =
      byteOf(value, left, check.cycles) + value.low * (checkOrigin(check) & 0xff) + value.page * (check.address >> 8);
    return (sum & 0xff) === byte;
  }
}
