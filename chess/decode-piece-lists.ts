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
    white: new ListDecoder(context, coding, columns, 'white').decode(),
    black: new ListDecoder(context, coding, columns, 'black').decode(),
  };
}

interface ListColumns {
  readonly next: Table;
  readonly previous: Table | undefined;
  readonly location: Table | undefined;
  readonly attackBit: Table | undefined;
}

class ListDecoder {
  private walk: Pick<PieceList, 'order' | 'end'> = { order: [], end: 'broken' };

  constructor(
    private readonly context: DecodeContext,
    private readonly coding: PieceCoding,
    private readonly columns: ListColumns,
    private readonly side: Side,
  ) {}

  decode(): PieceList {
    const { side, coding } = this;
    const { problems } = this.context;
    const indices = coding.indices(side);
    const head = indices.find((index) => coding.declaredKind(index) === 'king');
    if (head === undefined) problems.add(`No piece is declared as ${side}'s king, so its piece list has no start.`);
    this.walk = this.walkFrom(head);
    const slots = indices.map((index) => this.slot(index));
    for (const { problem } of slots) if (problem !== null) problems.count(`Piece list of ${side}`, problem);
    return { side, ...this.walk, slots, freeChains: this.freeChains() };
  }

  /** Follows `next` until the end mark, a repeated index, or a link that is not a piece of this side. */
  private walkFrom(start: number | undefined): Pick<PieceList, 'order' | 'end'> {
    const order: number[] = [];
    for (let index = start; index !== undefined; index = this.columns.next.read(index)) {
      if (this.coding.endsList(index)) return { order, end: 'complete' };
      if (this.coding.piece(index)?.side !== this.side) return { order, end: 'broken' };
      if (order.includes(index)) return { order, end: 'loop' };
      order.push(index);
    }
    return { order, end: 'broken' };
  }

  private slot(index: number): PieceSlot {
    const { coding, columns } = this;
    const { grid } = this.context;
    const location = columns.location?.read(index);
    const problem = this.problem(index);
    const state = problem === null ? this.state(index) : 'broken';
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

  private state(index: number): SlotState {
    const note = this.coding.note(index);
    const isPrePromoted = /pre-?promoted/i.test(note);
    if (!this.walk.order.includes(index)) return isPrePromoted || /slot/i.test(note) ? 'free' : 'removed';
    if (this.isDummy(index)) return 'dummy';
    return isPrePromoted ? 'pre-promoted' : 'listed';
  }

  private isDummy(index: number): boolean {
    return this.coding.declaredKind(index) === 'dummy' || /dummy/i.test(this.coding.note(index));
  }

  /** What is wrong with an entry, as a clause with its index; null if nothing is. */
  private problem(index: number): string | null {
    const { grid } = this.context;
    const position = this.walk.order.indexOf(index);
    if (position >= 0) return this.linkProblem(index, position) ?? this.locationProblem(index);
    const square = grid?.board.find((number) => this.context.boardSquare(number)?.code === index);
    if (square !== undefined && grid) return `${hexByte(index)} stands on ${grid.label(square)} but is not in the list`;
    return this.isDummy(index) ? `the dummy cell ${hexByte(index)} is not in the list` : null;
  }

  private linkProblem(index: number, position: number): string | null {
    const { order, end } = this.walk;
    const name = hexByte(index);
    if (position === order.length - 1 && end !== 'complete') {
      const next = hexByte(this.columns.next.read(index) ?? 0);
      return end === 'loop'
        ? `the next link of ${name} leads back to ${next}`
        : `the next link of ${name} is ${next}, which is not a piece of this side`;
    }
    const expected = order[position - 1];
    const previous = this.columns.previous?.read(index);
    if (expected === undefined || previous === undefined || previous === expected) return null;
    return `the previous link of ${name} is ${hexByte(previous)} instead of ${hexByte(expected)}`;
  }

  private locationProblem(index: number): string | null {
    const { grid, boardTable } = this.context;
    const location = this.columns.location?.read(index);
    if (!grid || location === undefined || !boardTable || this.isDummy(index)) return null;
    const square = this.context.boardSquare(location);
    if (square?.code === index && square.place === 'board') return null;
    const listed = `${hexByte(index)} is listed on`;
    if (square?.place !== 'board') return `${listed} ${hexByte(location)}, which is not on the board`;
    return `${listed} ${grid.label(location)}, where the board holds ${hexByte(square.code)}`;
  }

  /** Chains of spare entries, each declared by a byte that holds the first index (`element=piece role=free-slots`). */
  private freeChains(): PieceList['freeChains'] {
    const { tables, problems } = this.context;
    return tables.all({ element: 'piece', attributes: { role: 'free-slots' } }).flatMap((table) => {
      const head = table.readSide(this.side);
      if (head === undefined) return [];
      const { order, end } = this.walkFrom(head);
      const chain = `The chain of free entries ${table.name} of ${this.side}`;
      if (end === 'loop') problems.add(`${chain} runs in a circle.`);
      if (end === 'broken') problems.add(`${chain} leads to something that is not a piece of this side.`);
      return [{ table: table.name, order }];
    });
  }
}
