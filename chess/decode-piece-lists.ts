/**
 * Decodes the piece lists: two linked lists over the piece indices, with spare entries for promotion.
 *
 * The list is walked from the king along the `next` links. A loop, or a link to anything but a piece of the side, ends
 * the walk and is reported; `previous` links, locations and the board are checked against it.
 */
import { hexByte } from '#basics';
import type { PieceList, PieceLists, PieceSlot, Side, SlotState } from './decoded.ts';
import type { DecodeContext } from './decode-context.ts';
import type { PieceCoding } from './piece-coding.ts';
import type { Table } from './declared-tables.ts';
import { type SquareGrid } from './square-grid.ts';

/** Both lists, or null if the program declares no links. */
export function decodePieceLists(context: DecodeContext): PieceLists | null {
  const { coding, tables, grid } = context;
  const next = tables.first({ index: 'piece', element: 'piece-link', attributes: { link: 'next' } });
  if (!coding || !next) return null;
  const columns: ListColumns = {
    next,
    previous: tables.first({ index: 'piece', element: 'piece-link', attributes: { link: 'previous' } }),
    location: grid ? context.locations : undefined,
    attackBit: tables.first({ index: 'piece', element: 'attack-bit' }),
  };
  return {
    tables: {
      next: next.name,
      previous: columns.previous?.name ?? null,
      location: columns.location?.name ?? null,
      attackBit: columns.attackBit?.name ?? null,
    },
    white: decodeList(context, coding, columns, 'white'),
    black: decodeList(context, coding, columns, 'black'),
  };
}

interface ListColumns {
  readonly next: Table;
  readonly previous: Table | undefined;
  readonly location: Table | undefined;
  readonly attackBit: Table | undefined;
}

interface Walk {
  readonly order: readonly number[];
  readonly end: PieceList['end'];
}

function decodeList(context: DecodeContext, coding: PieceCoding, columns: ListColumns, side: Side): PieceList {
  const indices = coding.indices(side);
  const head = indices.find((index) => coding.declaredKind(index) === 'king');
  if (head === undefined)
    context.problems.add(`No piece is declared as ${side}'s king, so its piece list has no start.`);
  const walk = walkList(columns.next, coding, side, head);
  const slots = indices.map((index) => decodeSlot(context, coding, columns, walk, index));
  for (const slot of slots) {
    if (slot.problem !== null) context.problems.count(`Piece list of ${side}`, slot.problem);
  }
  return { side, order: walk.order, end: walk.end, slots, freeChains: freeChains(context, coding, columns.next, side) };
}

/** Follows `next` from `start` until the end mark, a repeated index, or a link that is not a piece of this side. */
function walkList(next: Table, coding: PieceCoding, side: Side, start: number | undefined): Walk {
  const order: number[] = [];
  const seen = new Set<number>();
  let index = start;
  while (index !== undefined) {
    if (coding.endsList(index)) return { order, end: 'complete' };
    if (coding.piece(index)?.side !== side) return { order, end: 'broken' };
    if (seen.has(index)) return { order, end: 'loop' };
    seen.add(index);
    order.push(index);
    index = next.read(index);
  }
  return { order, end: 'broken' };
}

function decodeSlot(
  context: DecodeContext,
  coding: PieceCoding,
  columns: ListColumns,
  walk: Walk,
  index: number,
): PieceSlot {
  const { grid } = context;
  const location = columns.location?.read(index);
  const problem = slotProblem(context, coding, columns, walk, index);
  const state = problem === null ? slotState(coding, walk, index) : 'broken';
  const holdsPiece = state !== 'free' && state !== 'dummy';
  return {
    index,
    kind: (holdsPiece ? coding.piece(index)?.kind : undefined) ?? coding.declaredKind(index),
    note: coding.note(index),
    state,
    square: grid && location !== undefined ? grid.ref(location) : null,
    next: columns.next.read(index) ?? null,
    previous: columns.previous?.read(index) ?? null,
    attackBit: columns.attackBit?.read(index) ?? null,
    problem,
  };
}

function slotState(coding: PieceCoding, walk: Walk, index: number): SlotState {
  const note = coding.note(index);
  const isPrePromoted = /pre-?promoted/i.test(note);
  if (walk.order.includes(index)) {
    if (isDummy(coding, index)) return 'dummy';
    return isPrePromoted ? 'pre-promoted' : 'listed';
  }
  return isPrePromoted || /slot/i.test(note) ? 'free' : 'removed';
}

function isDummy(coding: PieceCoding, index: number): boolean {
  return coding.declaredKind(index) === 'dummy' || /dummy/i.test(coding.note(index));
}

/** What is wrong with an entry, as a clause with its index; null if nothing is. */
function slotProblem(
  context: DecodeContext,
  coding: PieceCoding,
  columns: ListColumns,
  walk: Walk,
  index: number,
): string | null {
  const { grid } = context;
  const name = hexByte(index);
  const position = walk.order.indexOf(index);
  const stands = grid?.board.filter((number) => context.boardSquare(number)?.code === index) ?? [];
  if (position < 0) {
    const [square] = stands;
    if (square !== undefined && grid) return `${name} stands on ${grid.label(square)} but is not in the list`;
    return isDummy(coding, index) ? `the dummy cell ${name} is not in the list` : null;
  }
  return linkProblem(columns, walk, index, position) ?? locationProblem(context, grid, coding, columns, index);
}

function linkProblem(columns: ListColumns, walk: Walk, index: number, position: number): string | null {
  const name = hexByte(index);
  if (position === walk.order.length - 1 && walk.end !== 'complete') {
    const next = hexByte(columns.next.read(index) ?? 0);
    return walk.end === 'loop'
      ? `the next link of ${name} leads back to ${next}`
      : `the next link of ${name} is ${next}, which is not a piece of this side`;
  }
  const expected = walk.order[position - 1];
  const previous = columns.previous?.read(index);
  if (expected !== undefined && previous !== undefined && previous !== expected) {
    return `the previous link of ${name} is ${hexByte(previous)} instead of ${hexByte(expected)}`;
  }
  return null;
}

function locationProblem(
  context: DecodeContext,
  grid: SquareGrid | null,
  coding: PieceCoding,
  columns: ListColumns,
  index: number,
): string | null {
  const location = columns.location?.read(index);
  if (!grid || location === undefined || !context.boardTable || isDummy(coding, index)) return null;
  const square = context.boardSquare(location);
  if (square?.place !== 'board')
    return `${hexByte(index)} is listed on ${hexByte(location)}, which is not on the board`;
  return square.code === index
    ? null
    : `${hexByte(index)} is listed on ${grid.label(location)}, where the board holds ${hexByte(square.code)}`;
}

/** Chains of spare entries, each declared by a byte that holds the first index (`element=piece role=free-slots`). */
function freeChains(
  context: DecodeContext,
  coding: PieceCoding,
  next: Table,
  side: Side,
): { table: string; order: readonly number[] }[] {
  const chains: { table: string; order: readonly number[] }[] = [];
  for (const table of context.tables.all({ element: 'piece', attributes: { role: 'free-slots' } })) {
    const head = table.readSide(side);
    if (head === undefined) continue;
    const walk = walkList(next, coding, side, head);
    if (walk.end === 'loop')
      context.problems.add(`The chain of free entries ${table.name} of ${side} runs in a circle.`);
    if (walk.end === 'broken')
      context.problems.add(
        `The chain of free entries ${table.name} of ${side} leads to something that is not a piece of this side.`,
      );
    chains.push({ table: table.name, order: walk.order });
  }
  return chains;
}
