/**
 * A move word or turn word, field by field, and what is wrong with it.
 *
 * readTurnWord gives a turn or nothing. This file says what any bits would mean, for people who look at a program's
 * wrong words.
 */
import { chessterSquare, chessterSquareName, pieceOfNibble, pieceText } from './coding.ts';
import type { PlainPiece } from '../plain-piece.ts';
import { EN_PASSANT_BLACK, EN_PASSANT_WHITE, MOVE_TYPES, PROMOTION } from './turn-word.ts';

const DOUBLE_PUSH = 3;
const CAPTURE = 4;
const PROMOTION_CAPTURE = 12;

export interface WordField {
  readonly name: string;
  /** Highest and lowest bit. */
  readonly bits: readonly [high: number, low: number];
  readonly value: number;
  readonly text: string;
  /** The square that the field names; null if it names none. */
  readonly square: string | null;
  /** Why the field has no meaning; null if it has one. */
  readonly problem: string | null;
}

export interface WordReading {
  /** From the highest bits down. */
  readonly fields: readonly WordField[];
  /** Everything wrong with the word, a sentence each; empty for a valid move. */
  readonly problems: readonly string[];
}

const TURN_FLAGS = [
  ['black may castle queen side', 29],
  ['white may castle queen side', 28],
  ['black may castle king side', 27],
  ['white may castle king side', 26],
  ['black has castled', 25],
  ['white has castled', 24],
] as const;

/** Where kings castle, by type and side: from and to. */
const CASTLING_SQUARES: Readonly<Record<string, string>> = {
  '1 white': 'e1 g1',
  '1 black': 'e8 g8',
  '2 white': 'e1 c1',
  '2 black': 'e8 c8',
};

export function readMoveFields(word: number): WordReading {
  const fields = moveFields(word);
  return { fields, problems: problemsOf(word, 20, fields) };
}

export function readTurnFields(word: number): WordReading {
  const flags = TURN_FLAGS.map(([name, bit]) => {
    const value = bitsOf(word, bit, 1);
    return plain(name, [bit, bit], value, value ? 'yes' : 'no');
  });
  const fields = [...flags, pieceField('captured', word, 20, true), ...moveFields(word)];
  return { fields, problems: problemsOf(word, 30, fields) };
}

/**
 * The fields in one line: `white pawn e2e4, double pawn push`, `white rook a1a8, takes black rook, white has castled`.
 * The ordinary is left out: a move without a capture, rights that are gone. If a field has no meaning, the text is
 * `no move: ` and the reason.
 */
export function fieldsText({ fields }: WordReading): string {
  const text = new Map(fields.map((field) => [field.name, field.text]));
  const problem = fields.find((field) => field.problem !== null)?.problem;
  if (problem !== undefined && problem !== null) return `no move: ${problem}`;
  const captured = text.get('captured') ?? 'none';
  const type = text.get('type') ?? '';
  const isOrdinary = type === MOVE_TYPES[0] || (type === MOVE_TYPES[CAPTURE] && captured !== 'none');
  return [
    `${text.get('piece') ?? ''} ${text.get('from') ?? ''}${text.get('to') ?? ''}`,
    ...(isOrdinary && !(type === MOVE_TYPES[0] && captured !== 'none') ? [] : [type]),
    ...(captured === 'none' ? [] : [`takes ${captured}`]),
    ...TURN_FLAGS.map(([name]) => name).filter((name) => text.get(name) === 'yes'),
  ].join(', ');
}

/** The move word of a text as {@link fieldsText} writes it; undefined if there is none. */
export function moveFieldsOf(text: string): number | undefined {
  const word = turnFieldsOf(text);
  return word !== undefined && word < 2 ** 20 ? word : undefined;
}

/** The turn word of a text as {@link fieldsText} writes it; undefined if there is none. */
export function turnFieldsOf(text: string): number | undefined {
  const [head = '', ...rest] = text.trim().split(/\s*,\s*/);
  const [, pieceName = '', from = '', to = ''] = /^(\w+ \w+) ([a-h][1-8])([a-h][1-8])$/.exec(head) ?? [];
  const piece = pieceCode(pieceName);
  if (piece === undefined) return undefined;
  const taken = rest.find((part) => part.startsWith('takes '));
  const captured = taken === undefined ? 0 : pieceCode(taken.slice('takes '.length));
  const flags = rest.flatMap((part) => TURN_FLAGS.find(([name]) => name === part)?.[1] ?? []);
  const types = rest.flatMap((part) => (MOVE_TYPES.includes(part) ? MOVE_TYPES.indexOf(part) : []));
  const said = flags.length + types.length + (taken === undefined ? 0 : 1);
  if (captured === undefined || types.length > 1 || said !== rest.length) return undefined;
  const type = types[0] ?? (captured === 0 ? 0 : CAPTURE);
  const squares = chessterSquare(from) * 2 ** 14 + chessterSquare(to) * 2 ** 8;
  return flags.reduce((sum, bit) => sum + 2 ** bit, captured * 2 ** 20 + squares + type * 2 ** 4 + piece);
}

