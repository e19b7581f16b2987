/**
 * A program's tables for tests: the piece indices and square numbers of the engine's design, at different addresses,
 * and RAM images of positions.
 *
 * The images are written from the oracle's tables and from a list order made here, so that a decoder that reads them is
 * checked against something that shares no code with it.
 */
import type { MemoryReader } from '../../../chess/declared-tables.ts';
import { type ProgramDeclarations, type SetDeclaration, type TableDeclaration } from '#basics';
import { position, squareIndex } from './positions.ts';
import { codePosition, type CodedBoard } from '../../../chess/oracle/coded-board.ts';
import { expectedTables } from '../../../chess/oracle/expected-tables.ts';
import type { PlayedTurn } from '../../../chess/decoded.ts';
import { moveText, turnWord, type Turn } from '../../../chess/chesster/turn-word.ts';
import { good } from '#test/good.ts';

const A1 = 29;
const DUMMY = 0x7e;
const END = 0x80;

export function square(name: string): number {
  const index = squareIndex(name);
  return A1 + (index & 7) + 10 * (index >> 3);
}

const KINDS: readonly (readonly [kind: string, note: string, ...pieces: number[]])[] = [
  ['king', '', 0x10],
  ['queen', '', 0x12],
  ['queen', 'slot', 0x14, 0x16, 0x18],
  ['rook', '', 0x1a, 0x1c],
  ['knight', 'slot', 0x30, 0x32],
  ['bishop', '', 0x34, 0x38],
  ['knight', '', 0x3a, 0x3c],
  ['pawn', 'pre-promoted', 0x3e, 0x50, 0x52, 0x54, 0x56, 0x58, 0x5a, 0x5c],
  ['pawn', '', 0x5e, 0x70, 0x72, 0x74, 0x76, 0x78, 0x7a, 0x7c],
  ['dummy', '', DUMMY],
];

/** Attack bits as in the design: the top bit says that a leaper's bit names a piece. */
const ATTACK_BITS: Readonly<Record<number, number>> = {
  0x10: 0xc0,
  0x12: 0x10,
  0x14: 0x20,
  0x16: 0x40,
  0x18: 0x80,
  0x1a: 0x08,
  0x1c: 0x04,
  0x30: 0xa0,
  0x32: 0x90,
  0x34: 0x02,
  0x38: 0x01,
  0x3a: 0x88,
  0x3c: 0x84,
};

