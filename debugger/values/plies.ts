/**
 * The plies of a search, from the frames in which it saves what a node needs again.
 *
 * The declarations say which they are: a cell with `role=ply` holds the index of the present node's frame, and fields
 * of that frame have the roles `from` and `to` (squares of the move that led from the node to its child), and `mover`
 * and `placed` (what left the one and then stands on the other). A search is in progress below its first ply, that is,
 * while the cell holds an index of the frame above the first.
 */
import type { DebugTable } from '#assembler';
import type { Machine } from '#emulator';
import type { Program } from '../program/program.ts';
import { readPlace, type Place, entryPlace } from './place.ts';

const MOVE = /^[a-h][1-8][a-h][1-8]/;

/** The table of the cell that holds the index of the present frame, if the program declares one. */
export function plyCell({ symbols }: Program): DebugTable | undefined {
  return symbols.tables.find(({ attributes }) => attributes['role'] === 'ply');
}

/**
 * The nodes above the present one, the nearest first, by depth (0 is the root) and the move that led to the child
 * (`e2e4`, `e7e8q`); none if no search is in progress, or none is declared.
 */
export function pliesAbove(
  machine: Machine,
  program: Program,
): readonly { readonly depth: number; readonly move: string }[] {
  const cell = plyCell(program);
  const from = framesOf(program);
  if (cell === undefined || from === undefined) return [];
  const present = valueAt(cell, cell.first, machine);
  if (present === undefined || present <= from.first || present > from.last) return [];
  const plies = Array.from({ length: present - from.first }, (_, above) => {
    const index = present - 1 - above;
    return { depth: index - from.first, move: moveAt(index, machine, program) };
  });
  // Before the first search, the cell may hold what it had at power-on.
  return plies.every(({ move }) => MOVE.test(move)) ? plies : [];
}

function moveAt(index: number, machine: Machine, program: Program): string {
  const meaning = (role: string): string => {
    const field = fieldWith(role, program);
    const value = field && valueAt(field, index, machine);
    return field === undefined || value === undefined ? '' : (program.meanings.ofEntry(field, value) ?? '?');
  };
  const placed = meaning('placed');
  return `${meaning('from')}${meaning('to')}${placed === meaning('mover') ? '' : promotion(placed)}`;
}

/** The letter after a pawn's move that says what it became: `white queen` is `q`. */
function promotion(piece: string): string {
  const kind = piece.split(' ').at(-1) ?? '';
  return kind === 'knight' ? 'n' : kind.charAt(0);
}

/** The field of the frames that says where the move of a node came from: its entries are the frames. */
export function framesOf(program: Program): DebugTable | undefined {
  return fieldWith('from', program);
}

function fieldWith(role: string, { symbols }: Program): DebugTable | undefined {
  return symbols.tables.find(({ layout, attributes }) => layout === 'field' && attributes['role'] === role);
}

function valueAt(table: DebugTable, index: number, machine: Machine): number | undefined {
  const place = entryPlace(table, index);
  return place === undefined ? undefined : readPlace(machine, place);
}

interface NodeValue {
  readonly number: number;
  readonly table: DebugTable;
  /** Absent for signed values, and for scores: their two bytes are not a number of 16 bits. */
  readonly place?: Place;
}

/** The names that a program declares with a cell. */
export function searchNames({ symbols }: Pick<Program, 'symbols'>): readonly string[] {
  return symbols.tables
    .filter(({ attributes }) => attributes['cell'])
    .map(({ attributes }) => attributes['search'] ?? '');
}

/**
 * A value of the node being searched, by the name that the program declares for it (`search=alpha`); `cell=NAME` says
 * where that node has it. Undefined if no field of this name has a cell.
 */
export function searchValue(name: string, machine: Machine, { symbols }: Program): NodeValue | undefined {
  const table = symbols.tables.find(({ attributes }) => attributes['search'] === name && attributes['cell']);
  const cell = table && symbols.symbol(table.attributes['cell'] ?? '');
  if (table === undefined || cell === undefined) return undefined;
  const place: Place = { kind: 'ram', address: cell.value, size: table.size };
  const number = readPlace(machine, place);
  if (table.attributes['signed'] === 'yes') return { number: (number << 24) >> 24, table };
  if (table.element !== 'score') return { number, table, place };
  const [low, high] =
    table.attributes['high'] === 'first' ? [number >> 8, number & 0xff] : [number & 0xff, number >> 8];
  return { number: 128 * ((high << 24) >> 24) + low, table };
}
