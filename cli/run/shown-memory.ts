/** RAM by name or address for `run --show`: the bytes of declared variables and tables, or of stretches of RAM. */
import { entryAddress } from '#basics';
import type { DebugTable } from '#assembler';
import type { Machine } from '#emulator';
import { hexByte, hexWord } from '#isa';
import { commandFailure, type CommandFailure } from '../output.ts';
import { kindByName } from '#files';
import type { ProgramNames } from './program.ts';

type ShownTable = Pick<DebugTable, 'name' | 'address' | 'size' | 'first' | 'last' | 'stride'>;

/** A piece of RAM and what it holds: the bytes of entry after entry. */
export interface ShownMemory {
  readonly name: string;
  /** RAM address of the first entry. */
  readonly address: number;
  readonly bytes: readonly number[];
}

/** The arguments of `run`: a program, and the names of `--show`, which also takes a program that follows it. */
export function programAndNames(
  program: string | undefined,
  shown: readonly string[] = [],
): { readonly file: string; readonly names: readonly string[] } | CommandFailure {
  const file = program ?? shown.find((word) => kindByName(word) !== undefined);
  if (file === undefined) return commandFailure(2, 'name the program to run: a source or a ROM image');
  return { file, names: program === undefined ? shown.filter((word) => word !== file) : shown };
}

/** The declarations of names; a failure for an unknown one, or without a source. */
export function findTables(wanted: readonly string[], names: ProgramNames | undefined): ShownTable[] | CommandFailure {
  const tables: ShownTable[] = [];
  for (const name of wanted) {
    if (/^[$\d]/.test(name)) {
      const stretch = stretchOf(name);
      if (stretch === undefined) return commandFailure(2, `--show ${name}: not an address of RAM, or a range of such`);
      tables.push(stretch);
      continue;
    }
    if (names === undefined) return commandFailure(2, `--show ${name}: an image has no names; give an address`);
    const table = names.table(name);
    if (table === undefined) return commandFailure(2, `--show ${name}: the program declares no RAM of this name`);
    tables.push(table);
  }
  return tables;
}

/** `$30`, or `$0200..$020f`, as bytes one after the other. */
function stretchOf(word: string): ShownTable | undefined {
  const [first = NaN, last = first, ...more] = word.split('..').map((each) => Number(each.replace(/^\$/, '0x')));
  if (!(first >= 0 && first <= last && last <= 0xffff && Number.isInteger(first + last)) || more.length > 0)
    return undefined;
  return { name: word, address: first, size: last - first + 1, first: 0, last: 0, stride: 0 };
}

export function showMemory(machine: Machine, table: ShownTable): ShownMemory {
  const { name, address, size, first, last } = table;
  const bytes: number[] = [];
  for (let index = first; index <= last; index++) {
    for (let offset = 0; offset < size; offset++) {
      bytes.push(machine.readRam(entryAddress(table, index) + offset));
    }
  }
  return { name, address, bytes };
}

const BYTES_PER_LINE = 16;

/** `name $0030: $01 $02 …`, a line for every sixteen bytes. */
export function shownLines({ name, address, bytes }: ShownMemory): string[] {
  const rows = Array.from({ length: Math.ceil(bytes.length / BYTES_PER_LINE) }, (_, row) =>
    bytes.slice(row * BYTES_PER_LINE, (row + 1) * BYTES_PER_LINE).map((byte) => hexByte(byte)),
  );
  const head = `${name} ${hexWord(address)}: `;
  return rows.map((row, index) => (index === 0 ? head : ' '.repeat(head.length)) + row.join(' '));
}
