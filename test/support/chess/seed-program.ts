/**
 * A program's tables for tests: the piece indices and square numbers of the engine's design, at different addresses,
 * and RAM images of positions.
 *
 * The images are written from the oracle's tables and from a list order made here, so that a decoder that reads them is
 * checked against something that shares no code with it.
 */
import type { MemoryReader } from '../../../chess/declared-tables.ts';
import { declared } from '../assembler/assembled-text.ts';
import { projectText } from '../project.ts';
import { position, squareIndex } from './positions.ts';
import { codePosition, type CodedBoard } from '../../../chess/oracle/coded-board.ts';
import { expectedTables } from '../../../chess/oracle/expected-tables.ts';
import type { PlayedTurn } from '../../../chess/decoded.ts';
import { moveText, turnWord, type Turn } from '../../../chess/chesster/turn-word.ts';
import { good } from '#test/good.ts';

/** What test/data/design.gtasm declares. */
export const DECLARATIONS = declared(projectText('test/data/design.gtasm'));

const { a1: A1 } = DECLARATIONS.squares!;
const { kinds: KINDS } = DECLARATIONS.pieces!;
const DUMMY = 0x7e;
const END = 0x80;

export function square(name: string): number {
  const index = squareIndex(name);
  return A1 + (index & 7) + 10 * (index >> 3);
}

/** Pieces by attack bit, as in the design; the top bit of a leaper's says that it names a piece. */
const SLIDERS = [0x38, 0x34, 0x1c, 0x1a, 0x12, 0x14, 0x16, 0x18].map((piece, bit) => [piece, 1 << bit] as const);
const LEAPERS = [0x3c, 0x3a, 0x32, 0x30, 0x10].map((piece, bit) => [piece, 0x80 | (4 << bit)] as const);

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
    memory.write('kindNow', piece.code, KINDS.find(({ kind }) => kind === piece.kind)?.piece ?? 0);
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
  const entries = KINDS.map(({ kind, note, piece }) => ({ kind, note, code: piece | bit }));
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
  for (const [piece, attackBit] of [...SLIDERS, ...LEAPERS]) memory.write('attackBit', piece | bit, attackBit);
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
