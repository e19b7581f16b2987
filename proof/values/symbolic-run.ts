/**
 * What the tests on a path say about the bytes that they test: the path, executed symbolically.
 *
 * Every byte is a function of a source (sources.ts). A test leaves those values of the source with which execution goes
 * the way of the path. If none is left, no run can take the path.
 */
import {
  hexByte,
  hexWord,
  isConditional,
  opcodeOfWord,
  OUT_HSYNC,
  passes,
  storesUndefined,
  touches,
  writesRam,
} from '#isa';
import type { Contradiction } from './contradiction.ts';
import type { RunProgram, Wanted } from './run-program.ts';
import { ALL_VALUES, ITSELF, NONE, rootsOf, Sources, type Byte, type Source } from './sources.ts';
import { OPERATE } from './transfer.ts';

/** A word that executes, and the one that is being fetched. A word above $ffff is not in ROM, and is not known. */
export interface RunStep {
  readonly address: number;
  readonly next: number;
}

/** A word that executes, the next one, and the one after these two. */
interface Step extends RunStep {
  readonly then: number;
}

/** The values that a source can have, and why. */
interface Shown {
  readonly values: readonly number[];
  /** What settled that, the last first. */
  readonly by: Settled | undefined;
}

/** A test or a store, and whether it agrees with a value of a source. */
interface Settled {
  readonly address: number;
  readonly isStore: boolean;
  agrees(value: number): boolean;
  readonly earlier: Settled | undefined;
}

function* fromLast(last: Settled | undefined): Generator<Settled> {
  for (let each = last; each !== undefined; each = each.earlier) yield each;
}

/** The most words of a path that are executed: each keeps what all before it have shown. */
const LONGEST_PATH = 4_000;

/** A path, executed up to its last word, or as far as it is followed; or why no run can take it. */
export function followed(path: readonly RunStep[], start: SymbolicRun): SymbolicRun | Contradiction {
  let run = start;
  for (const [index, { address, next }] of path.slice(0, LONGEST_PATH).entries()) {
    const following = path[index + 1];
    if (following === undefined) break;
    const after = run.after(address, next, following.next);
    if (!(after instanceof SymbolicRun)) return after;
    run = after;
  }
  return run;
}

/** Why no run can take a path; undefined if one can. */
export function contradictionOn(path: readonly RunStep[], start: SymbolicRun): Contradiction | undefined {
  const run = followed(path, start);
  return run instanceof SymbolicRun ? undefined : run;
}

/** What is known after a part of a path. */
interface State {
  /** What the last word but one and the last one took the low byte of their target from, if they are jumps. */
  lows: readonly [Byte | undefined, Byte | undefined];
  ac: Byte;
  x: Byte;
  y: Byte;
  /** Bytes of RAM of which something is known, by index; replaced, never changed. */
  ram: ReadonlyMap<number, Byte>;
  /** The input register, which takes another byte with the rise of hSync; and whether that is high, if it is known. */
  in: Byte;
  isHigh: boolean | undefined;
  /** How many stores there were. */
  stores: number;
  /** Stores that may have hit bytes that are not in `ram`. */
  hits: readonly Hit[];
  /** Bytes at places that are not known, by these places. */
  elsewhere: ReadonlyMap<string, Elsewhere>;
  shown: ReadonlyMap<Source, Shown>;
  /** Sources that could be anything, until a test of what was computed from them and from others. */
  tied: ReadonlySet<Source>;
}

/** A store to a place that is not known, and what it was made with. */
interface Hit {
  readonly word: number;
  readonly y: ReadonlySet<number>;
  readonly x: ReadonlySet<number>;
}

/** A byte at a place that is not known, and where it can be. */
interface Elsewhere {
  readonly byte: Byte;
  readonly pages: ReadonlySet<number>;
  readonly lows: ReadonlySet<number>;
}

const ITSELF_AS_TEXT = { 0x7f: masked(ITSELF, 0x7f), 0xff: masked(ITSELF, 0xff) };
const ANYTHING: ReadonlySet<number> = new Set(ALL_VALUES);

