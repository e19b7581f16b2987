/**
 * What a byte of the zero page can hold where paths begin, as far as the program decides it by this byte alone.
 *
 * One byte is followed at a time through all that execution can reach: its values, and AC as a function of it, so that
 * both sides of its tests are told apart. What other bytes hold is not asked, and a store through an unknown X or Y is
 * taken not to hit it. So nothing is proven by what is found here; it only tells which wrong paths runs may take.
 */
import { numberAt } from '#basics';
import {
  byteReadBy,
  IS_JUMP,
  isConditional,
  opcodeOfWord,
  resumeAddress,
  storesUndefined,
  wordAt,
  writesRam,
} from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import type { TimeWords } from '../words/time-words.ts';
import { bytesStored } from './handler-stores.ts';
import { type Operand, Operands } from './operands.ts';
import { isEntry, type Reach, type ReachedPoint } from './reached.ts';

/** The values of a byte by the address of the word with which paths begin; absent where it may hold anything. */
export type HeldByte = ReadonlyMap<number, readonly number[]>;

/** Words that are followed for one byte. */
const MOST_STEPS = 1_000_000;

/** What is known before a word. */
interface State {
  /** A set. */
  readonly held: Operand;
  readonly ac: Operand;
}

/** A point that execution can reach, as it is followed for each byte. */
interface Followed {
  readonly point: ReachedPoint;
  readonly word: number;
  /** Bytes of the zero page to which its word may store; undefined if it may be any. */
  readonly stores: readonly number[] | undefined;
  /** Whether AC is anything after it: a word that the source does not have, or an entry that stands for a table. */
  readonly losesAc: boolean;
  /** Whether a time check ends with it, from which the handler comes back. */
  readonly isCheckEnd: boolean;
  /** Whether nothing is known to come before it. */
  readonly isFirst: boolean;
}

/** What all words store, by byte; it grows while the program is followed for all bytes. */
interface Stored {
  readonly points: readonly Followed[];
  readonly all: Operand[];
  /** By the handler alone. */
  readonly byHandler: Operand[];
  /** 1 for bytes that may hold anything at any time, or always hold what they did at power-on. */
  readonly isOpen: Uint8Array;
  readonly isUntouched: Uint8Array;
}

/** Finds out about bytes when it is asked. */
export class HeldBytes {
  private readonly found = new Map<number, HeldByte>();
  private readonly operands = new Operands();
  private known: Stored | undefined;

  constructor(
    private readonly program: TimingProgram,
    private readonly words: TimeWords,
    private readonly reach: Reach,
  ) {}

  of(byte: number): HeldByte {
    let held = this.found.get(byte);
    if (held === undefined) this.found.set(byte, (held = this.find(byte)));
    return held;
  }

  /** Whether nothing in the program stores to a byte, so that it always holds what it did at power-on. */
  isUntouched(byte: number): boolean {
    return this.stored.isUntouched[byte] === 1;
  }

  private find(byte: number): HeldByte {
    const { program, operands, stored } = this;
    if (stored.isOpen[byte] === 1) return new Map();
    const states = new Follower(stored, operands, byte).run();
    const begins = [...program.checks.map(resumeAddress), ...program.assertions.map(({ from }) => from)];
    const at = new Map(begins.map((address) => [address, operands.none]));
    for (const { point } of stored.points) {
      const before = at.get(point.address);
      if (before === undefined) continue;
      const here = states === undefined ? operands.all : (states[point.index]?.held ?? operands.none);
      at.set(point.address, operands.union(before, here));
    }
    const known = [...at].filter(([, held]) => held !== operands.all && held !== operands.none);
    return new Map(known.map(([address, held]) => [address, operands.valuesIn(held)]));
  }

