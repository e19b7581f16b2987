/** What drives the bus: a constant, AC, IN, or a byte of RAM. */
import { elementAt } from '#basics';
import type { Opcode } from '#isa';
import type { Memories } from './memory.ts';
import { IN_AC, IN_X, IN_Y, type State, type Tools } from './state.ts';
import { setOf, type Value } from './values.ts';

/** A load that can be from more addresses than this gives any byte. */
const MOST_LOADED = 0x400;

export class Bus {
  constructor(
    private readonly tools: Tools,
    private readonly memories: Memories,
  ) {}

  /** What drives the bus of a word that is no store. */
  of(state: State, { bus, address }: Opcode, operand: number): Value {
    const { values } = this.tools;
    if (bus === 'd') return values.one(operand);
    if (bus === 'ac') return elementAt(state.registers, IN_AC);
    if (bus === 'in') return values.any;
    if (address === undefined || address === 'd') return this.memories.byteAt(state.memory, operand);
    return this.loaded(state, address, operand);
  }

  /** What is loaded from an address that X or Y forms. */
  private loaded({ registers, memory }: State, address: Opcode['address'], operand: number): Value {
    const { values, certificate } = this.tools;
    const { ramKib } = certificate;
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
}
