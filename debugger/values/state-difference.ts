/** What differs between two states of a program, by the names that it declares. */
import { hexByte, hexWord } from '#basics';
import { createMachine, type Snapshot } from '#emulator';
import type { Program } from '../program/program.ts';
import type { StateDifference, StateGroup } from '../protocol.ts';
import type { Scope, Value } from './evaluate.ts';
import { formatValue } from './format.ts';
import { bytesAt, entryCount, readPlace, REGISTERS, describeEntry, entryPlace, wholePlace } from './place.ts';
import type { Place } from './place.ts';

/** How many bytes of a stretch without a name are written out. */
const SHOWN_BYTES = 8;

/** The differences in the order of their groups; the two states must have RAM of the same size. */
export function differences(program: Program, one: Snapshot, other: Snapshot): readonly StateDifference[] {
  const before = scopeOf(program, one);
  const after = scopeOf(program, other);
  return [
    ...registers(before, after),
    ...declared(before, after, 'zero-page'),
    ...declared(before, after, 'tables'),
    ...undeclared(before, after),
    ...picture(one, other),
  ];
}

/** A machine in this state, only to be looked at. */
function scopeOf(program: Program, snapshot: Snapshot): Scope {
  const ramKib = snapshot.ram.length === 0x20000 ? 128 : snapshot.ram.length === 0x10000 ? 64 : 32;
  const machine = createMachine(program.rom, { ramKib, core: 'reference' });
  machine.adopt(snapshot);
  return { machine, program, address: machine.address };
}

function registers(before: Scope, after: Scope): StateDifference[] {
  const named = REGISTERS.flatMap((name): StateDifference[] => {
    const text = ({ machine, program }: Scope): string => {
      const place: Place = { kind: 'register', name };
      return formatValue({ number: readPlace(machine, place), place, rom: name === 'pc' }, { machine, program });
    };
    return changed('Registers', name.toUpperCase(), text(before), text(after));
  });
  const cycle = changed('Registers', 'cycle', String(before.machine.cycle), String(after.machine.cycle));
  return [...named, ...cycle];
}

/** Entries of declared tables whose bytes differ; an array that is one number counts as one. */
function declared(before: Scope, after: Scope, which: 'zero-page' | 'tables'): StateDifference[] {
  const { program } = before;
  const group = which === 'tables' ? 'Tables' : 'Zero page';
  return program.symbols.tables
    .filter(({ layout }) => (layout === 'zero-page') === (which === 'zero-page'))
    .flatMap((table): StateDifference[] => {
      const whole = wholePlace(table);
      const indices = Array.from({ length: whole ? 1 : entryCount(table) }, (_, at) => table.first + at);
      return indices.flatMap((index): StateDifference[] => {
        const place = whole ?? entryPlace(table, index);
        if (place === undefined) return [];
        const [one, other] = [before, after].map(({ machine }) => String(bytesAt(machine, place)));
        if (one === other) return [];
        const name = whole === undefined ? describeEntry(program, table, index) : table.name;
        const text = (scope: Scope): string => {
          const value: Value = { number: readPlace(scope.machine, place), place, table };
          return formatValue(value, scope);
        };
        return [{ group, name, address: place.address, one: text(before), other: text(after) }];
      });
    });
}

/** Stretches of RAM that differ and belong to no declaration. */
function undeclared({ machine, program }: Scope, after: Scope): StateDifference[] {
  const owned = new Set<number>();
  for (const table of program.symbols.tables) {
    for (let index = table.first; index <= table.last; index++) {
      const place = entryPlace(table, index);
      for (let offset = 0; offset < (place?.size ?? 0); offset++)
        owned.add(machine.ramIndex(((place?.address ?? 0) + offset) & 0xffff, place?.bank));
    }
  }
  const differs = (index: number): boolean => machine.ram[index] !== after.machine.ram[index] && !owned.has(index);
  const found: StateDifference[] = [];
  for (let first = 0; first < machine.ram.length; first++) {
    if (!differs(first)) continue;
    let end = first + 1;
    while (end < machine.ram.length && differs(end)) end++;
    const name = end - first === 1 ? hexWord(first) : `${hexWord(first)} to ${hexWord(end - 1)}`;
    const text = (ram: Uint8Array): string => someBytes(ram.subarray(first, end));
    found.push({ group: 'Other RAM', name, address: first, one: text(machine.ram), other: text(after.machine.ram) });
    first = end;
  }
  return found;
}

function someBytes(bytes: Uint8Array): string {
  const shown = Array.from(bytes.subarray(0, SHOWN_BYTES), hexByte).join(' ');
  return bytes.length > SHOWN_BYTES ? `${shown} … (${bytes.length} bytes)` : shown;
}

function picture({ monitor: one }: Snapshot, { monitor: other }: Snapshot): StateDifference[] {
  const pixels = one.pixels.reduce((sum, pixel, at) => sum + Number(pixel !== other.pixels[at]), 0);
  return [
    ...changed('Picture', 'frames', String(one.state.frames), String(other.state.frames)),
    ...changed('Picture', 'bad lines', String(one.state.badLines), String(other.state.badLines)),
    ...(pixels === 0 ? [] : changed('Picture', 'pixels that differ', '0', String(pixels))),
  ];
}

function changed(group: StateGroup, name: string, one: string, other: string): StateDifference[] {
  return one === other ? [] : [{ group, name, address: null, one, other }];
}
