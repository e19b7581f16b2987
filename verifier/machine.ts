/** The machine on values: executes a word on all bytes that its inputs can be. */
import { elementAt } from '#basics';
import { addressRegisters, decode, isIdle, mayHideRam, opcodeOfWord, OUT_HSYNC, OUT_VSYNC } from '#isa';
import { storesUndefined, touches, wordAt, writesRam, X, Y, type Opcode } from '#isa';
import { Bus } from './bus.ts';
import { Jumps } from './jumps.ts';
import { LaneParts } from './lanes.ts';
import { Memories } from './memory.ts';
import { advance, IN_AC, IN_OUT, IN_X, IN_Y, withRegister } from './state.ts';
import type { Effect, Held, State, Store, Tools } from './state.ts';
import { isKnown, setOf, type Operation, type Value } from './values.ts';

export class Machine {
  readonly memories: Memories;
  readonly lanes: LaneParts;
  private readonly bus: Bus;
  private readonly jumps: Jumps;
  private readonly around;

  /**
   * @param watched bytes whose stores are reported; of those that are not external, AC can be a copy
   * @param unknown watched bytes whose values are not kept, as those of external bytes
   */
  constructor(tools: Tools, watched: ReadonlySet<number>, unknown: ReadonlySet<number> = new Set()) {
    const { declarations, ramKib } = tools.certificate;
    const external = new Set(declarations.external);
    const known = new Set([...watched].filter((byte) => !external.has(byte) && !unknown.has(byte)));
    this.around = { ...tools, ramKib, watched, external, known };
    this.memories = new Memories(tools.values, known);
    this.lanes = new LaneParts(tools.values, this.memories);
    this.bus = new Bus(tools, this.memories);
    this.jumps = new Jumps({ ...tools, bus: this.bus, memories: this.memories, lanes: this.lanes });
  }

  /** Executes a word; a load of the page byte of a pair, for each page. */
  execute(state: State): Effect {
    const word = wordAt(this.around.rom, state.address);
    const { operation, bus, address } = opcodeOfWord(word);
    const readsByte = operation !== 'st' && bus === 'ram' && (address === undefined || address === 'd');
    if (!readsByte || state.constants !== undefined || !state.memory.pairs.has(word & 0xff))
      return this.executeWord(state);
    const memories = this.memories.divided(state.memory, word & 0xff);
    const effects = memories.map((memory) => this.executeWord({ ...state, memory }));
    const some = (is: (effect: Effect) => boolean | undefined): boolean =>
      effects.some((effect) => is(effect) === true);
    return {
      states: effects.flatMap(({ states }) => states),
      isWild: some(({ isWild }) => isWild),
      isUnset: some(({ isUnset }) => isUnset),
    };
  }

  private executeWord(state: State): Effect {
    const { opcode, operand } = decode(wordAt(this.around.rom, state.address));
    if (state.constants !== undefined) {
      const registers = withRegister(state.registers, IN_AC, state.constants);
      return { states: [advance(state, { registers, memory: state.memory, copied: undefined })] };
    }
    if (opcode.operation === 'jump') return this.jumps.branch(state, opcode, operand);
    if (opcode.operation === 'st') return this.store(state, opcode, operand);
    return { states: [this.load(state, opcode, operand)] };
  }

  private load(state: State, opcode: Opcode, operand: number): State {
    const { values, watched, external } = this.around;
    const { registers, copied } = state;
    const ac = elementAt(registers, IN_AC);
    const operation = opcode.operation as Operation;
    const bus = this.bus.of(state, opcode, operand);
    const result = opcode.bus === 'ac' ? values.aluWithItself(operation, ac) : values.alu(operation, ac, bus);
    const after = [...registers];
    if (opcode.incrementsX) after[IN_X] = values.alu('adda', elementAt(registers, IN_X), values.one(1));
    if (opcode.target === 'ac') after[IN_AC] = result;
    if (opcode.target === 'x') after[IN_X] = result;
    if (opcode.target === 'y') after[IN_Y] = result;
    if (opcode.target === 'out') after[IN_OUT] = values.alu('anda', result, values.one(OUT_VSYNC | OUT_HSYNC));
    const isCopy = operation === 'ld' && opcode.address === 'd' && watched.has(operand) && !external.has(operand);
    const keeps = opcode.target !== 'ac' || isIdle(opcode);
    return advance(state, {
      registers: after,
      memory: state.memory,
      copied: keeps ? copied : isCopy ? operand : undefined,
    });
  }

