/**
 * What one word does to what is known: the abstract counterpart of executing an instruction.
 *
 * Only what computed jumps and conditions depend on is kept: AC, Y and the tracked bytes of RAM. A store through X, or
 * through an unknown Y, is assumed not to hit a byte that a jump reads; this is one of the proof's stated assumptions.
 * It is not assumed of bytes that count turns.
 */
import { type Opcode, opcodeOfWord, type Operation } from '#isa';
import { slotOf } from './cells.ts';
import { originOf } from './constants.ts';
import { cellOf, forgetCells, setCell, type Known, type Surroundings } from './known.ts';
import { pairsAfter } from './pairs.ts';
import { ANY, LOST, NOTHING, type Value } from './values.ts';

/**
 * Executes one word that is not a jump.
 * @param alone whether execution goes on elsewhere than after it: the first entry of a table then stands for all
 */
export function transfer(known: Known, word: number, address: number, alone: boolean, around: Surroundings): void {
  const entry = alone ? entryValue(known, address, around) : undefined;
  if (around.plan.pairs.length > 0) {
    const loaded = entry ?? around.values.constant(word & 0xff, address);
    known.pairs = pairsAfter(known, word, loaded, around);
  }
  if (entry !== undefined) {
    known.ac = entry;
    return;
  }
  const opcode = opcodeOfWord(word);
  const operand = word & 0xff;
  if (opcode.operation === 'st') return store(known, opcode, operand, address, around);
  const result = compute(known, opcode, operand, address, around);
  if (opcode.target === 'ac') known.ac = result;
  else if (opcode.target === 'y') known.y = result;
  else if (opcode.target === 'out' && around.plan.out >= 0) setCell(known, around.plan.out, result);
}

/** What Y is while the handler executes: there, also a Y of which nothing is known may be 0. */
export function yInHandler(y: Value): Value {
  return y === ANY ? LOST : y;
}

/** What the first entry of a table leaves in AC: what it loads, or any other entry that AC may have led to. */
function entryValue({ ac }: Known, address: number, { entries, values }: Surroundings): Value | undefined {
  const all = entries.get(address);
  if (all === undefined || !values.isCertain(ac)) return all;
  const lows = new Set([address & 0xff, ...values.constants(ac)!.map((constant) => constant & 0xff)]);
  return values.only(all, (constant) => lows.has(originOf(constant) & 0xff));
}

/** What each operation of the ALU makes of AC and the bus, before it is cut to a byte. */
export const OPERATE: Partial<Record<Operation, (a: number, b: number) => number>> = {
  anda: (a, b) => a & b,
  ora: (a, b) => a | b,
  xora: (a, b) => a ^ b,
  adda: (a, b) => a + b,
  suba: (a, b) => a - b,
};

function compute(known: Known, opcode: Opcode, operand: number, address: number, around: Surroundings): Value {
  if (opcode.operation === 'ld') return busValue(known, opcode, operand, address, around);
  if (opcode.bus === 'ac') {
    if (opcode.operation === 'anda' || opcode.operation === 'ora') return known.ac;
    if (opcode.operation !== 'adda') return around.values.constant(0, address);
    return around.values.map(known.ac, (byte) => byte + byte);
  }
  if (clearsByConstant(opcode, operand)) return around.values.constant(0, address);
  if (opcode.operation === 'anda' && opcode.bus === 'd') return around.values.masked(known.ac, operand, address);
  const right = busValue(known, opcode, operand, address, around);
  return around.values.combine(known.ac, right, OPERATE[opcode.operation]!);
}

/** Whether an instruction gives 0 because of its constant, whatever AC is. */
function clearsByConstant({ operation, bus }: Opcode, operand: number): boolean {
  return operation === 'anda' && bus === 'd' && operand === 0;
}

/** What drives the bus of an instruction that is not a store. */
export function busValue(
  known: Readonly<Known>,
  opcode: Opcode,
  operand: number,
  address: number,
  around: Surroundings,
): Value {
  switch (opcode.bus) {
    case 'd':
      return around.values.constant(operand, address);
    case 'ac':
      return known.ac;
    case 'in':
      return ANY;
    case 'ram':
      return loadedValue(heldAt(known, opcode, operand, around), around);
  }
}

/** What a word loads from bytes. Until it is known what is stored where, those without a store give it no value. */
function loadedValue(held: readonly Value[], { values, isFound }: Surroundings): Value {
  if (isFound && held.includes(NOTHING)) return ANY;
  return held.reduce((all, each) => values.union(all, each), NOTHING);
}

