/** From boards and words of bits to what the Bitboards view draws: squares, facts and fields. */
import { hexByte } from '#basics';
import {
  bitboardKind,
  bitOfSquare,
  boardFromBytes,
  firstBit,
  hasBit,
  lastBit,
  lensHex,
  lensNumber,
  lensText,
  placementFen,
  operate,
  readMoveFields,
  readNibbleBoard,
  readOctadState,
  readTurnFields,
  setBits,
  squareOfBit,
  zobristMeaning,
} from '#chess';
import type { BitboardKind, BitboardOperator, ByteOrder, NibbleOrder, PlainPiece, WordField } from '#chess';
import { squareGrid } from '../pieces.ts';
import type { BitsItem } from './bits-items.ts';

export interface BitsCell {
  readonly name: string;
  readonly dark: boolean;
  readonly bit: number | null;
  readonly set: boolean;
  /** Whether a shift pushed this bit over the edge. */
  readonly lost: boolean;
  /** Whether a compared board has a different bit here. */
  readonly differs: boolean;
  readonly selected: boolean;
  readonly piece: PlainPiece | null;
  readonly label: string;
}

/** A fact about a board or word: `First bit`, `0 (a1)`. */
export type Fact = readonly [name: string, text: string];

interface Marks {
  readonly selected: string | null;
  readonly lost?: bigint;
  readonly differing?: bigint;
}

/** The board that an item holds as a number; undefined for one that is not a bitboard. */
export function boardOf(item: BitsItem): { readonly kind: BitboardKind; readonly board: bigint } | undefined {
  const kind = bitboardKind(item);
  return kind && { kind, board: boardFromBytes(kind, item.bytes, item.order as ByteOrder) };
}

/** Rows of squares from the highest rank down; null for a word. */
export function squareRows(item: BitsItem, marks: Marks): BitsCell[][] | null {
  const bits = boardOf(item);
  if (bits) return boardRows(bits.kind, bits.board, marks);
  if (item.kind === 'nibble-board') {
    const squares = readNibbleBoard(item.bytes, item.order as NibbleOrder);
    const pieces = new Map(squares.map(({ name, piece }) => [name, piece]));
    return pieceRows(8, (name) => pieces.get(name) ?? null, marks);
  }
  if (item.kind === 'octad-state') {
    const { squares } = readOctadState(item.bytes);
    const at = (name: string): number => 'abcd'.indexOf(name.charAt(0)) + 4 * (Number(name.charAt(1)) - 1);
    return pieceRows(4, (name) => squares[at(name)] ?? null, marks);
  }
  return null;
}

export function boardRows(kind: BitboardKind, board: bigint, marks: Marks): BitsCell[][] {
  return rows(kind.side, marks.selected, (name, file, rank) => {
    const bit = bitOfSquare(kind, file, rank);
    const set = hasBit(board, bit);
    const lost = hasBit(marks.lost ?? 0n, bit);
    const differs = hasBit(marks.differing ?? 0n, bit);
    const label = `${name}: ${set ? 1 : 0}, bit ${bit}${lost ? ', lost at the edge' : ''}${differs ? ', differs' : ''}`;
    return { bit, set, lost, differs, piece: null, label };
  });
}

function pieceRows(side: 4 | 8, pieceOn: (name: string) => PlainPiece | null, marks: Marks): BitsCell[][] {
  return rows(side, marks.selected, (name) => {
    const piece = pieceOn(name);
    const label = `${name}: ${piece ? `${piece.side} ${piece.kind}` : 'empty'}`;
    return { bit: null, set: false, lost: false, differs: false, piece, label };
  });
}

function rows(
  side: 4 | 8,
  selected: string | null,
  cell: (name: string, file: number, rank: number) => Omit<BitsCell, 'name' | 'dark' | 'selected'>,
): BitsCell[][] {
  return squareGrid(side, (name, file, rank) => {
    const dark = (file + rank) % 2 === 0;
    return { name, dark, selected: name === selected, ...cell(name, file, rank) };
  });
}

export function factsOf(item: BitsItem): Fact[] {
  const number: Fact = ['Hexadecimal', lensHex(item, item.bytes)];
  const inRam: Fact[] = [['Bytes', `${item.bytes.map((byte) => hexByte(byte)).join(' ')} (${item.order})`]];
  const bits = boardOf(item);
  if (bits) return [number, ...boardFacts(bits.kind, bits.board), ...inRam];
  switch (item.kind) {
    case 'nibble-board':
      return [['Placement', lensText(item, item.bytes)]];
    case 'octad-state':
      return stateFacts(item);
    case 'zobrist-index': {
      const index: Fact = ['Index', String(lensNumber(item, item.bytes))];
      return [index, number, ['Stands for', lensText(item, item.bytes)], ...inRam];
    }
    default:
      return [number, ['Says', lensText(item, item.bytes)], ...inRam];
  }
}