/** A path so far. */
export class SymbolicRun {
  private constructor(
    readonly program: RunProgram,
    private readonly sources: Sources,
    private readonly state: State,
    /** The input register where the path begins. */
    private readonly input: Byte,
  ) {}

  /** @param sources those of other paths of one search, which then share what they compute */
  static start(program: RunProgram, sources: Sources = new Sources()): SymbolicRun {
    const isFree = program.begins?.isPowerOn === true;
    const register = (name: string): Byte => ({ source: sources.atStart(name, { isFree }), of: ITSELF });
    const input = register('IN');
    const state: State = {
      lows: [undefined, undefined],
      ac: register('AC'),
      x: register('X'),
      y: register('Y'),
      ram: new Map(),
      in: input,
      isHigh: undefined,
      stores: 0,
      hits: [],
      elsewhere: new Map(),
      shown: new Map([[NONE, { values: [0], by: undefined }]]),
      tied: new Set(),
    };
    return new SymbolicRun(program, sources, state, input);
  }

  /** The values that a source can have in runs of this path. */
  private valuesOf(source: Source): readonly number[] {
    return this.state.shown.get(source)?.values ?? this.atStart(source);
  }

  /** The sources that were tested since the path was another one. */
  testedSince(before: SymbolicRun): readonly Source[] {
    return [...this.state.shown.keys()].filter(
      (source) => this.state.shown.get(source) !== before.state.shown.get(source),
    );
  }

  /** The tests on the path, the last one of each source. */
  tests(): readonly { readonly source: Source; readonly address: number }[] {
    return [...this.state.shown].flatMap(([source, { by }]) => {
      const last = [...fromLast(by)].find(({ isStore }) => !isStore);
      return last === undefined ? [] : [{ source, address: last.address }];
    });
  }

  /** What a run that takes the path finds where it begins, as far as that decides. */
  wanted(): Wanted {
    const chosen = this.sources.choose((source) => this.valuesOf(source));
    const bytes = [...chosen].flatMap(([{ byte }, value]) => (byte === undefined ? [] : [[byte, value] as const]));
    return { bytes: new Map(bytes), input: chosen.get(this.input.source) };
  }

  /** Whether a source can be any byte whatever others are, or is made of two that can. */
  isFree(source: Source): boolean {
    const { isFree, byte, made } = source;
    if (made !== undefined) return made.pair.roots.every((root) => this.isFree(root));
    if (this.state.tied.has(source)) return false;
    return isFree === true || (byte !== undefined && this.program.begins?.isPowerOn === true);
  }

  private atStart({ byte, stored }: Source): readonly number[] {
    return stored?.values ?? (byte === undefined ? undefined : this.program.begins?.held?.(byte)) ?? ALL_VALUES;
  }

  /** What settled the values that a source can have. */
  private settledBy(source: Source): Settled | undefined {
    return this.state.shown.get(source)?.by ?? (source.stored && settledByStore(source.stored));
  }

  /** A path of the same program that begins later, where nothing is known. */
  forgotten(): SymbolicRun {
    const { begins, ...program } = this.program;
    return SymbolicRun.start(program, this.sources);
  }

  /**
   * The path with one more word; this object is not changed.
   * @param next the word after it, and `then` the one after that
   */
  after(address: number, next: number, then: number): SymbolicRun | Contradiction {
    const run = new SymbolicRun(this.program, this.sources, { ...this.state }, this.input);
    return run.execute({ address, next, then }) ?? run;
  }

  private execute(step: Step): Contradiction | undefined {
    const { state, program } = this;
    const { address, next } = step;
    const word = program.word(address);
    if (word === undefined) {
      state.ac = this.unknown('AC');
      return undefined;
    }
    const { operation, target, incrementsX } = opcodeOfWord(word);
    const [read, last] = state.lows;
    state.lows = [last, operation === 'jump' ? this.lowOf(word) : undefined];
    if (operation === 'jump') return this.jump(word, step);
    if (operation === 'st') this.store(word, address);
    else if (target === 'out') this.output(this.result(word, address));
    else if (target === 'ac' || target === 'x' || target === 'y') {
      const isAlone = next !== ((address + 1) & 0xffff) && program.isTable(address);
      state[target] = isAlone && read !== undefined ? this.entry(address, read) : this.result(word, address);
    }
    if (incrementsX) state.x = mapped(state.x, (x) => x + 1);
    return undefined;
  }