/** Whether a word loads a byte to which nothing is stored. */
export function loadsUnstored(known: Readonly<Known>, word: number, around: Surroundings): boolean {
  const opcode = opcodeOfWord(word);
  const isLoad = opcode.bus === 'ram' && opcode.operation !== 'st' && opcode.operation !== 'jump';
  return isLoad && heldAt(known, opcode, word & 0xff, around).includes(NOTHING);
}

/** What the bytes hold that a word may load: one in the zero page where Y can be 0, fields where it can be another. */
function heldAt(known: Readonly<Known>, opcode: Opcode, operand: number, around: Surroundings): readonly Value[] {
  const { values, ram, plan } = around;
  if (opcode.address === 'd') return [zeroPageByte(known, operand, around)];
  if (opcode.address !== 'yd') return [ANY];
  const inPageZero = values.inPageZero(known.y, ram);
  const byte = zeroPageByte(known, operand, around);
  if (inPageZero === 'certainly') return [byte];
  if (plan.fields[operand] !== 1) return [inPageZero === 'perhaps' ? values.lost(byte) : ANY];
  const fields = around.fields.load(operand, values.pages(known.y, ram)).map((each) => values.fromRam(each));
  const isSure = inPageZero === 'never' && values.isKnown(known.y);
  return isSure ? fields : [...fields, byte];
}

function zeroPageByte(known: Readonly<Known>, operand: number, { plan, values }: Surroundings): Value {
  const slot = slotOf(plan, operand);
  if (slot < 0) return ANY;
  const held = cellOf(known, slot);
  return plan.counters.has(slot) ? held : values.fromRam(held);
}

function store(known: Known, opcode: Opcode, operand: number, address: number, around: Surroundings): void {
  if (opcode.bus === 'ram' && around.ram === 128) return storeToRegister(known, opcode);
  const stored = opcode.bus === 'ram' ? ANY : busValue(known, opcode, operand, address, around);
  const slot = trackedSlot(operand, around);
  if (opcode.address === 'd') {
    if (slot >= 0) setCell(known, slot, keptIn(slot, stored, around));
  } else if (opcode.address === 'yd') {
    storeAtY(known, operand, slot, stored, around);
  } else {
    forgetCells(known, around.plan.counters);
    for (const byte of around.storedByX.get(address) ?? []) loseByte(known, byte, around);
    const isElsewhere = opcode.address !== 'x' && around.values.inPageZero(known.y, around.ram) === 'never';
    if (!isElsewhere) forgetCells(known, around.lostByX);
  }
  storeToRegister(known, opcode);
}

function loseByte(known: Known, byte: number, around: Surroundings): void {
  const slot = trackedSlot(byte, around);
  if (slot >= 0) setCell(known, slot, LOST);
}

function storeToRegister(known: Known, { target }: Opcode): void {
  if (target === 'y') known.y = known.ac;
}

function storeAtY(known: Known, operand: number, slot: number, stored: Value, around: Surroundings): void {
  const inPageZero = around.values.inPageZero(known.y, around.ram);
  if (slot >= 0 && inPageZero === 'certainly') setCell(known, slot, keptIn(slot, stored, around));
  else if (slot >= 0 && inPageZero === 'perhaps')
    setCell(known, slot, around.values.union(cellOf(known, slot), keptIn(slot, stored, around)));
  else if (around.plan.counters.has(slot) && !around.values.isKnown(known.y)) setCell(known, slot, LOST);
  if (inPageZero !== 'certainly' && around.plan.fields[operand] === 1)
    around.fields.store(operand, around.values.pages(known.y, around.ram), around.values.intoRam(stored));
}

/** A value as a byte keeps it. A byte that counts turns is not believed to hold what another byte of RAM held. */
function keptIn(slot: number, stored: Value, { plan, values }: Surroundings): Value {
  const isBelieved = !plan.counters.has(slot) || values.constants(stored) === undefined || values.isCertain(stored);
  return isBelieved ? values.intoRam(stored) : LOST;
}

/** Slot of a byte that is tracked here, or -1. */
function trackedSlot(operand: number, { plan, tracksReturns }: Surroundings): number {
  const slot = slotOf(plan, operand);
  return slot < plan.inAll || tracksReturns ? slot : -1;
}