/** Facts of a bitboard: binary by rank, count, first and last bit with their squares. */
function boardFacts(kind: BitboardKind, board: bigint): Fact[] {
  const place = (bit: number | undefined): string =>
    bit === undefined ? 'none' : `${bit} (${squareOfBit(kind, bit)})`;
  const rows = boardRows(kind, board, { selected: null });
  const ranks = rows.map((row) => row.map(({ set }) => (set ? '1' : '0')).join(''));
  return [
    ['Binary by rank', ranks.join(' ')],
    ['Bits set', String(setBits(board).length)],
    ['First bit', place(firstBit(board))],
    ['Last bit', place(lastBit(board))],
  ];
}

function stateFacts(item: BitsItem): Fact[] {
  const { squares, check, castling, enPassant } = readOctadState(item.bytes);
  const yes = (flag: boolean): string => (flag ? 'yes' : 'no');
  return [
    ['Placement', placementFen(squares)],
    ['Castling', castling || '-'],
    ['En passant', enPassant === null ? '-' : 'abcd'.charAt(enPassant & 3) + String((enPassant >> 2) + 1)],
    ['White in check', yes(check.white)],
    ['Black in check', yes(check.black)],
  ];
}

/** The fields of a word from the highest bits down; empty for a board, and for a word that is neither move nor turn. */
export function fieldsOf(item: BitsItem): readonly WordField[] {
  const number = lensNumber(item, item.bytes);
  if (number === 0 && item.kind !== 'zobrist-index') return [];
  if (item.kind === 'move-word') return readMoveFields(number).fields;
  if (item.kind === 'turn-word') return readTurnFields(number).fields;
  const meaning = item.kind === 'zobrist-index' ? zobristMeaning(number) : undefined;
  if (meaning?.kind !== 'piece') return [];
  const { piece, square } = meaning;
  const field = { bits: [9, 0] as const, value: number, problem: null };
  return [
    { ...field, name: 'piece', text: `${piece.side} ${piece.kind}`, square: null },
    { ...field, name: 'square', text: square, square },
  ];
}

/** The byte of RAM that holds a bit, and the bit's mask in it. */
export function byteOfBit({ bytes, order }: BitsItem, bit: number): { readonly offset: number; readonly mask: number } {
  const offset = bit >> 3;
  return { offset: order === 'highest-first' ? bytes.length - 1 - offset : offset, mask: 1 << (bit & 7) };
}

export interface Operation {
  readonly a: string;
  readonly operator: BitboardOperator;
  readonly b: string;
  /** Bits of a shift. */
  readonly shift: number;
  /** What the result is compared with; empty for nothing. */
  readonly compare: string;
}

export type OperationResult = NonNullable<ReturnType<typeof operationResult>>;

/**
 * A op B = C; undefined while the boards are not of one kind, or there is none. B is undefined if the operator takes
 * none; `lost` are the bits of A that a shift pushed over the edge, `differing` those in which C differs from what it is
 * compared with.
 */
export function operationResult(items: readonly BitsItem[], operation: Operation) {
  const board = (key: string): ReturnType<typeof boardOf> => {
    const found = items.find((item) => item.key === key);
    return found && boardOf(found);
  };
  const [a, b, compared] = [board(operation.a), board(operation.b), board(operation.compare)];
  const needsB = takesBoard(operation.operator);
  if (!a || (needsB && b?.kind !== a.kind)) return undefined;
  const second = needsB ? (b?.board ?? 0n) : BigInt(operation.shift);
  const { result, lost } = operate(a.kind, operation.operator, a.board, second);
  const differing = compared?.kind === a.kind ? compared.board ^ result : undefined;
  return { kind: a.kind, a: a.board, b: needsB ? b?.board : undefined, c: result, lost, differing };
}

export function takesBoard(operator: BitboardOperator): boolean {
  return operator === 'and' || operator === 'or' || operator === 'xor';
}

export function takesShift(operator: BitboardOperator): boolean {
  return operator === 'shift-left' || operator === 'shift-right';
}