  private output(byte: Byte): void {
    const { state } = this;
    const only = this.onlyValue(byte);
    const isHigh = only === undefined ? undefined : (only & OUT_HSYNC) !== 0;
    if (state.isHigh !== true && isHigh !== false)
      state.in = this.unknown('IN', state.isHigh === false && isHigh === true);
    state.isHigh = isHigh;
  }

  /** What a jump takes the low byte of its target from; anything where it need not be taken. */
  private lowOf(word: number): Byte {
    return isConditional(opcodeOfWord(word)) ? this.unknown('a low byte') : this.onBus(word);
  }

  private jump(word: number, { address, next, then }: Step): Contradiction | undefined {
    const opcode = opcodeOfWord(word);
    const { condition, mode, bus } = opcode;
    const { ac, y } = this.state;
    const low = then & 0xff;
    if (isConditional(opcode) && then === ((next + 1) & 0xffff)) {
      // A branch to where execution goes on anyway says nothing.
      const mayBeTaken = bus !== 'd' || (word & 0xff) === low;
      return mayBeTaken ? undefined : this.test(ac, address, (byte) => !passes(mode, byte));
    }
    const fault = isConditional(opcode) ? this.test(ac, address, (byte) => passes(mode, byte)) : undefined;
    if (fault !== undefined || then > 0xffff) return fault;
    return (
      (this.program.isTable(then) ? undefined : this.test(this.onBus(word), address, (byte) => byte === low)) ??
      (condition === 'far' ? this.test(y, address, (page) => page === then >> 8) : undefined)
    );
  }

  /** What an entry of a table loads. @param read what the jump to it has read */
  private entry(address: number, read: Byte): Byte {
    return mapped(read, (low) => this.program.word((address & 0xff00) | low) ?? 0);
  }

  private result(word: number, address: number): Byte {
    const { operation } = opcodeOfWord(word);
    const right = this.onBus(word);
    const operate = OPERATE[operation];
    if (operate === undefined) return right;
    const left = this.state.ac;
    const [a, b] = [this.onlyValue(left), this.onlyValue(right)];
    if (b !== undefined && left.source !== NONE) return mapped(left, (each) => operate(each, b));
    if (a !== undefined) return mapped(right, (each) => operate(a, each));
    if (left.source === right.source) {
      return { source: left.source, of: left.of.map((each, value) => operate(each, right.of[value] ?? 0)) };
    }
    return { source: this.sources.compute(operate, left, right, address), of: ITSELF };
  }

  private onBus(word: number): Byte {
    switch (opcodeOfWord(word).bus) {
      case 'd':
        return constant(word & 0xff);
      case 'ac':
        return this.state.ac;
      case 'in':
        return this.state.in;
      case 'ram':
        return this.load(word);
    }
  }

  private load(word: number): Byte {
    const index = this.place(word);
    if (index === undefined) return this.loadSomewhere(word);
    if (this.program.external.has(index)) return this.unknown('a byte of RAM', true);
    const held = this.state.ram.get(index);
    if (held !== undefined) return held;
    const name = nameOf(index);
    const { ram } = this.program;
    const isHit = this.state.hits.some(({ word, y, x }) => touches(word, y, x, ram, index) !== 'never');
    const source = isHit ? this.sources.add(name) : this.sources.atStart(name, index < 0x100 ? { byte: index } : {});
    const loaded = { source, of: ITSELF };
    this.keep(index, loaded);
    return loaded;
  }

  /** A byte at an unknown place: it is the same as long as the registers are and nothing may have been stored there. */
  private loadSomewhere(word: number): Byte {
    const { page, low } = this.addressOf(word);
    const { pages, lows } = this.places(word);
    const isInPageZero = [...pages].some((page) => (page & 0x7f) === 0);
    if (isInPageZero && [...lows].some((low) => this.program.external.has(low))) return this.unknown('a byte of RAM');
    const key = this.keyOf(word);
    const loaded = this.state.elsewhere.get(key)?.byte ?? this.firstAt(key, [page.source, low.source]);
    this.keepElsewhere(word, loaded);
    return loaded;
  }

