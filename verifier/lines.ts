/**
 * The video handler, counted out: every check, every number of cycles left, every line.
 *
 * A check and a number of cycles left are a lane. All lanes are followed at once, cycle by cycle: first the way in, up
 * to the word that begins a line, then each line that the certificate lists, to the next one or back to the program.
 */
import { addTo, elementAt } from '#basics';
import { CHECK_WORDS, CYCLES_PER_LINE, HSYNC_CYCLES, LINES_PER_FRAME, VSYNC_LINES } from '#isa';
import { OUT, OUT_HSYNC, OUT_VSYNC, registersWritten, resumeAddress, wordAt } from '#isa';
import type { Certificate, Check } from './certificate.ts';
import { alike, distinct, joined } from './lanes.ts';
import type { Machine } from './machine.ts';
import type { Memory } from './memory.ts';
import { pathTo, Refusal, type Trail } from './refusal.ts';
import { BACK, IN_OUT, stateAt, textOf, type State, type Store, type Tools } from './state.ts';
import { balanceBefore } from './time-words.ts';
import type { Bytes } from './values.ts';
import { byteIn, isKnown, isWithin, Lanes, OLD, setOf, type Value } from './values.ts';
import { workOf } from './work.ts';

/** Registers of a lane after those that state.ts numbers: what its check charges, and what was left. */
const [CHARGE, LEFT] = [6, 7];
/** Work beyond which a certificate is refused, and cycles of a way in. */
export const MOST_WORK_OF_LINES = 50_000_000;
const MOST_CYCLES = 0x400;
/**
 * Lanes that are followed at once, of which each state takes some more. Those of the chess engine are 366,608 in 12,179
 * states; where a store may hit a byte or miss it, they can double with each word.
 */
const MOST_LANES = 1_000_000;
const LANES_OF_STATE = 16;
/** Stands for lanes whose account is true; others are told by what their check charges. */
const TRUE = -1;
/** A byte with more values is any byte in a line that the handler begins, and is not looked up value by value. */
const MOST_CHOICES = 8;

type Handler = NonNullable<Certificate['handler']>;

export interface HandlerTools extends Tools {
  readonly handler: Handler;
  readonly machine: Machine;
  readonly checks: readonly Check[];
  /** The most cycles that a check comes late. */
  readonly lateness: number;
}

/** A word of the handler in some lanes. */
interface Step extends Trail {
  readonly state: State;
  /** Cycles since the first word of the check, or since the fall of hSync. */
  readonly time: number;
  /** Rises of hSync since vSync fell; -1 before that. */
  readonly lines: number;
  /** The listed line from which this comes, and rises of hSync since it, as long as vSync has not fallen. */
  readonly origin: number;
  readonly waited: number;
}

export class Lines {
  /** Lines that were followed. */
  count = 0;
  private refusal: Refusal | undefined;
  private readonly ends: Step[] = [];
  private readonly inner: Step[] = [];
  private readonly seen = new Set<string>();
  /** Lines before the first fall of vSync: from a listed line to another, or to the fall. */
  private readonly waits: { readonly from: number; readonly to: number; readonly waited: number }[] = [];
  private readonly shape;
  private readonly account: number;
  /** How much more a short check finds in the account. */
  private readonly early: number;
  /** Memory when a check leaves: what lines keep is known when one begins, unless the way in has stored something else. */
  private readonly kept: Memory;
  private readonly allowed: ReadonlyMap<number, Bytes>;
  private readonly between: ReadonlyMap<number, Bytes>;
  /** The listed lines by sync bits and rises of hSync, each with its place in the list. */
  private readonly listed = new Map<string, { readonly place: number; readonly held: readonly Bytes[] }[]>();

  constructor(private readonly tools: HandlerTools) {
    const { certificate, handler, checks, machine, values } = tools;
    const usual = { line: CYCLES_PER_LINE, hSync: HSYNC_CYCLES, lines: LINES_PER_FRAME, vSync: VSYNC_LINES };
    this.shape = certificate.declarations.shape ?? usual;
    this.account = elementAt(checks, 0).account;
    this.kept = machine.open.withAll(handler.bytes.map((byte) => [byte, values.of([OLD])]));
    const nothing = certificate.bytes.map((byte) => [byte, values.none] as const);
    this.allowed = new Map([...nothing, ...certificate.handlerStores]);
    this.early = Math.max(...checks.map((check) => (check.form === 'short' ? -balanceBefore(check) : 0)));
    this.between = new Map(handler.between);
    for (const [place, [sync, lines, held]] of handler.lines.entries()) {
      addTo(this.listed, `${sync} ${lines}`, { place, held });
    }
  }

