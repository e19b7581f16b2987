/**
 * One word of the handler: what it does to all that is known.
 *
 * A store whose address is formed by a register of which nothing is known may hit any byte of the zero page.
 */
import {
  addressRegisters,
  CHECK_WORDS,
  hexByte,
  hexWord,
  mayHideRam,
  opcodeOfWord,
  OUT_HSYNC,
  OUT_VSYNC,
  touches,
  wordAt,
  writesRam,
  X,
} from '#isa';
import type { ByteSet, Opcode } from '#isa';
import { ALL_SIGNS, byteOf, canBe, leaves, mayLeave, signsOf, withSigns, type Ranges } from './ranges.ts';
import { bitsOf, constantOf, constantsOf, type Form, type HandlerValue, isOffsetOf } from './values.ts';
import { CHECK_WORD, forked, PENDING, RESUMED, type State } from './state.ts';
import type { Tools } from './tools.ts';
import type { Walker } from './walker.ts';

const SYNC = OUT_VSYNC | OUT_HSYNC;

/**
 * Executes the word at a state's address.
 * @returns all that can follow; undefined if that is the state itself, which is changed
 */
export function execute(state: State, walker: Walker): readonly State[] | undefined {
  const { tools } = walker;
  const { address } = state;
  if (address === PENDING) return resolved(state, walker);
  if (address >= CHECK_WORD) {
    state.ac = tools.values.form({ constant: 0, left: 0, charge: -1, low: 0, page: 0 });
    return advance(state);
  }
  const word = wordAt(tools.program.words, address);
  const opcode = opcodeOfWord(word);
  if (opcode.operation === 'jump') return jump(state, opcode, word & 0xff, walker);
  if (opcode.operation === 'st') {
    const { mask, bits } = bitsOf(state.x);
    if (mayHideRam(word, tools.program.ramKib ?? 32, (mask & 1) === 0 || (bits & 1) === 1))
      return failed(state, walker, 'After this ctrl, RAM may no longer be readable');
    store(state, opcode, word, walker);
  } else if (!load(state, opcode, word, walker)) {
    return failed(state, walker, 'It is not known whether OUT gets hSync and vSync here');
  }
  return advance(state);
}

/** Fails a state: nothing follows it. */
function failed(state: State, walker: Walker, message: string, isWrong = false): readonly State[] {
  walker.fail(state, isWrong, message);
  return [];
}

/** On to the next word. */
function advance(state: State): undefined {
  const { next } = state;
  state.time++;
  state.address = next;
  state.next = next < CHECK_WORD ? (next + 1) & 0xffff : next + 1;
}

/** The byte of the zero page that an instruction reads; undefined if it reads none, or it is not known which. */
function zeroPageByte({ address }: Opcode, operand: number, { x, y }: State, { program }: Tools): number | undefined {
  if (address === undefined || address === 'd') return address === undefined ? undefined : operand;
  if (address === 'x') return constantOf(x);
  const page = constantOf(y);
  if (page !== 0 && !(page === 0x80 && (program.ramKib ?? 32) === 32)) return undefined;
  return address === 'yd' ? operand : constantOf(x);
}

const EVERY: ByteSet = { size: 0x100, has: () => true };

/** The bytes that a value can be, over all numbers of the check. */
function bytesOf(value: HandlerValue): ByteSet {
  const constants = constantsOf(value);
  if (constants !== undefined) return new Set(constants);
  if (value.kind !== 'bits' || value.mask === 0) return EVERY;
  const { mask, bits } = value;
  return new Set(Array.from({ length: 0x100 }, (_, byte) => byte).filter((byte) => (byte & mask) === bits));
}

export function byteAt({ zero }: State, address: number, { values, pages }: Tools): HandlerValue {
  return pages.valueAt(zero, address) ?? values.lost;
}

/** The same for a word that reads the byte: if no word of this line has stored it, it is a byte that lines keep. */
function readByte(state: State, address: number | undefined, walker: Walker): HandlerValue {
  const { values, pages, program } = walker.tools;
  if (address === undefined) return values.lost;
  // Something outside may set it at any time.
  if (program.external?.has(address) === true) return values.lost;
  return pages.valueAt(state.zero, address) ?? walker.read(address);
}

function busOf(state: State, opcode: Opcode, operand: number, walker: Walker): HandlerValue {
  const { values } = walker.tools;
  if (opcode.bus === 'd') return values.constant(operand);
  if (opcode.bus === 'ac') return state.ac;
  return opcode.bus === 'in'
    ? values.lost
    : readByte(state, zeroPageByte(opcode, operand, state, walker.tools), walker);
}

/** @returns false if OUT gets sync bits that are not known */
function load(state: State, opcode: Opcode, word: number, walker: Walker): boolean {
  const { tools } = walker;
  const { values } = tools;
  const bus = busOf(state, opcode, word & 0xff, walker);
  const result = aluOf(opcode, state.ac, bus, tools);
  if (opcode.incrementsX) state.x = values.sum(state.x, values.constant(1), 1);
  if (opcode.target === 'x') state.x = result;
  else if (opcode.target === 'y') state.y = result;
  else if (opcode.target === 'out') {
    const { mask, bits } = bitsOf(result);
    if ((mask & SYNC) !== SYNC) return false;
    state.sync = bits & SYNC;
  } else state.ac = result;
  return true;
}