  private get stored(): Stored {
    if (this.known !== undefined) return this.known;
    const { program, operands, reach } = this;
    const before = new Set(reach.points.flatMap(({ followers }) => followers));
    const points = reach.points.map((point) => this.followed(point, !before.has(point)));
    const strays = reach.strays.map((point) => this.followed(point, true));
    const isUntouched = new Uint8Array(0x100).fill(1);
    for (const { stores } of [...points, ...strays]) {
      if (stores === undefined) isUntouched.fill(0);
      else for (const byte of stores) isUntouched[byte] = 0;
    }
    const isOpen = isUntouched.map((is, byte) => (is === 1 || program.external?.has(byte) === true ? 1 : 0));
    const nothing = (): Operand[] => Array.from({ length: 0x100 }, () => operands.none);
    const [all, byHandler] = [nothing(), nothing()];
    const known = { points, all, byHandler, isOpen, isUntouched };
    for (const { point, stores = [] } of strays) {
      for (const byte of stores)
        all[byte] = byHandler[byte] = operands.union(numberAt(all, byte), this.storedBy(point));
    }
    // If that takes too long, any byte may hold anything.
    if (new Follower(known, operands).run() === undefined) isOpen.fill(1);
    return (this.known = known);
  }

  private followed(point: ReachedPoint, isFirst: boolean): Followed {
    const { program, words, reach } = this;
    const { address, next, inHandler } = point;
    const isInOrder = next === ((address + 1) & 0xffff);
    return {
      point,
      word: wordAt(program.words, address),
      stores: storesOf(program, point, reach),
      losesAc: program.used[address] === 0 || (!isInOrder && reach.entries.has(address)),
      isCheckEnd: words.slots.has(address) && isInOrder !== inHandler,
      isFirst: isFirst || isEntry(program, point),
    };
  }

  /** What a word stores to which only an unknown jump of the handler leads: a constant, if the word before loads one. */
  private storedBy({ address }: ReachedPoint): Operand {
    const word = wordAt(this.program.words, (address - 1) & 0xffff);
    const { operation, target, bus } = opcodeOfWord(word);
    const isLoaded = operation === 'ld' && target === 'ac' && bus === 'd';
    return isLoaded ? this.operands.constant(word & 0xff) : this.operands.all;
  }
}

function storesOf(program: TimingProgram, { address, y }: ReachedPoint, { around }: Reach): Followed['stores'] {
  const stores = bytesStored(program, address, y, around);
  const word = wordAt(program.words, address);
  const { address: mode } = opcodeOfWord(word);
  if (stores.length > 0 || mode === 'd' || mode === 'yd' || !writesRam(word, around.ram)) return stores;
  return mode === 'x' || around.values.inPageZero(y, around.ram) !== 'never' ? undefined : stores;
}

/** Follows a program up to a fixpoint: for one byte, or to find what is stored into each. */
class Follower {
  private readonly states: (State | undefined)[] = [];
  private readonly waiting: Uint8Array;
  private waits = 0;
  /** The points whose word loads a byte, by the byte. */
  private readonly loads = new Map<number, ReachedPoint[]>();

  constructor(
    private readonly stored: Stored,
    private readonly operands: Operands,
    private readonly byte?: number,
  ) {
    this.waiting = new Uint8Array(stored.points.length);
  }

  /** What is known before each point, by its index; undefined if that would take too long. */
  run(): readonly (State | undefined)[] | undefined {
    const { states, operands, loads } = this;
    const { points } = this.stored;
    for (const { point, word, isFirst } of points) {
      if (isFirst) this.arrive(point, { held: operands.all, ac: operands.all });
      const read = this.byte === undefined ? byteReadBy(word) : undefined;
      if (read !== undefined) loads.set(read, [...(loads.get(read) ?? []), point]);
    }
    for (let steps = 0; this.waits > 0;) {
      for (const [index, each] of points.entries()) {
        if (this.waiting[index] === 0) continue;
        this.waiting[index] = 0;
        this.waits--;
        if (++steps > MOST_STEPS) return undefined;
        this.follow(each, states[index] ?? { held: operands.all, ac: operands.all });
      }
      if (this.waits === 0) this.openUnstored();
    }
    return states;
  }

  /** Lets bytes hold anything that are loaded though nothing was ever stored but what is made of them. */
  private openUnstored(): void {
    const { all } = this.stored;
    for (const [byte, points] of this.loads) {
      const isReached = points.some(({ index }) => this.states[index] !== undefined);
      if (isReached && all[byte] === this.operands.none) this.keep(byte, this.operands.all, false);
    }
  }

