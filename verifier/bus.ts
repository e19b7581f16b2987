/** What drives the bus: a constant, AC, IN, or a byte of RAM. */
import { elementAt } from '#basics';
import type { Opcode } from '#isa';
import { IN_AC, IN_X, IN_Y, type State, type Tools } from './state.ts';
import { OLD, setOf, type Value } from './values.ts';

/** A load gives any byte if it can be from more addresses than this. */
const MOST_LOADED = 0x400;

/** What drives the bus of a word that is no store. */
export function busOf(tools: Tools, state: State, { bus, address }: Opcode, operand: number): Value {
  const { values } = tools;
  if (bus === 'd') return values.one(operand);
  if (bus === 'ac') return elementAt(state.registers, IN_AC);
  if (bus === 'in') return values.any;
  if (address === undefined || address === 'd') return state.memory.at(operand);
  return loaded(tools, state, address, operand);
}

/** What is loaded from an address that X or Y forms. */
function loaded(
  { values, certificate: { ramKib } }: Tools,
  { registers, memory }: State,
  address: Opcode['address'],
  operand: number,
): Value {
  const pages = address === 'x' ? [0] : setOf(elementAt(registers, IN_Y)).list;
  const lows = address === 'yd' ? [operand] : setOf(elementAt(registers, IN_X)).list;
  const isBanked = ramKib === 128 && pages.some((page) => page >= 0x80);
  if (isBanked || pages.length * lows.length > MOST_LOADED || pages.includes(OLD) || lows.includes(OLD))
    return values.any;
  const mask = ramKib === 32 ? 0x7fff : 0xffff;
  let all: Value | undefined;
  for (const page of pages) {
    for (const low of lows) {
      const held = memory.at(((page << 8) | low) & mask);
      all = all === undefined ? held : values.union(all, held);
      // It has all bytes already.
      if (all === values.made) return all;
    }
  }
  return all ?? values.none;
}