  /** What is at an unknown place since the last store that may have hit it: the same for paths that agree so far. */
  private firstAt(key: string, uses: readonly Source[]): Byte {
    return { source: this.sources.atStart('a byte of RAM', { uses }, `${key} ${this.state.stores}`), of: ITSELF };
  }

  private keepElsewhere(word: number, byte: Byte): void {
    this.state.elsewhere = new Map(this.state.elsewhere).set(this.keyOf(word), { byte, ...this.places(word) });
  }

  /** What tells a place that is not known from others, whichever word accesses it. */
  private keyOf(word: number): string {
    const { page, low } = this.addressOf(word);
    const pages = this.program.ram === 32 ? 0x7f : 0xff;
    return [page.source.number, textOf(page.of, pages), low.source.number, textOf(low.of, 0xff)].join(' ');
  }

  /** Page and low byte of the address that a word accesses. */
  private addressOf(word: number): { readonly page: Byte; readonly low: Byte } {
    const { address } = opcodeOfWord(word);
    const { x, y } = this.state;
    const page = address === 'd' || address === 'x' ? constant(0) : y;
    const low = address === 'd' || address === 'yd' ? constant(word & 0xff) : x;
    return { page: this.settledByTests(page), low: this.settledByTests(low) };
  }

  private settledByTests(byte: Byte): Byte {
    const only = this.onlyValue(byte);
    return only === undefined ? byte : constant(only);
  }

  /** The addresses that a word can access. */
  private places(word: number): Pick<Elsewhere, 'pages' | 'lows'> {
    const { page, low } = this.addressOf(word);
    return { pages: this.held(page), lows: this.held(low) };
  }

  private store(word: number, address: number): void {
    const { state } = this;
    const { ram } = this.program;
    const { target } = opcodeOfWord(word);
    state.stores++;
    if (writesRam(word, ram)) {
      const stored = storesUndefined(word) ? this.unknown('a byte of RAM') : this.onBus(word);
      const index = this.place(word);
      if (index === undefined) {
        const [y, x] = [this.held(state.y), this.held(state.x)];
        const isKept = ([at, byte]: readonly [number, Byte]): boolean =>
          touches(word, y, x, ram, at) === 'never' || isSame(byte, stored);
        state.ram = new Map([...state.ram].filter(isKept));
        state.hits = [...state.hits, { word, y, x }];
      }
      if (state.elsewhere.size > 0) this.forgetElsewhere(word, stored);
      if (index !== undefined) this.keep(index, this.settled(stored, index, address));
      else this.keepElsewhere(word, stored);
    } else state.elsewhere = new Map(); // Another bank may be there now.
    if (target === 'x' || target === 'y') state[target] = state.ac;
  }

  /** Forgets bytes at places that are not known, if a store may hit them with another value. */
  private forgetElsewhere(word: number, stored: Byte): void {
    const { state } = this;
    const { pages, lows } = this.places(word);
    // Pages are mirrored, and those of banks may be any others.
    const mirrored = new Set([...pages].map((page) => page & 0x7f));
    const mayBeHit = (each: Elsewhere): boolean =>
      !isSame(each.byte, stored) &&
      [...each.lows].some((low) => lows.has(low)) &&
      [...each.pages].some((page) => mirrored.has(page & 0x7f));
    state.elsewhere = new Map([...state.elsewhere].filter(([, each]) => !mayBeHit(each)));
  }

  /** A stored byte. A constant becomes a source of its own, so that a contradiction with a test can name the store. */
  private settled(stored: Byte, index: number, address: number): Byte {
    if (stored.source !== NONE) return stored;
    const values: readonly [number] = [stored.of[0] ?? 0];
    return { source: { ...this.sources.add(nameOf(index)), stored: { values, address } }, of: ITSELF };
  }