const SETS: readonly SetDeclaration[] = [
  { name: 'directions', bits: ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw'] },
  { name: 'whiteLeapers', bits: leaperBits('ne', 'nw') },
  { name: 'blackLeapers', bits: leaperBits('se', 'sw') },
];

function leaperBits(right: string, left: string): string[] {
  return [`pawn:${right}`, `pawn:${left}`, 'piece:3c', 'piece:3a', 'piece:32', 'piece:30', 'piece:10', 'piece'];
}

function column(
  low: number,
  name: string,
  index: string,
  element: string,
  attributes: Record<string, string> = {},
): TableDeclaration {
  const first = index === 'piece' ? 0x10 : 8;
  return {
    name,
    layout: 'column',
    address: first * 256 + low,
    stride: 256,
    size: 1,
    first,
    last: 0x7f,
    index,
    element,
    attributes,
  };
}

function variable(
  address: number,
  name: string,
  element: string,
  attributes: Record<string, string> = {},
): TableDeclaration {
  return { name, layout: 'zero-page', address, stride: 1, size: 1, first: 0, last: 0, index: '', element, attributes };
}

export const DECLARATIONS: ProgramDeclarations = {
  squares: { a1: A1, fileStep: 1, rankStep: 10 },
  sets: SETS,
  pieces: {
    empty: 0,
    guard: END,
    blackBit: 1,
    kinds: KINDS.flatMap(([kind, note, ...pieces]) => pieces.map((piece) => ({ piece, kind, note }))),
  },
  tables: [
    column(0xff, 'board', 'square', 'piece'),
    ...['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'].map((direction, i) =>
      column(0xf0 + i, `near_${direction}`, 'square', 'square', { direction }),
    ),
    column(0xe0, 'whiteSliders', 'square', 'slider-set', { side: 'white', set: 'directions' }),
    column(0xe1, 'blackSliders', 'square', 'slider-set', { side: 'black', set: 'directions' }),
    column(0xe2, 'whiteLeaps', 'square', 'leaper-set', { side: 'white', set: 'whiteLeapers' }),
    column(0xe3, 'blackLeaps', 'square', 'leaper-set', { side: 'black', set: 'blackLeapers' }),
    column(0xd0, 'location', 'piece', 'square'),
    column(0xd1, 'next', 'piece', 'piece-link', { link: 'next' }),
    column(0xd2, 'previous', 'piece', 'piece-link', { link: 'previous' }),
    column(0xd4, 'kindNow', 'piece', 'kind'),
    column(0xd3, 'attackBit', 'piece', 'attack-bit'),
    variable(0x80, 'mover', 'colour'),
    variable(0x81, 'castlingRights', 'castling'),
    variable(0x82, 'passed', 'square', { role: 'en-passant' }),
    variable(0x83, 'cursor', 'square', { role: 'cursor' }),
    { ...variable(0x84, 'qSlots', 'piece', { role: 'free-slots' }), last: 1, index: 'colour' },
  ],
};

/** 64 KiB of RAM with access by table name. */
export class TestMemory implements MemoryReader {
  readonly bytes = new Uint8Array(65536);

  read(address: number): number {
    return this.bytes[address] ?? 0;
  }

  write(table: string, index: number, value: number): void {
    const found = DECLARATIONS.tables.find(({ name }) => name === table);
    if (!found || index < found.first || index > found.last) throw new RangeError(`${table}[${String(index)}]`);
    this.bytes[found.address + (index - found.first) * found.stride] = value;
  }
}

/** RAM with all tables correct for a position. */
export function memoryOf(fen: string): TestMemory {
  const memory = new TestMemory();
  const plain = position(fen);
  const coded = good(codePosition(plain, DECLARATIONS.pieces!));
  for (let index = 8; index <= 0x7f; index++) memory.write('board', index, END);
  for (const [at, piece] of coded.entries()) {
    const number = A1 + (at % 8) + 10 * (at >> 3);
    memory.write('board', number, piece?.code ?? 0);
    if (!piece) continue;
    memory.write('location', piece.code, number);
    memory.write('kindNow', piece.code, KINDS.find(([kind]) => kind === piece.kind)?.[2] ?? 0);
  }
  for (const { table, entries } of expectedTables(coded, DECLARATIONS).tables) {
    for (const [index, value] of entries) memory.write(table.name, index, value);
  }
  for (const bit of [0, 1]) writeLists(memory, coded, bit);
  memory.write('mover', 0, plain.sideToMove === 'white' ? 0 : 1);
  memory.write(
    'castlingRights',
    0,
    [...'KQkq'].reduce((sum, right, i) => sum | (plain.castling.includes(right) ? 1 << i : 0), 0),
  );
  memory.write('passed', 0, plain.enPassant === null ? 0 : square(plain.enPassant));
  memory.write('cursor', 0, square('e2'));
  return memory;
}

function writeLists(memory: TestMemory, board: CodedBoard, bit: number): void {
  const used = new Set(board.flatMap((piece) => piece?.code ?? []));
  const entries = KINDS.flatMap(([kind, note, ...pieces]) =>
    pieces.map((piece) => ({ kind, note, code: piece | bit })),
  );
  const isPawn = ({ kind }: { kind: string }): boolean => kind === 'pawn';
  const listed = entries.filter(({ code, kind }) => used.has(code) && kind !== 'dummy');
  const order = [...listed.filter((entry) => !isPawn(entry)), { code: DUMMY | bit }, ...listed.filter(isPawn)];
  chain(
    memory,
    order.map(({ code }) => code),
  );
  const free = entries
    .filter(({ note, kind, code }) => note === 'slot' && kind === 'queen' && !used.has(code))
    .map(({ code }) => code);
  chain(memory, free);
  memory.write('qSlots', bit, free[0] ?? END);
  for (const [code, attackBit] of Object.entries(ATTACK_BITS)) memory.write('attackBit', Number(code) | bit, attackBit);
}

function chain(memory: TestMemory, order: readonly number[]): void {
  for (const [i, code] of order.entries()) {
    memory.write('next', code, order[i + 1] ?? END);
    memory.write('previous', code, order[i - 1] ?? END);
  }
}

/** 1. e2–e4. */
export const DOUBLE_PUSH: Turn = {
  from: 'e2',
  to: 'e4',
  type: 'double-push',
  piece: { kind: 'pawn', side: 'white' },
  promotion: null,
  captured: null,
  castling: 'KQkq',
  whiteCastled: false,
  blackCastled: false,
};

/** A turn in the form of the game record. */
export function played(turn: Turn): PlayedTurn {
  const word = turnWord(turn);
  return { ...turn, entry: { table: 'turns', index: 0 }, word, text: moveText(turn) };
}