function aluOf(
  { operation, bus: source }: Opcode,
  ac: HandlerValue,
  bus: HandlerValue,
  { values }: Tools,
): HandlerValue {
  // Equal forms are the same byte; equal choices need not be.
  const isSame = ac === bus && (source === 'ac' || ac.kind === 'form');
  switch (operation) {
    case 'adda':
      return values.sum(ac, bus, 1);
    case 'suba':
      return values.sum(ac, bus, -1);
    case 'anda':
    case 'ora':
    case 'xora':
      return isSame && operation !== 'xora' ? ac : values.combine(operation, ac, bus);
    default:
      return bus;
  }
}

function store(state: State, opcode: Opcode, word: number, walker: Walker): void {
  const { tools } = walker;
  const { ramKib = 32 } = tools.program;
  const registers = addressRegisters(word);
  if (writesRam(word, ramKib)) {
    const value = opcode.bus === 'ram' ? tools.values.lost : busOf(state, opcode, word & 0xff, walker);
    const [y, x] = [bytesOf(state.y), bytesOf(state.x)];
    const low = (registers & X) === 0 ? word & 0xff : x.size === 1 ? constantOf(state.x) : undefined;
    for (let byte = low ?? 0; byte <= (low ?? 0xff); byte++) {
      const touch = touches(word, y, x, ramKib, byte);
      if (touch === 'never') continue;
      if (!walker.stores.has(byte)) walker.stores.set(byte, state.address);
      if (touch === 'certainly') state.zero = tools.pages.store(state.zero, byte, value);
      else {
        const before = tools.pages.valueAt(state.zero, byte) ?? readByte(state, byte, walker);
        state.zero = tools.pages.store(state.zero, byte, tools.values.join(before, value));
      }
    }
  }
  if (opcode.target === 'x') state.x = state.ac;
  if (opcode.target === 'y') state.y = state.ac;
  if (opcode.incrementsX) state.x = tools.values.sum(state.x, tools.values.constant(1), 1);
}

function jump(state: State, opcode: Opcode, operand: number, walker: Walker): readonly State[] | undefined {
  if (state.next >= RESUMED)
    return failed(state, walker, 'A branch in the delay slot of a jump that depends on what the check left');
  const isFar = opcode.condition === 'far';
  const mask = isFar ? ALL_SIGNS : opcode.mode;
  const signs = signsOf(state.ac);
  // What is known of AC usually decides the branch.
  if (signs !== undefined && (signs & mask) === 0) return advance(state);
  const isTaken = mask === ALL_SIGNS || (signs !== undefined && (signs & ~mask) === 0);
  const near = isTaken && opcode.bus === 'd' && !isFar ? (state.next & 0xff00) | operand : undefined;
  if (near !== undefined && !walker.tools.afterChecks.has(near)) return land(state, near, walker.tools);
  if (isTaken) return taken(state, opcode, operand, walker);
  const passed = tested(state, ~mask & ALL_SIGNS, walker);
  const taking = tested(state, mask, walker);
  for (const way of passed) advance(way);
  return [...passed, ...taking.flatMap((way) => taken(way, opcode, operand, walker))];
}

/** A state restricted to an AC with some signs: one state for each range of the numbers of the check. */
function tested(state: State, signs: number, { tools }: Walker): readonly State[] {
  return withSigns(state.ac, signs, state.ranges, tools.values)
    .filter(({ ranges }) => mayLeave(ranges))
    .map(({ value, ranges }) => forked(state, { ac: value, ranges }));
}

/** Takes a near branch to a constant; the state is then in its delay slot. */
function land(state: State, target: number, { joins }: Tools): undefined {
  joins[target] = 1;
  state.time++;
  state.address = state.next;
  state.next = target;
}

/** A jump that is taken: the states in its delay slot. */
function taken(state: State, opcode: Opcode, operand: number, walker: Walker): readonly State[] {
  const { tools } = walker;
  const byte = opcode.bus === 'ram' ? operand : undefined;
  const low = byte === undefined ? busOf(state, opcode, operand, walker) : readByte(state, byte, walker);
  const page = opcode.condition === 'far' ? state.y : tools.values.constant((state.next >> 8) & 0xff);
  const constants = constantsOf(low);
  const pages = constantsOf(page);
  if (constants !== undefined && pages !== undefined) {
    const targets = pages.flatMap((high) => constants.map((value) => (high << 8) | value));
    const afterChecks = targets.filter((target) => tools.afterChecks.has(target));
    if (afterChecks.length > 0) {
      for (const target of afterChecks) tools.goneBackTo.add(target);
      if (targets.length === 1 && tools.program.checks.length === 1) return [landing(state, RESUMED)];
      return failed(state, walker, 'It is not known whether the jump goes after the check that left, or after another');
    }
    return targets.map((target) => aimed(state, target, byte, tools));
  }
  if (low.kind === 'form' && low.low !== 0) return back(state, low, page, walker);
  if (low.kind === 'form' && low.page === 0 && constants === undefined && pages?.length === 1) {
    return [landing(state, PENDING, { low, page: pages[0]! })];
  }
  return declared(state, low, page, byte, walker);
}