  verify(): Refusal | undefined {
    const { handler, checks, lateness, values } = this.tools;
    if (handler.mostLeft + lateness > 0xff) return new Refusal('the account can hold more than a byte');
    if (handler.lines.some(([sync]) => (sync & ~OUT_VSYNC) !== OUT_HSYNC))
      return new Refusal('a line begins without hSync');
    this.run(
      checks.flatMap((check) => this.wayOf(check)),
      true,
    );
    const ends = this.joined(this.ends, true);
    for (const [origin, [sync, lines, held]] of handler.lines.entries()) {
      const starts = ends.map((end): Step => {
        const memory = held.reduce((all, set, place) => {
          const byte = handler.bytes[place] ?? 0;
          return setOf(all.at(byte)).isOld ? all.with(byte, set) : all;
        }, end.state.memory);
        const registers = end.state.registers.with(IN_OUT, values.one(sync));
        return { ...end, state: { ...end.state, memory, registers }, lines, origin };
      });
      this.run(starts, false);
      for (let line = this.inner.pop(); line !== undefined; line = this.inner.pop()) this.run([line], false);
    }
    if (this.isVSyncLate()) return (this.refusal ??= new Refusal('vSync does not fall within the first frame'));
    return this.refusal;
  }

  /** Follows steps of the same time, cycle by cycle. */
  private run(starts: readonly Step[], isWayIn: boolean): void {
    if (!isWayIn) this.count++;
    const { work, certificate } = this.tools;
    const [start] = starts;
    work.add(starts.length * workOf(certificate));
    if (start !== undefined && work.isTooMuch) this.refuseWork(start);
    for (let now = starts; now.length > 0 && this.refusal === undefined;) {
      const all = this.joined(now, isWayIn);
      const lanes = all.reduce((sum, { state }) => sum + state.lanes + LANES_OF_STATE, 0);
      const [first] = all;
      if (first !== undefined && lanes > MOST_LANES) this.refuse(`more than ${MOST_LANES} lanes`, first);
      else now = all.flatMap((step) => this.after(step, isWayIn));
    }
  }

  /**
   * Steps that differ in nothing but their lanes as one. On the way in, a byte that is known becomes one a lane; within
   * a line, only what is one a lane already.
   */
  private joined(steps: readonly Step[], isWayIn: boolean): readonly Step[] {
    // States of different addresses are different, whatever they hold.
    if (steps.length === 1 || new Set(steps.map(({ address }) => address)).size === steps.length) return steps;
    const naming = isWayIn ? 'known' : 'lanes';
    const pulses = ({ lines, origin, waited }: Step): string => `${lines} ${origin} ${waited}`;
    return alike(steps, (step) => `${textOf(step.state, naming)} ${pulses(step)}`).map((group) => {
      if (group.length === 1) return group[0];
      const all = group.map(({ state }) => state);
      const different = alike(all, (state) => `${textOf(state)} ${state.lanes}`).map(([state]) => state);
      return { ...group[0], state: joined(this.tools.values, different) };
    });
  }

  /** The lanes of a check, at its trampoline or exit. */
  private wayOf(check: Check): Step[] {
    const { values, handler, lateness } = this.tools;
    const { address, form, cycles, trampoline } = check;
    const lefts: number[] = [];
    for (let left = -lateness; left <= handler.mostLeft; left++) if (((left - cycles) & 0x80) !== 0) lefts.push(left);
    if (lefts.length === 0) return [];
    const account = values.lanes(lefts.length, (lane) => (lefts[lane] ?? 0) - cycles);
    const left = values.lanes(lefts.length, (lane) => lefts[lane] ?? 0);
    const resume = resumeAddress(check);
    const own = [values.one(resume), values.one(resume >> 8), values.one(cycles), left];
    const ac = form === 'short' ? account : values.one(address);
    const registers = [ac, values.any, values.any, values.any, ...own];
    const state = stateAt(trampoline, registers, this.kept.with(this.account, account), lefts.length);
    return [{ state, address: trampoline, from: undefined, time: CHECK_WORDS, lines: -1, origin: 0, waited: 0 }];
  }

