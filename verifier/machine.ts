/**
 * The machine on values: one function executes a word on all bytes that its inputs can be.
 *
 * The state is the pair (address, next), as in the hardware: the word that executes, and the one that is being fetched.
 * A jump replaces the word after next; the page of a near branch is that of `next`.
 */
import { elementAt } from '#basics';
import { addressRegisters, decode, isIdle, IS_LEAVING, mayHideRam, opcodeOfWord, OUT_HSYNC, OUT_VSYNC } from '#isa';
import { storesUndefined, touches, wordAt, writesRam, X, Y, type Opcode } from '#isa';
import type { Certificate } from './certificate.ts';
import { Memories, type Memory } from './memory.ts';
import type { Trust } from './refusal.ts';
import { byteIn, Bytes, isKnown, Lanes, setOf, type Operation, type Value, type Values } from './values.ts';

/** Places of the registers in a state; after them, the handler's lanes keep numbers of their own. */
export const [IN_AC, IN_X, IN_Y, IN_OUT, RESUME_LOW, RESUME_PAGE] = [0, 1, 2, 3, 4, 5];
/** Address of the word after the check that left, whichever that is. */
export const BACK = -1;
/** A load that can be from more addresses than this gives any byte. */
const MOST_LOADED = 0x400;

export interface State {
  readonly address: number;
  readonly next: number;
  readonly registers: readonly Value[];
  readonly memory: Memory;
  /** The byte of RAM that AC is a copy of, by its index. */
  readonly copied: number | undefined;
  /** How many lanes there are, if any. */
  readonly lanes: number;
  /** What the word at `address`, or at `next`, loads into AC as one of several constants that execute alone. */
  readonly constants: Bytes | undefined;
  readonly nextConstants: Bytes | undefined;
  /** The jump that replaced `next`. */
  readonly jump: number | undefined;
}

/** What a word can change of a state. */
type Held = Pick<State, 'registers' | 'memory' | 'copied'>;

/** A store to a byte that is watched. */
export interface Store {
  readonly index: number;
  readonly value: Value;
  readonly isCertain: boolean;
}

/** What a word does, and what follows. */
export interface Effect {
  readonly states: readonly State[];
  readonly stores?: readonly Store[];
  /** Why the word cannot be followed. */
  readonly fault?: string;
  /** The word is a jump that can go anywhere. */
  readonly isWild?: boolean;
  /** The word is a jump by a byte that was never stored, which is believed not to execute. */
  readonly isUnset?: boolean;
}

/** What all parts of the verifier share. */
export interface Tools {
  readonly rom: Uint16Array;
  readonly certificate: Certificate;
  readonly values: Values;
  /** 1 for addresses that have a word. */
  readonly used: Uint8Array;
  readonly trust: Trust;
}

/** Some of the lanes. */
interface Part {
  readonly id: number;
  readonly target: number;
  readonly lanes: number[];
}

/** Whether a branch is taken: bit 0 of its mode is for AC > 0, bit 1 for AC < 0, bit 2 for AC = 0. */
function isTaken(mode: number, ac: number): boolean {
  return ((mode >> (ac === 0 ? 2 : ac >> 7)) & 1) === 1;
}

export function withRegister(registers: readonly Value[], place: number, value: Value): readonly Value[] {
  return registers.map((old, index) => (index === place ? value : old));
}

/** On to the word that is being fetched, with what registers and RAM hold then. */
function advance(state: State, { registers, memory, copied }: Held = state): State {
  const { next, lanes, nextConstants } = state;
  return {
    address: next,
    next: next === BACK ? BACK : (next + 1) & 0xffff,
    registers,
    memory,
    copied,
    lanes,
    constants: nextConstants,
    nextConstants: undefined,
    jump: undefined,
  };
}

export class Machine {
  private readonly parts = new Map<string, readonly Part[]>();
  private partCount = 0;
  readonly memories: Memories;
  private readonly around;

