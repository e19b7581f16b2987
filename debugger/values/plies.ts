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
import { readPlace } from './place.ts';
import { entryPlace } from './tables.ts';

/** A node above the present one. */
export interface Ply {
  /** 0 is the root. */
  readonly depth: number;
  /** The move that led to its child, `e2e4`, `e7e8q`. */
  readonly move: string;
}

const MOVE = /^[a-h][1-8][a-h][1-8]/;

/** The table of the cell that holds the index of the present frame, if the program declares one. */
export function plyCell({ symbols }: Program): DebugTable | undefined {
  return symbols.tables.find(({ attributes }) => attributes['role'] === 'ply');
}

/** The nodes above the present one, the nearest first; none if no search is in progress, or none is declared. */
export function pliesAbove(machine: Machine, program: Program): readonly Ply[] {
  const cell = plyCell(program);
  const from = fieldWith('from', program);
  if (cell === undefined || from === undefined) return [];
  const present = valueAt(cell, cell.first, machine);
  if (present === undefined || present <= from.first || present > from.last) return [];
  const plies = Array.from({ length: present - from.first }, (_, above): Ply => {
    const index = present - 1 - above;
    return { depth: index - from.first, move: moveAt(index, machine, program) };
  });
  // Before the first search the cell may hold what power-on left.
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