  private follow(followed: Followed, before: State): void {
    const { operands } = this;
    const { word, point, losesAc, isCheckEnd } = followed;
    const isJump = IS_JUMP[word >> 8] === 1;
    const after = losesAc ? { ...before, ac: operands.all } : isJump ? before : this.execute(followed, before);
    const byHandler = this.byte === undefined ? operands.none : (this.stored.byHandler[this.byte] ?? operands.none);
    for (const each of point.followers) {
      if (isCheckEnd && !each.inHandler)
        this.arrive(each, { held: operands.union(after.held, byHandler), ac: operands.all });
      else if (isJump) this.arrive(each, this.onWay(after, word, point, each));
      else this.arrive(each, after);
    }
  }

  private execute(followed: Followed, before: State): State {
    const { operation, target } = opcodeOfWord(followed.word);
    if (operation === 'st') return this.store(followed, before);
    if (target !== 'ac') return before;
    const { held, ac } = before;
    return { held, ac: this.operands.combined(operation, ac, this.onBus(followed.word, ac), held) };
  }

  private store({ word, stores = [], point }: Followed, before: State): State {
    if (stores.length === 0) return before;
    const { address, bus } = opcodeOfWord(word);
    const { operands, byte } = this;
    const { held, ac } = before;
    const stored = storesUndefined(word) ? operands.all : operands.image(this.onBus(word, ac), held);
    if (byte === undefined) for (const each of stores) this.keep(each, stored, point.inHandler);
    if (byte === undefined || !stores.includes(byte)) return before;
    if (address !== 'd') return { held: operands.union(held, stored), ac: operands.image(ac, held) };
    return { held: stored, ac: bus === 'ac' ? operands.itself : operands.image(ac, held) };
  }

  private keep(byte: number, value: Operand, inHandler: boolean): void {
    const { all, byHandler } = this.stored;
    const before = numberAt(all, byte);
    all[byte] = this.operands.union(before, value);
    if (inHandler) byHandler[byte] = this.operands.union(numberAt(byHandler, byte), value);
    if (all[byte] === before) return;
    for (const { index } of this.loads.get(byte) ?? []) if (this.states[index] !== undefined) this.wait(index);
  }

  private onBus(word: number, ac: Operand): Operand {
    const { bus } = opcodeOfWord(word);
    if (bus === 'd') return this.operands.constant(word & 0xff);
    if (bus === 'ac') return ac;
    const byte = byteReadBy(word);
    if (byte === undefined || this.stored.isOpen[byte] === 1) return this.operands.all;
    return byte === this.byte ? this.operands.itself : numberAt(this.stored.all, byte);
  }

  /** What remains where a branch is taken, or is not. */
  private onWay(state: State, word: number, { next }: ReachedPoint, { next: then }: ReachedPoint): State {
    const opcode = opcodeOfWord(word);
    const isTaken = then !== ((next + 1) & 0xffff);
    // A branch to where execution goes on anyway says nothing.
    const isOpen = !isTaken && (opcode.bus !== 'd' || (word & 0xff) === (then & 0xff));
    if (!isConditional(opcode) || isOpen) return state;
    const { held, ac } = state;
    const left = this.operands.passing(ac, held, opcode.mode, isTaken);
    if (this.operands.isOfByte(ac)) return { held: left, ac };
    return left === this.operands.none ? { held: left, ac } : { held, ac: left };
  }

  private arrive({ index }: ReachedPoint, state: State): void {
    const { operands, states } = this;
    if (state.held === operands.none) return;
    const before = states[index];
    const after = before === undefined ? state : this.union(before, state);
    if (after === before) return;
    states[index] = after;
    this.wait(index);
  }

  private union(a: State, b: State): State {
    const { operands } = this;
    const held = operands.union(a.held, b.held);
    const ac = a.ac === b.ac ? a.ac : operands.union(operands.image(a.ac, a.held), operands.image(b.ac, b.held));
    return held === a.held && ac === a.ac ? a : { held, ac };
  }

  private wait(index: number): void {
    if (this.waiting[index] === 0) this.waits++;
    this.waiting[index] = 1;
  }
}