  /**
   * @param watched bytes whose stores are told; of those that are not external, AC can be a copy
   * @param unknown watched bytes whose values are not kept, as those of external bytes
   */
  constructor(tools: Tools, watched: ReadonlySet<number>, unknown: ReadonlySet<number> = new Set()) {
    const { declarations, ramKib } = tools.certificate;
    const external = new Set(declarations.external);
    const known = new Set([...watched].filter((byte) => !external.has(byte) && !unknown.has(byte)));
    const targets = new Map(declarations.targets.map((declared) => [declared.address, declared.targets]));
    this.around = { ...tools, ramKib, watched, external, known, targets, resumes: new Set(declarations.resumes) };
    this.memories = new Memories(tools.values, known);
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
    if (opcode.operation === 'jump') return this.branch(state, opcode, operand);
    if (opcode.operation === 'st') return this.store(state, opcode, operand);
    return { states: [this.load(state, opcode, operand)] };
  }

  private load(state: State, opcode: Opcode, operand: number): State {
    const { values, watched, external } = this.around;
    const { registers, copied } = state;
    const ac = elementAt(registers, IN_AC);
    const operation = opcode.operation as Operation;
    const bus = this.busOf(state, opcode, operand);
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

  /** What drives the bus of a word that is no store. */
  private busOf({ registers, memory }: State, { bus, address }: Opcode, operand: number): Value {
    const { values } = this.around;
    if (bus === 'd') return values.one(operand);
    if (bus === 'ac') return elementAt(registers, IN_AC);
    if (bus === 'in') return values.any;
    if (address === undefined || address === 'd') return this.memories.byteAt(memory, operand);
    return this.loaded({ registers, memory }, address, operand);
  }

  /** What is loaded from an address that X or Y forms. */
  private loaded(
    { registers, memory }: Pick<State, 'registers' | 'memory'>,
    address: Opcode['address'],
    operand: number,
  ): Value {
    const { values, ramKib } = this.around;
    const pages = address === 'x' ? [0] : setOf(elementAt(registers, IN_Y)).list;
    const lows = address === 'yd' ? [operand] : setOf(elementAt(registers, IN_X)).list;
    const isOld = (place: number): boolean => setOf(elementAt(registers, place)).isOld;
    if ((address !== 'x' && isOld(IN_Y)) || (address !== 'yd' && isOld(IN_X))) return values.any;
    if (pages.length * lows.length > MOST_LOADED || (ramKib === 128 && pages.some((page) => page >= 0x80)))
      return values.any;
    const mask = ramKib === 32 ? 0x7fff : 0xffff;
    let all: Value | undefined;
    for (const page of pages) {
      for (const low of lows) {
        const byte = this.memories.byteAt(memory, ((page << 8) | low) & mask);
        all = all === undefined ? byte : values.union(all, byte);
        if (all === values.any) return all;
      }
    }
    return all ?? values.any;
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
    const value = storesUndefined(word) ? values.any : this.busOf(state, opcode, operand);
    const touched = this.touched(word, y, x).map((each): Store => ({
      ...each,
      value,
      isCertain: each.isCertain && !isOld,
    }));
    const apply = (stores: readonly Store[]): State => advance(state, this.stored(after, opcode, stores));
    if (state.lanes === 0 || touched.every(({ isCertain }) => isCertain))
      return { states: [apply(touched)], stores: touched };
    // In a line, each number of cycles left is told apart, and so is which byte is hit, if any.
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

  private branch(state: State, opcode: Opcode, operand: number): Effect {
    if (state.next === BACK) return { states: [], fault: 'a jump in the slot of the jump back to the program' };
    if (opcode.condition === 'far' || opcode.condition === 'always') return this.jump(state, opcode, operand);
    const [passed, taken] = [false, true].map((side) => this.onSide(state, opcode.mode, side));
    const effect = taken === undefined ? { states: [] } : this.jump(taken, opcode, operand);
    return passed === undefined ? effect : { ...effect, states: [advance(passed), ...effect.states] };
  }

  /** The state on a side of a branch: AC, and the byte that it is a copy of, have what leads there. */
  private onSide(state: State, mode: number, side: boolean): State | undefined {
    const { values } = this.around;
    const ac = elementAt(state.registers, IN_AC);
    if (ac instanceof Lanes) {
      const parts = this.divide(state, `${ac.id} ${mode}`, (lane) => Number(isTaken(mode, byteIn(ac, lane))));
      const part = parts.find(({ target }) => target === Number(side));
      return part && this.pick(state, part);
    }
    const kept = values.filter(ac, 2 * mode + Number(side), (byte) => isTaken(mode, byte) === side);
    if (kept.size === 0 && !kept.isOld) return undefined;
    const { copied } = state;
    const memory = copied === undefined ? state.memory : this.memories.stored(state.memory, copied, kept);
    return { ...state, registers: withRegister(state.registers, IN_AC, kept), memory };
  }

  /** A jump that is taken. */
  private jump(state: State, opcode: Opcode, operand: number): Effect {
    const { values, targets, resumes, trust } = this.around;
    const low = this.busOf(state, opcode, operand);
    const isFar = opcode.condition === 'far';
    const page = isFar ? elementAt(state.registers, IN_Y) : values.one(state.next >> 8);
    if (isKnown(low) && isKnown(page)) return { states: this.byLane(state, low, page) };
    const byte = opcode.bus === 'ram' ? operand : undefined;
    const [lows, pages] = [setOf(low), setOf(page)];
    if (lows.isOld || pages.isOld) trust.add('byte stored before a jump', state.address);
    const declared = targets.get(state.address)?.filter((target) => isFar || pages.has(target >> 8));
    const possible = declared?.filter((target) => lows.has(target & 0xff) && pages.has(target >> 8)) ?? [];
    const believed = possible.length === 0 ? declared : possible;
    if (state.lanes > 0 && resumes.has(state.address)) return this.back(state, low, believed, byte);
    if (believed !== undefined) return this.believe(state, believed, byte);
    if (lows === values.any || pages === values.any) return { states: [], isWild: true };
    if (lows.size === 0 || pages.size === 0) return { states: [], isUnset: true };
    const all = pages.list.flatMap((high) => lows.list.map((each) => (high << 8) | each));
    return { states: this.goToEach(state, all, byte) };
  }

  /** A jump that goes where it is declared to go. */
  private believe(state: State, targets: readonly number[], byte: number | undefined): Effect {
    if (targets.length === 0) return { states: [], fault: 'the jump cannot reach its declared targets' };
    this.around.trust.add('targets', state.address);
    return { states: this.goToEach(state, targets, byte) };
  }

  /** A jump that is declared to go back to the program, in the lanes whose low byte can be that of the word there. */
  private back(state: State, low: Value, targets: readonly number[] | undefined, byte: number | undefined): Effect {
    const own = elementAt(state.registers, RESUME_LOW);
    const parts = this.divide(state, `back ${low.id} ${own.id}`, (lane) =>
      Number(isKnown(low) ? byteIn(low, lane) === byteIn(own, lane) : setOf(low).has(byteIn(own, lane))),
    );
    this.around.trust.add('resume', state.address);
    const states = parts.filter(({ target }) => target === 1).map((part) => goTo(this.pick(state, part), BACK));
    const others = parts.find(({ target }) => target === 0);
    if (others === undefined && (targets === undefined || isKnown(low))) return { states };
    if (targets === undefined) return { states, fault: 'the jump does not go back to the check that left' };
    const rest = this.believe(others !== undefined && isKnown(low) ? this.pick(state, others) : state, targets, byte);
    return { ...rest, states: [...states, ...rest.states] };
  }

  /** A jump whose target is known in each lane; where it is the word after the check that left, it goes back. */
  private byLane(state: State, low: Value, page: Value): State[] {
    const target = (lane: number): number => (byteIn(page, lane) << 8) | byteIn(low, lane);
    const [ownLow, ownPage] = [state.registers[RESUME_LOW], state.registers[RESUME_PAGE]];
    const isPlain = low instanceof Bytes && page instanceof Bytes;
    const mayBeOwn = (own: Value, value: Value): boolean => setOf(value).list.some((byte) => setOf(own).has(byte));
    if (ownLow === undefined || ownPage === undefined) return [goTo(state, target(0))];
    if (isPlain && !(mayBeOwn(ownLow, low) && mayBeOwn(ownPage, page))) return [goTo(state, target(0))];
    const parts = this.divide(state, `${low.id} ${page.id} ${ownLow.id} ${ownPage.id}`, (lane) => {
      const own = (byteIn(ownPage, lane) << 8) | byteIn(ownLow, lane);
      return target(lane) === own ? BACK : target(lane);
    });
    return parts.map((part) => goTo(this.pick(state, part), part.target));
  }

  /** Each target; those that load a constant and execute alone as one. */
  private goToEach(state: State, targets: readonly number[], byte: number | undefined): State[] {
    const { rom, values, used } = this.around;
    const isAlone = state.nextConstants === undefined && IS_LEAVING[wordAt(rom, state.next) >> 8] === 1;
    const loads = targets.filter((target) => isAlone && used[target] === 1 && isConstant(wordAt(rom, target)));
    const groups = targets.filter((target) => loads.length < 2 || !loads.includes(target)).map((target) => [target]);
    if (loads.length > 1) groups.push(loads);
    return groups.map((group) => {
      const lows = values.of(group.map((target) => target & 0xff));
      const memory = byte === undefined ? state.memory : this.memories.stored(state.memory, byte, lows);
      const nextConstants = group.length < 2 ? undefined : values.of(group.map((target) => wordAt(rom, target) & 0xff));
      return { ...goTo({ ...state, memory }, group[0] ?? 0), nextConstants };
    });
  }

  /** The lanes by a number that a function of values gives; computed once for a key that names these values. */
  private divide(state: State, key: string, targetOf: (lane: number) => number): readonly Part[] {
    const whole = `${key} ${state.lanes}`;
    let parts = this.parts.get(whole);
    if (parts === undefined) {
      const byTarget = new Map<number, Part>();
      for (let lane = 0; lane < state.lanes; lane++) {
        const target = targetOf(lane);
        const part = byTarget.get(target) ?? { id: this.partCount++, target, lanes: [] };
        byTarget.set(target, part);
        part.lanes.push(lane);
      }
      this.parts.set(whole, (parts = [...byTarget.values()]));
    }
    return parts;
  }

  /** The state without lanes in which all is as in another one. */
  distinct(state: State): State {
    const values = [...state.registers, ...state.memory.bytes.values()].filter((value) => value instanceof Lanes);
    const seen = new Set<string>();
    const parts = this.divide(state, `distinct ${values.map(({ id }) => id).join()}`, (lane) => {
      const text = values.map((value) => byteIn(value, lane)).join();
      return seen.size === seen.add(text).size ? 1 : 0;
    });
    return this.pick(state, elementAt(parts, 0));
  }

  /** The state in some of its lanes. */
  private pick(state: State, { id, lanes }: Pick<Part, 'id' | 'lanes'>): State {
    if (lanes.length === state.lanes) return state;
    const { values } = this.around;
    const picked = (value: Value): Value =>
      value instanceof Bytes
        ? value
        : values.once('pick', value.id, id, () =>
            values.lanes(lanes.length, (lane) => byteIn(value, lanes[lane] ?? 0)),
          );
    const memory = this.memories.of([...state.memory.bytes].map(([index, value]) => [index, picked(value)]));
    return { ...state, registers: state.registers.map(picked), memory, lanes: lanes.length };
  }
}

/** A jump: the state in its delay slot. */
function goTo(state: State, target: number): State {
  return { ...advance(state), next: target, jump: state.address };
}

/** Whether a word loads a constant into AC. */
function isConstant(word: number): boolean {
  const { operation, bus, target } = opcodeOfWord(word);
  return operation === 'ld' && bus === 'd' && target === 'ac';
}