  /** The only index that a word can access (after mirrors); undefined if there are others, or a bank may be there. */
  private place(word: number): number | undefined {
    const { page: inPage, low: at } = this.addressOf(word);
    const [page, low] = [this.onlyValue(inPage), this.onlyValue(at)];
    if (page === undefined || low === undefined) return undefined;
    if (this.program.ram === 128 && page >= 0x80) return undefined;
    return ((page << 8) | low) & (this.program.ram === 64 ? 0xffff : 0x7fff);
  }

  /** Leaves only the values of a byte's source that agree with a test; a contradiction if there are none. */
  private test({ source, of }: Byte, address: number, agrees: (byte: number) => boolean): Contradiction | undefined {
    // A constant goes only one way.
    if (source === NONE) return agrees(of[0] ?? 0) ? undefined : { byte: undefined, first: undefined, second: address };
    this.tie(source);
    const before: Shown = { values: this.valuesOf(source), by: this.settledBy(source) };
    const by: Settled = {
      address,
      isStore: false,
      agrees: (value) => agrees(of[value] ?? 0),
      earlier: before.by,
    };
    if (before.values.every(by.agrees)) {
      this.show(source, { ...before, by });
      return undefined;
    }
    const values = before.values.filter(by.agrees);
    if (values.length > 0) {
      this.show(source, { values, by });
      const opposed = this.sources.opposed(source, (each) => this.valuesOf(each));
      const others = opposed?.flatMap((each) => this.settledBy(each) ?? []);
      return others && { byte: source.name, first: others.at(-1), second: address };
    }
    if (!ALL_VALUES.some(by.agrees)) return { byte: undefined, first: undefined, second: address };
    const isOpposed = (each: Settled): boolean => !ALL_VALUES.some((value) => each.agrees(value) && by.agrees(value));
    const earlier = [...fromLast(before.by)];
    return { byte: source.name, first: earlier.findLast(isOpposed) ?? before.by, second: address };
  }

  /** What is tested depends on what it was computed from: unless all of that is free, none of it is any more. */
  private tie(tested: Source): void {
    if (this.isFree(tested)) return;
    const free = rootsOf(tested).filter((root) => this.isFree(root));
    if (free.length > 0) this.state.tied = new Set([...this.state.tied, ...free]);
  }

  private show(source: Source, shown: Shown): void {
    this.state.shown = new Map(this.state.shown).set(source, shown);
  }

  private keep(index: number, byte: Byte): void {
    this.state.ram = new Map(this.state.ram).set(index, byte);
  }

  private unknown(name: string, isFree = false): Byte {
    return { source: this.sources.add(name, isFree), of: ITSELF };
  }

  /** What a byte can be. */
  private held({ source, of }: Byte): ReadonlySet<number> {
    const values = this.valuesOf(source);
    if (values === ALL_VALUES && of === ITSELF) return ANYTHING;
    return new Set(values.map((value) => of[value] ?? 0));
  }

  private onlyValue({ source, of }: Byte): number | undefined {
    const values = this.valuesOf(source);
    const only = of[values[0] ?? 0];
    return values.every((value) => of[value] === only) ? only : undefined;
  }
}

function settledByStore({ values, address }: NonNullable<Source['stored']>): Settled {
  return { address, isStore: true, agrees: (value) => value === values[0], earlier: undefined };
}

/** Whether two bytes are known to be the same. */
function isSame(a: Byte, b: Byte): boolean {
  return a.source === b.source && a.of.every((value, at) => value === b.of[at]);
}

/** The function of a byte as text. @param mask the bits of its values that count */
function textOf(of: Uint8Array, mask: 0x7f | 0xff): string {
  return of === ITSELF ? ITSELF_AS_TEXT[mask] : masked(of, mask);
}

function masked(of: Uint8Array, mask: number): string {
  return of.map((each) => each & mask).join();
}

function constant(value: number): Byte {
  return { source: NONE, of: Uint8Array.of(value) };
}

function mapped({ source, of }: Byte, change: (byte: number) => number): Byte {
  return { source, of: of.map(change) };
}

/** A byte of RAM in messages: `[$0b]`. */
function nameOf(index: number): string {
  return `[${index < 0x100 ? hexByte(index) : hexWord(index)}]`;
}