  private store(state: State, opcode: Opcode, operand: number): Effect {
    const { rom, values, ramKib, trust } = this.around;
    const word = wordAt(rom, state.address);
    const [x, y] = [IN_X, IN_Y].map((place) => elementAt(state.registers, place)) as [Value, Value];
    const after = { registers: this.afterStore(state.registers, opcode), memory: state.memory, copied: state.copied };
    const formed = addressRegisters(word);
    const lows = setOf(x);
    if (mayHideRam(word, ramKib, lows.isOld || lows.list.some((low) => (low & 1) === 1)))
      return { states: [], fault: 'after this ctrl, RAM may no longer be readable' };
    if (!writesRam(word, ramKib)) return { states: [advance(state, after)] };
    const formers = [y, x].filter((_, place) => (formed & (place === 0 ? Y : X)) !== 0).map(setOf);
    const isOld = formers.some((each) => each.isOld);
    const isOpen = formers.includes(values.any) || ((formed & X) !== 0 && !isKnown(x));
    if (isOld || isOpen) trust.add('store', state.address);
    if (isOpen || formers.some((each) => each.size === 0)) return { states: [advance(state, after)] };
    const value = storesUndefined(word) ? values.any : this.bus.of(state, opcode, operand);
    const touched = this.touched(word, y, x).map((each): Store => ({
      ...each,
      value,
      isCertain: each.isCertain && !isOld,
    }));
    const apply = (stores: readonly Store[]): State => advance(state, this.stored(after, opcode, stores));
    if (state.lanes === 0 || touched.every(({ isCertain }) => isCertain))
      return { states: [apply(touched)], stores: touched };
    // In a line, each number of cycles left is a case of its own, and so is each byte that may be hit.
    const stores = touched.map((each): Store => ({ ...each, isCertain: true }));
    return { states: [apply([]), ...stores.map((each) => apply([each]))], stores };
  }

  /** What is held after stores of one word. */
  private stored(before: Held, { bus }: Opcode, stores: readonly Store[]): Held {
    const { values, known, external } = this.around;
    let { memory, copied } = before;
    for (const { index, value, isCertain } of stores) {
      const stored = isCertain ? value : values.union(this.memories.byteAt(memory, index), value);
      memory = this.memories.stored(memory, index, stored);
      if (index === copied) copied = undefined;
      if (!isCertain || bus !== 'ac' || external.has(index)) continue;
      // The account, whose value is not kept, is what short checks ask for.
      if (copied === undefined || !known.has(index)) copied = index;
    }
    return { registers: before.registers, memory, copied };
  }

  /** The registers after a store, which may go to X or Y as well. */
  private afterStore(registers: readonly Value[], { target, incrementsX }: Opcode): readonly Value[] {
    const { values } = this.around;
    const [ac, x] = [elementAt(registers, IN_AC), elementAt(registers, IN_X)];
    if (incrementsX) return withRegister(registers, IN_X, values.alu('adda', x, values.one(1)));
    if (target === 'x') return withRegister(registers, IN_X, ac);
    return target === 'y' ? withRegister(registers, IN_Y, ac) : registers;
  }

  /** The watched bytes that a store certainly or perhaps hits. */
  private touched(word: number, y: Value, x: Value): readonly Pick<Store, 'index' | 'isCertain'>[] {
    const { ramKib, watched } = this.around;
    const { opcode, operand } = decode(word);
    return [...(opcode.address === 'd' ? [operand] : watched)].flatMap((index) => {
      const touch = watched.has(index) ? touches(word, setOf(y), setOf(x), ramKib, index) : 'never';
      return touch === 'never' ? [] : [{ index, isCertain: touch === 'certainly' }];
    });
  }
}