  private refuse(message: string, step: Step): Step[] {
    this.refusal ??= new Refusal(`in the handler, ${message}, ${step.time} cycles after it began`, pathTo(step));
    return [];
  }

  private refuseWork(step: Step): Step[] {
    return this.refuse('more steps than a verification may take', step);
  }

  /** Executes a word of the handler. */
  private after(step: Step, isWayIn: boolean): Step[] {
    const { rom, machine, used, work, certificate } = this.tools;
    const { state, address, time } = step;
    if (address === BACK) return isWayIn ? this.refuse('the way in goes back to the program', step) : this.back(step);
    const writesOut = (registersWritten(wordAt(rom, address)) & OUT) !== 0 && state.constants === undefined;
    if (isWayIn && writesOut) return this.beginLine(step);
    if (used[address] !== 1) return this.refuse('there is no word', step);
    if (isWayIn && time > MOST_CYCLES) return this.refuse('the way in does not come to a line', step);
    const { states, stores = [], fault, isUnset } = machine.execute(state);
    work.add(workOf(certificate) * (1 + states.length));
    if (work.isTooMuch) return this.refuseWork(step);
    if (fault !== undefined) return this.refuse(fault, step);
    if (isUnset === true) return this.refuse('it is not known where this jump goes', step);
    for (const store of stores) this.judgeStore(step, store);
    const { lines, origin, waited } = step;
    // Not the step itself, which would keep its state.
    const from = { address, from: step.from };
    const steps = states.map((next): Step => {
      return { state: next, address: next.address, from, time: time + 1, lines, origin, waited };
    });
    return isWayIn ? steps : steps.flatMap((next) => this.tick(step, next));
  }

  private judgeStore(step: Step, { index, value }: Store): void {
    const allowed = this.allowed.get(index);
    if (allowed !== undefined && !isWithin(value, allowed))
      this.refuse(`byte ${index} gets what the handler is said not to store`, step);
  }

  /** The way in ends in front of the word that begins a line: in each lane when its cycles are over. */
  private beginLine(step: Step): Step[] {
    const { values, handler, lateness } = this.tools;
    const { state, time } = step;
    const left = time - handler.wayIn;
    const isOver = elementAt(state.registers, LEFT) === values.one(left);
    if (!isOver || left < -lateness || left > handler.mostLeft)
      return this.refuse('a line does not begin in time', step);
    const registers = state.registers.with(LEFT, values.one(0));
    this.ends.push({ ...step, state: { ...state, registers }, time: 0, from: undefined });
    return [];
  }

  /** A word of a line has been executed: hSync and vSync change when they must, and at no other time. */
  private tick(step: Step, after: Step): Step[] {
    const { handler, values } = this.tools;
    const { time } = step;
    const { shape } = this;
    const before = elementAt(step.state.registers, IN_OUT);
    const out = elementAt(after.state.registers, IN_OUT);
    if (setOf(out).size !== 1) return this.refuse('it is not known what OUT gets', step);
    const isHigh = (byteIn(out, 0) & OUT_HSYNC) !== 0;
    if (isHigh !== time >= shape.hSync) return this.refuse(isHigh ? 'hSync is high' : 'hSync is low', step);
    const changed = byteIn(before, 0) ^ byteIn(out, 0);
    let { lines, waited } = step;
    if ((changed & OUT_VSYNC) !== 0) {
      const falls = (byteIn(out, 0) & OUT_VSYNC) === 0;
      const isInTime = falls
        ? time === handler.vSyncAt && (lines === -1 || lines === shape.lines)
        : lines === -1 || Math.abs(lines - shape.vSync) <= 1;
      if (!isInTime) return this.refuse(`vSync ${falls ? 'falls' : 'rises'} after ${lines} lines`, step);
      if (falls && lines === -1) this.waits.push({ from: step.origin, to: -1, waited });
      if (falls) lines = waited = 0;
    }
    let { state } = after;
    if (time === shape.hSync) {
      if (lines === -1) waited++;
      else lines++;
      if (Math.max(lines, waited) > shape.lines) return this.refuse('vSync does not fall', step);
      state = distinct(values, state);
    }
    const { address, from, origin } = after;
    const next = { state, address, from, time: after.time, lines, origin, waited };
    if (next.time < shape.line || state.address === BACK) return [next];
    this.goOn({ ...next, state: this.widened(state), time: 0, from: undefined });
    return [];
  }