/** The code of a piece that is named as {@link pieceText} does. */
function pieceCode(name: string): number | undefined {
  for (let code = 1; code < 16; code++) {
    const piece = pieceOfNibble(code);
    if (piece && pieceText(piece) === name) return code;
  }
  return undefined;
}

function moveFields(word: number): WordField[] {
  return [
    squareField('from', word, 14),
    squareField('to', word, 8),
    typeField(word),
    pieceField('piece', word, 0, false),
  ];
}

function squareField(name: string, word: number, low: number): WordField {
  const value = bitsOf(word, low, 6);
  const square = chessterSquareName(value);
  return { ...plain(name, [low + 5, low], value, square), square };
}

function typeField(word: number): WordField {
  const value = bitsOf(word, 4, 4);
  const text = MOVE_TYPES[value];
  const field = plain('type', [7, 4], value, text ?? 'unused');
  return text === undefined ? { ...field, problem: 'Move type 7 is unused.' } : field;
}

function pieceField(name: string, word: number, low: number, mayBeEmpty: boolean): WordField {
  const value = bitsOf(word, low, 4);
  const piece = pieceOfNibble(value);
  const field = plain(name, [low + 3, low], value, piece ? pieceText(piece) : piece === null ? 'none' : 'unused');
  if (piece === undefined) return { ...field, problem: `The ${name} field holds ${value}, which is not a piece.` };
  return piece === null && !mayBeEmpty ? { ...field, problem: 'No piece moves.' } : field;
}

function plain(name: string, bits: readonly [number, number], value: number, text: string): WordField {
  return { name, bits, value, text, square: null, problem: null };
}

function problemsOf(word: number, size: number, fields: readonly WordField[]): string[] {
  const tooLong = word < 0 || word >= 2 ** size ? [`The word has more than ${size} bits.`] : [];
  const own = fields.flatMap(({ problem }) => problem ?? []);
  return [...tooLong, ...own, ...(own.length === 0 ? contradictions(word, size === 30) : [])];
}

/** Faults that no single field shows: impossible castling, promotion of other pieces than pawns, empty captures. */
function contradictions(word: number, hasCapture: boolean): string[] {
  const type = bitsOf(word, 4, 4);
  const piece = pieceOfNibble(bitsOf(word, 0, 4));
  if (!piece) return [];
  const [from, to] = [chessterSquareName(bitsOf(word, 14, 6)), chessterSquareName(bitsOf(word, 8, 6))];
  return [
    ...(from === to ? [`The move goes from ${from} to ${to}.`] : []),
    ...castlingProblem(type, piece, from, to),
    ...pawnProblem(type, piece),
    ...(hasCapture ? captureProblem(type, bitsOf(word, 20, 4) !== 0) : []),
  ];
}

function castlingProblem(type: number, { kind, side }: PlainPiece, from: string, to: string): string[] {
  if (type !== 1 && type !== 2) return [];
  if (kind !== 'king') return ['Only a king can castle.'];
  return CASTLING_SQUARES[`${type} ${side}`] === `${from} ${to}`
    ? []
    : [`A ${side} king cannot castle from ${from} to ${to}.`];
}

function pawnProblem(type: number, { kind, side }: PlainPiece): string[] {
  const needsPawn = type === DOUBLE_PUSH || type >= PROMOTION || isEnPassant(type);
  if (needsPawn && kind !== 'pawn') return [`Only a pawn can make this move: ${MOVE_TYPES[type] ?? ''}.`];
  const owner = type === EN_PASSANT_WHITE ? 'white' : 'black';
  return isEnPassant(type) && side !== owner ? [`En passant of type ${type} is ${owner}'s.`] : [];
}

function captureProblem(type: number, captured: boolean): string[] {
  const captures = type === CAPTURE || isEnPassant(type) || type >= PROMOTION_CAPTURE;
  if (captures === captured) return [];
  return [captures ? 'The captured piece is missing.' : 'The move captures nothing, but a captured piece is named.'];
}

function isEnPassant(type: number): boolean {
  return type === EN_PASSANT_WHITE || type === EN_PASSANT_BLACK;
}

function bitsOf(word: number, low: number, count: number): number {
  return (word >>> low) & ((1 << count) - 1);
}