/** A jump to the check that left, or after it. */
function back(state: State, low: Form, page: HandlerValue, walker: Walker): readonly State[] {
  const { resumes, onlyPage, checkPages } = walker.tools;
  const { address } = state;
  const isItsLow = isOffsetOf(low, 'low');
  const high = constantOf(page);
  if (isItsLow && low.constant === 0 && high !== undefined && high === walker.page) {
    if (!state.settled || !walker.tools.hasShort) return [landing(state, CHECK_WORD | (high << 8))];
    return failed(
      state,
      walker,
      'The first word of the check is executed again, and that of a short one tells no charge',
    );
  }
  if (isItsLow && low.constant === CHECK_WORDS) {
    if (![...checkPages].some((each) => canBe(page, each, state.ranges))) {
      const place = high === undefined ? 'a page' : `page ${hexByte(high)}`;
      const message = `The jump at ${hexWord(address)} goes to ${place} without a check`;
      return failed(state, walker, message, true);
    }
    const isItsPage = isOffsetOf(page, 'page') && page.constant === 0;
    if (isItsPage || resumes.has(address) || (high !== undefined && high === onlyPage))
      return [landing(state, RESUMED)];
    const unless = 'if its page is that of the check: say so by ".resume"';
    return failed(state, walker, `The jump at ${hexWord(address)} goes after the check that left, ${unless}`);
  }
  if (!isItsLow) return failed(state, walker, `It is not known where the jump at ${hexWord(address)} goes`);
  const where = `${low.constant} words after the first of the check that left, not ${CHECK_WORDS}`;
  return failed(state, walker, `The jump at ${hexWord(address)} goes ${where}`, true);
}

/** A jump whose targets only the source knows: those that it can reach with what is known of it. */
function declared(
  state: State,
  low: HandlerValue,
  page: HandlerValue,
  byte: number | undefined,
  walker: Walker,
): readonly State[] {
  const { targets, program } = walker.tools;
  const { address } = state;
  // The name of a table stands for each of its entries.
  const places = (targets.get(address) ?? []).flatMap((target) => program.tables.get(target) ?? [target]);
  const reached = places.filter(
    (target) => canBe(low, target & 0xff, state.ranges) && canBe(page, target >> 8, state.ranges),
  );
  if (places.length === 0) walker.fail(state, false, `It is not known where the jump at ${hexWord(address)} goes`);
  else if (reached.length === 0) {
    const message = `The jump at ${hexWord(address)} can reach none of the places where it is declared to go`;
    walker.fail(state, true, message);
  }
  return reached.map((target) => aimed(state, target, byte, walker.tools));
}

/** The state in the slot of a jump to an address; the target tells what the byte holds that the jump has read. */
function aimed(state: State, target: number, byte: number | undefined, tools: Tools): State {
  const { values, pages, joins } = tools;
  joins[target] = 1;
  const zero = byte === undefined ? state.zero : pages.store(state.zero, byte, values.constant(target & 0xff));
  return landing(forked(state, { zero }), target);
}

function landing(state: State, target: number, pending?: State['pending']): State {
  const { next } = state;
  state.time++;
  state.address = next;
  state.next = target;
  state.pending = pending ?? state.pending;
  return state;
}

/** After the slot of a jump that depends on numbers of the check: a state for each address to which it can go. */
function resolved(state: State, { tools }: Walker): readonly State[] {
  const { low, page } = state.pending!;
  const form = low as Form;
  const { ranges } = state;
  const ways: State[] = [];
  for (const charges of form.charge === 0 ? [ranges.charges] : ranges.charges.map((charge) => [charge])) {
    for (const waited of form.left === 0 ? [ranges] : eachLeft(ranges, charges)) {
      const { leftMin: left } = waited;
      const target = (page << 8) | byteOf(form, left, charges[0] ?? 0);
      tools.joins[target] = 1;
      const way = forked(state, { ranges: { ...waited, charges }, address: target, next: (target + 1) & 0xffff });
      way.pending = undefined;
      if (form.left !== 0 && !state.settled) Object.assign(way, { time: state.time - left, settled: true });
      ways.push(way);
    }
  }
  return ways;
}

/** The ranges for each number of cycles with which a check leaves that has charged one of some amounts. */
function eachLeft(ranges: Ranges, charges: readonly number[]): readonly Ranges[] {
  const each: Ranges[] = [];
  for (let left = ranges.leftMin; left <= ranges.leftMax; left++)
    if (charges.some((charge) => leaves(left, charge))) each.push({ ...ranges, leftMin: left, leftMax: left });
  return each;
}