  /** The handler begins the next line itself. */
  private goOn(line: Step): void {
    const { state, lines, origin, waited } = line;
    const text = `${textOf(state)} ${lines === -1 ? `${origin} ${waited}` : lines}`;
    if (!this.seen.has(text)) this.inner.push(line);
    this.seen.add(text);
  }

  /** A state in which a byte with many values may be anything: else a counter would be followed once for each value. */
  private widened(state: State): State {
    const few = (value: Value): boolean => value instanceof Lanes || value.size <= MOST_CHOICES;
    return { ...state, memory: state.memory.map((value) => (few(value) ? value : this.tools.values.any)) };
  }

  /** The program goes on: with the cycles that are left of the line, and with the bytes of a line that is listed. */
  private back(step: Step): Step[] {
    const { handler, values } = this.tools;
    const { state, time } = step;
    const total = this.shape.line - handler.wayIn - time + CHECK_WORDS;
    const [account, charge] = [state.memory.at(this.account), elementAt(state.registers, CHARGE)];
    if (!isKnown(account)) return this.refuse('it is not known what is left in the account', step);
    const wrong = values.parts(state.lanes, `back ${total}`, [account, charge], (lane) => {
      const charged = byteIn(charge, lane);
      const isTrue = ((byteIn(account, lane) + charged - total) & 0xff) === 0;
      return isTrue && total >= charged ? TRUE : charged;
    });
    for (const charged of wrong.keys())
      if (charged !== TRUE) return this.refuse(`the account is wrong for a check of ${charged} cycles`, step);
    if (total - CHECK_WORDS + this.early > handler.mostLeft)
      return this.refuse('more is left than the certificate says', step);
    const out = elementAt(state.registers, IN_OUT);
    if ((byteIn(out, 0) & OUT_HSYNC) === 0) return this.refuse('the program goes on within hSync', step);
    // Of what depends on the check, all bytes count: the next line may be that of another one.
    const held = handler.bytes.map((byte) => {
      const value = setOf(state.memory.at(byte));
      return setOf(values.union(value, this.between.get(byte) ?? value));
    });
    if (this.isListed(step, byteIn(out, 0), held)) return [];
    if (this.tools.work.isTooMuch) return this.refuseWork(step);
    return this.refuse('the next line begins in a state that is not listed', step);
  }

  /** Whether a line that begins with these bytes is listed: one for all their values, or one for each value of some. */
  private isListed(step: Step, sync: number, held: readonly Bytes[]): boolean {
    const { values, work } = this.tools;
    const { lines, origin, waited } = step;
    const listed = this.listed.get(`${sync} ${lines}`) ?? [];
    work.add(1 + listed.length * held.length);
    if (work.isTooMuch) return false;
    const next = listed.find((line) => held.every((set, place) => isWithin(set, elementAt(line.held, place))));
    if (next !== undefined && lines === -1) this.waits.push({ from: origin, to: next.place, waited });
    if (next !== undefined) return true;
    const open = held.findIndex(({ size }) => size > 1 && size <= MOST_CHOICES);
    const withByte = (byte: number): Bytes[] => held.map((set, place) => (place === open ? values.one(byte) : set));
    return open >= 0 && elementAt(held, open).list.every((byte) => this.isListed(step, sync, withByte(byte)));
  }

  /** Whether more lines than a frame has may pass before vSync falls for the first time, or it is too much work to tell. */
  private isVSyncLate(): boolean {
    const { work } = this.tools;
    const most = new Map<number, number>();
    let isChanged = true;
    while (isChanged && !work.isTooMuch) {
      isChanged = false;
      work.add(this.waits.length >> 2);
      for (const { from, to, waited } of this.waits) {
        const lines = (most.get(from) ?? 0) + waited;
        if (lines > this.shape.lines) return true;
        if (lines <= (most.get(to) ?? 0)) continue;
        most.set(to, lines);
        isChanged = true;
      }
    }
    return isChanged;
  }
}
