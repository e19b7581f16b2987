/** Units of numbers (basics/units.ts) at the borders of rooms: what the compiler accepts and refuses. Nothing runs. */
import { describe, expectTypeOf, it } from 'vitest';
import { entryAddress, type RamAddress, type RamIndex, type RomAddress, type SquareNumber } from '#basics';
import type { DebugInfo } from '#assembler';
import type { MemoryReader } from '#chess';
import type { History, Machine } from '#emulator';
import { wordAt } from '#isa';

/** A line after a comment does not compile; the others do. */
export function atBorders(machine: Machine, history: History, info: DebugInfo, memory: MemoryReader): void {
  const [table, line] = [info.tables[0], info.lines[0]];
  if (table === undefined || line === undefined) return;
  machine.readRam(entryAddress(table, 0));
  wordAt(machine.rom, line.address);
  machine.readRam(machine.address + 1);
  history.goTo(machine.cycle);
  // @ts-expect-error: the address of a word is not an address of RAM
  machine.readRam(machine.address);
  // @ts-expect-error: a table is in RAM
  wordAt(machine.rom, entryAddress(table, 0));
  // @ts-expect-error: an index already has the mirrors resolved
  machine.ramIndex(machine.ramIndex(table.address));
  // @ts-expect-error: an address is not a moment
  history.goTo(machine.address);
  // @ts-expect-error: the decoders read RAM
  memory.read(line.address);
  // @ts-expect-error: a moment is not an address
  machine.writeRam(machine.cycle, 0);
}

describe('units at the borders of rooms', () => {
  it('go from the debug information to machine and decoders', () => {
    expectTypeOf<DebugInfo['lines'][number]['address']>().toEqualTypeOf<RomAddress>();
    expectTypeOf<DebugInfo['tables'][number]['address']>().toEqualTypeOf<RamAddress>();
    expectTypeOf<NonNullable<DebugInfo['squares']>['a1']>().toEqualTypeOf<SquareNumber>();
    expectTypeOf<ReturnType<Machine['ramIndex']>>().toEqualTypeOf<RamIndex>();
    expectTypeOf<Machine['address']>().toEqualTypeOf<RomAddress>();
  });
});
