/** What drives the bus: a constant, AC, IN, or a byte of RAM. */
import { elementAt } from '#basics';
import type { Opcode } from '#isa';
import { IN_AC, IN_X, IN_Y, type State, type Tools } from './state.ts';
import { OLD, setOf, type Value } from './values.ts';

/** A load gives any byte if it can be from more addresses than this. */
const MOST_LOADED = 0x400;
/** The first pages of the banks of 128 KiB: any of them may be in the upper half of the addresses. */
const BANKS = [0, 0x80, 0x100, 0x180];

/** What drives the bus of a word that is no store. */
export function busOf(tools: Tools, state: State, { bus, address }: Opcode, operand: number): Value {
  const { values } = tools;
  if (bus === 'd') return values.one(operand);
  if (bus === 'ac') return elementAt(state.registers, IN_AC);
  if (bus === 'in') return values.any;
  if (address === undefined || address === 'd') return byteAt(tools, state, operand);
  return loaded(tools, state, address, operand);
}

/** What a byte of RAM drives; in the handler, what it held before the way in may be anything. */
function byteAt({ values }: Tools, { memory, lanes }: State, index: number): Value {
  return lanes === 0 ? memory.at(index) : values.plain(memory.at(index));
}

/** What is loaded from an address that X or Y forms. */
function loaded(tools: Tools, state: State, address: Opcode['address'], operand: number): Value {
  const { values } = tools;
  const indices = bytesLoaded(tools, state, address, operand) ?? [];
  const [first = values.any, ...others] = indices.map((index) => byteAt(tools, state, index));
  return others.reduce((all, held) => values.union(all, held), first);
}

/** The bytes that a word may load from an address that X or Y forms, by their indices; undefined if it may be any. */
export function bytesLoaded(
  { certificate: { ramKib } }: Tools,
  { registers }: State,
  address: Opcode['address'],
  operand: number,
): readonly number[] | undefined {
  const pages = address === 'x' ? [0] : setOf(elementAt(registers, IN_Y)).list;
  const lows = address === 'yd' ? [operand] : setOf(elementAt(registers, IN_X)).list;
  if (pages.length * lows.length > MOST_LOADED || pages.includes(OLD) || lows.includes(OLD)) return undefined;
  return pages.flatMap((page) => {
    const isInBank = ramKib === 128 && page >= 0x80;
    const all = isInBank ? BANKS.map((bank) => bank | (page & 0x7f)) : [ramKib === 32 ? page & 0x7f : page];
    return all.flatMap((each) => lows.map((low) => (each << 8) | low));
  });
}
