/** The machine on values: executes a word on all bytes that its inputs can be. */
import { elementAt } from '#basics';
import { addressRegisters, decode, isIdle, mayHideRam, OUT_HSYNC, OUT_VSYNC, storesUndefined, touches } from '#isa';
import { wordAt, writesRam, X, Y, type Opcode } from '#isa';
import { busOf } from './bus.ts';
import { Jumps } from './jumps.ts';
import { Memory } from './memory.ts';
import { advance, advanced, IN_AC, IN_OUT, IN_X, IN_Y } from './state.ts';
import type { Effect, State, Store, Tools } from './state.ts';
import { isKnown, setOf, type Operation, type Value } from './values.ts';

const PLACES: Partial<Record<Opcode['target'], number>> = { ac: IN_AC, x: IN_X, y: IN_Y, out: IN_OUT };

export class Machine {
  /** Memory of which nothing is known. */
  readonly open: Memory;
  private readonly external: ReadonlySet<number>;
  private readonly places: ReadonlyMap<number, number>;
  private readonly jumps: Jumps;

  /**
   * @param watched bytes whose stores are reported; of those that are not external, AC can be a copy
   * @param unknown watched bytes whose values are not kept, as those of external bytes
   */
  constructor(
    private readonly tools: Tools,
    private readonly watched: ReadonlySet<number>,
    unknown: ReadonlySet<number> = new Set(),
  ) {
    this.external = new Set(tools.certificate.declarations.external);
    const kept = [...watched].filter((byte) => !this.external.has(byte) && !unknown.has(byte));
    this.places = new Map(kept.map((byte, place) => [byte, place]));
    this.open = Memory.open({ values: tools.values, places: this.places, names: new Map() });
    this.jumps = new Jumps(tools);
  }

  /** Executes a word. A load of the page byte of a pair is executed once for each page. */
  execute(state: State): Effect {
    const { opcode, operand } = decode(wordAt(this.tools.rom, state.address));
    if (state.constants !== undefined) {
      const registers = state.registers.with(IN_AC, state.constants);
      return { states: [advance({ ...state, registers, copied: undefined })] };
    }
    if (opcode.operation === 'st') return this.store(state, opcode, operand);
    const isDirect = opcode.readsRam && opcode.address === 'd';
    const memories = isDirect ? state.memory.divided(operand) : [];
    if (memories.length === 0) return this.load(state, opcode, operand);
    const effects = memories.map((memory) => this.load({ ...state, memory }, opcode, operand));
    return {
      states: effects.flatMap(({ states }) => states),
      fault: effects.find(({ fault }) => fault !== undefined)?.fault,
      isUnset: effects.some(({ isUnset }) => isUnset),
    };
  }

  /** A word that is no store. */
  private load(state: State, opcode: Opcode, operand: number): Effect {
    if (opcode.operation === 'jump') return this.jumps.branch(state, opcode, operand);
    const { values } = this.tools;
    const ac = elementAt(state.registers, IN_AC);
    const operation = opcode.operation as Operation;
    const bus = busOf(this.tools, state, opcode, operand);
    const result = opcode.bus === 'ac' ? values.aluWithItself(operation, ac) : values.alu(operation, ac, bus);
    const isCopy = operation === 'ld' && opcode.address === 'd' && this.canCopy(operand);
    const keeps = opcode.target !== 'ac' || isIdle(opcode);
    const copied = keeps ? state.copied : isCopy ? operand : undefined;
    return { states: [advanced(state, this.registersAfter(state, opcode, result), state.memory, copied)] };
  }

  /** Whether AC can be a copy of a byte. */
  private canCopy(index: number): boolean {
    return this.watched.has(index) && !this.external.has(index);
  }

  private registersAfter({ registers }: State, { target, incrementsX }: Opcode, result: Value): readonly Value[] {
    const { values } = this.tools;
    const after = [...registers];
    if (incrementsX) after[IN_X] = values.alu('adda', elementAt(registers, IN_X), values.one(1));
    const place = PLACES[target];
    if (place !== undefined) after[place] = result;
    if (place === IN_OUT) after[place] = values.alu('anda', result, values.one(OUT_VSYNC | OUT_HSYNC));
    return after;
  }

  private store(state: State, opcode: Opcode, operand: number): Effect {
    const { rom, values, trust, certificate } = this.tools;
    const word = wordAt(rom, state.address);
    const [ac, x, y] = [IN_AC, IN_X, IN_Y].map((place) => elementAt(state.registers, place)) as [Value, Value, Value];
    const after = { ...state, registers: this.registersAfter(state, opcode, ac) };
    const lows = setOf(x);
    if (mayHideRam(word, certificate.ramKib, lows.isOld || lows.list.some((low) => (low & 1) === 1)))
      return { states: [], fault: 'after this ctrl, RAM may no longer be readable' };
    if (!writesRam(word, certificate.ramKib)) return { states: [advance(after)] };
    const formed = addressRegisters(word);
    const formers = [y, x].filter((_, place) => (formed & (place === 0 ? Y : X)) !== 0).map(setOf);
    // In the program, a Y of which nothing is known is believed not to be page 0.
    const isOpen = (state.lanes === 0 && formers.includes(values.any)) || ((formed & X) !== 0 && !isKnown(x));
    if (isOpen || formers.some(({ isOld }) => isOld)) trust.add('store', state.address);
    if (isOpen) return { states: [advance(after)] };
    const value = storesUndefined(word) ? values.any : busOf(this.tools, state, opcode, operand);
    const stores = this.touched(word, y, x).map((each): Store => ({ value, ...each }));
    const apply = (some: readonly Store[]): State => advance(this.stored(after, opcode, some));
    if (state.lanes === 0 || stores.every(({ isCertain }) => isCertain)) return { states: [apply(stores)], stores };
    // In a line, each number of cycles left is a case of its own, and so is each byte that may be hit.
    const each = stores.map((store) => apply([{ ...store, isCertain: true }]));
    return { states: [apply([]), ...each], stores };
  }

  /** The state after stores of one word. */
  private stored(state: State, { bus }: Opcode, stores: readonly Store[]): State {
    let { memory, copied } = state;
    for (const { index, value, isCertain } of stores) {
      memory = memory.with(index, isCertain ? value : this.tools.values.union(memory.at(index), value));
      if (index === copied) copied = undefined;
      if (!isCertain || bus !== 'ac' || this.external.has(index)) continue;
      // An account, whose value is not kept, takes precedence: short checks ask whether AC is a copy of it.
      if (copied === undefined || !this.places.has(index)) copied = index;
    }
    return { ...state, memory, copied };
  }

  /** The watched bytes that a store certainly or perhaps hits. */
  private touched(word: number, y: Value, x: Value): readonly Pick<Store, 'index' | 'isCertain'>[] {
    const { opcode, operand } = decode(word);
    return [...(opcode.address === 'd' ? [operand] : this.watched)].flatMap((index) => {
      const isWatched = this.watched.has(index);
      const touch = isWatched ? touches(word, setOf(y), setOf(x), this.tools.certificate.ramKib, index) : 'never';
      return touch === 'never' ? [] : [{ index, isCertain: touch === 'certainly' }];
    });
  }
}
