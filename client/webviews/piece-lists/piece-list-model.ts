/** From the decoded piece lists to the rows of the Piece lists view's tables. */
import { hexByte } from '#basics';
import type { DecodedTables, PieceList, PieceLists, PieceSlot } from '#chess';
import type { Selection } from '../messages.ts';
import { squareText } from '../pieces.ts';

export type PieceRow = ReturnType<typeof toRow>;

export type PieceListModel = ReturnType<typeof toModel>;

const FAULTS: Readonly<Record<PieceList['end'], string>> = {
  complete: '',
  loop: 'The list runs in a circle; it is shown up to the repeated entry.',
  broken: 'The list breaks off at a link to something that is not a piece of this side.',
};

/** White's and black's lists, or none where the program declares none. */
export function pieceListModels(tables: DecodedTables, selection: Selection): PieceListModel[] {
  const { pieceLists } = tables;
  if (!pieceLists) return [];
  const { white, black, tables: names } = pieceLists;
  return [white, black].map((list) => toModel(list, names, selection));
}

function toModel(list: PieceList, tables: PieceLists['tables'], selection: Selection) {
  const slots = new Map(list.slots.map((slot) => [slot.index, slot]));
  const listed = list.order.flatMap((index) => slots.get(index) ?? []);
  const others = list.slots.filter(({ index }) => !list.order.includes(index));
  return {
    side: list.side,
    title: list.side === 'white' ? 'White' : 'Black',
    /** In link order. */
    listed: listed.map((slot, i) => toRow(slot, list.side, String(i + 1), tables, selection)),
    /** Entries outside the list: spare slots and removed pieces, ascending index. */
    others: others.map((slot) => toRow(slot, list.side, '', tables, selection)),
    /** Chains of spare entries: `qSlots: $14 → $16 → $18`. */
    chains: list.freeChains.map(({ table, order }) => `${table}: ${order.map(hexByte).join(' → ') || 'empty'}`),
    fault: FAULTS[list.end],
  };
}

/** @param position in the list from 1 on, or empty outside it @param tables names of those with an entry for the piece */
function toRow(slot: PieceSlot, side: string, position: string, tables: PieceLists['tables'], selection: Selection) {
  const { index, kind, state } = slot;
  const stands = state !== 'dummy' && position !== '';
  const place = placeText(slot, stands);
  const square = stands && slot.square?.place === 'board' ? slot.square.number : null;
  const label = [`${side} ${kind} ${hexByte(index)}`, stands ? `on ${place}` : '', slot.problem ?? state];
  return {
    ...{ index, position, kind, side, state, tables },
    /** Where it stands; in brackets if its location is only left over. */
    square: stands || place === '' ? place : `(${place})`,
    next: byte(slot.next),
    previous: byte(slot.previous),
    attackBit: byte(slot.attackBit),
    /** Why it is broken; empty if it is not. */
    problem: slot.problem ?? '',
    selected: isSelected(index, square, selection),
    /** What a click selects: the piece, and its square if it stands on one. */
    selection: { square, piece: index },
    label: label.filter((part) => part !== '').join(', '),
  };
}

/** A location that is not a square of the board only matters for a piece in the list. */
function placeText({ square, kind }: PieceSlot, stands: boolean): string {
  if (!square || kind === 'dummy' || (!stands && square.place !== 'board')) return '';
  return squareText(square);
}

function isSelected(index: number, square: number | null, selection: Selection): boolean {
  if (selection.piece !== null) return selection.piece === index;
  return square !== null && selection.square === square;
}

function byte(value: number | null): string {
  return value === null ? '' : hexByte(value);
}
