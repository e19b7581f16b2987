/** The same game in a chess library: what the rules and the engine's formats require in RAM after every move. */
import { Chess, type Move } from 'chess.js';
import { decodeBoard } from '../../../chess/decode-board.ts';
import { createContext } from '../../../chess/decode-context.ts';
import { PIECE_KINDS } from '../../../chess/fen-board.ts';
import { turnWord, type Turn, boardToFen, decodeGameRecord, type GameRecord } from '#chess';
import type { EngineSession } from '#engine-driver';
import { engineAssembly, memoryOf } from './engine-fixture.ts';

/** Placement, side and castling rights of a FEN: its first three fields. */
export function shortFen(fen: string): string {
  return fen.split(' ').slice(0, 3).join(' ');
}

/** Numbers 0..1 that are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 0x80000000) / 0x80000000;
}

/** A whole number from 0 up to a limit, without it. */
export const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

export const oneOf = <T>(random: () => number, things: readonly T[]): T => things[below(random, things.length)]!;

/** A game in the library, and how it ends under the rules that the engine knows. */
export class ReferenceGame {
  readonly chess: Chess;
  readonly moves: Move[] = [];
  readonly words: number[] = [];
  private readonly seen: string[];

  constructor(fen?: string) {
    this.chess = new Chess(fen, { skipValidation: true });
    this.seen = [this.placement()];
  }

  play(move: Move): void {
    this.words.push(expectedWord(move, this.castled()));
    this.moves.push(move);
    this.chess.move(move);
    this.seen.push(this.placement());
  }

  undo(): void {
    this.chess.undo();
    this.moves.pop();
    this.words.pop();
    this.seen.pop();
  }

  /** Who has castled so far. */
  castled(): { readonly w: boolean; readonly b: boolean } {
    const castled = (side: 'w' | 'b'): boolean =>
      this.moves.some((m) => m.color === side && (m.isKingsideCastle() || m.isQueensideCastle()));
    return { w: castled('w'), b: castled('b') };
  }

  /** How often the position after a move has occurred so far. */
  timesAfter(move: Move): number {
    const after = move.after.split(' ').slice(0, 4).join(' ');
    return this.seen.filter((seen) => seen === after).length;
  }

  /** The name of the engine's result. En passant that is not legal does not make a position different. */
  result(): string {
    const { chess } = this;
    if (chess.isCheckmate()) return 'RESULT_MATE';
    if (chess.isStalemate()) return 'RESULT_STALE';
    if (chess.isInsufficientMaterial()) return 'RESULT_DEAD';
    if (chess.isDrawByFiftyMoves()) return 'RESULT_FIFTY';
    const here = this.placement();
    return this.seen.filter((seen) => seen === here).length >= 3 ? 'RESULT_THREEFOLD' : 'RESULT_NONE';
  }

  /** The first four fields of the FEN; the library gives the square behind a pawn where a capture is legal. */
  private placement(): string {
    return this.chess.fen().split(' ').slice(0, 4).join(' ');
  }
}

/** The turn word of a move, from the library's move and who has castled before it. */
export function expectedWord(move: Move, castled: { readonly w: boolean; readonly b: boolean }): number {
  const side = move.color === 'w' ? 'white' : 'black';
  const other = move.color === 'w' ? 'black' : 'white';
  const turn: Turn = {
    from: move.from,
    to: move.to,
    type: typeOf(move),
    piece: { kind: PIECE_KINDS[move.piece]!, side },
    promotion: move.promotion === undefined ? null : PIECE_KINDS[move.promotion]!,
    captured: move.captured === undefined ? null : { kind: PIECE_KINDS[move.captured]!, side: other },
    castling: move.before.split(' ')[2]!,
    whiteCastled: castled.w,
    blackCastled: castled.b,
  };
  return turnWord(turn);
}

function typeOf(move: Move): Turn['type'] {
  if (move.isKingsideCastle()) return 'castle-king-side';
  if (move.isQueensideCastle()) return 'castle-queen-side';
  if (move.isEnPassant()) return 'en-passant';
  if (move.isBigPawn()) return 'double-push';
  return move.isCapture() ? 'capture' : 'move';
}

/** The Zobrist key of the library's position from scratch, by chesster's index map and the formula of the sources. */
export function expectedKey(game: Chess): number {
  const [, , castling = '-', passant = '-'] = game.fen().split(' ');
  const indices = game.board().flatMap((rank, row) =>
    rank.flatMap((piece, file) => {
      if (piece === null) return [];
      return [12 * (8 * row + file) + 2 * 'pnbrqk'.indexOf(piece.type) + (piece.color === 'b' ? 1 : 0)];
    }),
  );
  if (game.turn() === 'b') indices.push(768);
  for (const [i, right] of [...'KQkq'].entries()) if (castling.includes(right)) indices.push(769 + i);
  if (passant !== '-') indices.push(773 + 'abcdefgh'.indexOf(passant.charAt(0)));
  return indices.reduce((key, index) => (key ^ zobristKey(index)) >>> 0, 0);
}

/** Key `index` of 0..780, four bytes, lowest first (engine-asm/game/zobrist-keys.gtasm). */
export function zobristKey(index: number): number {
  const bytes = [3, 2, 1, 0].map((byte) => {
    const spread = BigInt.asUintN(31, BigInt(4 * index + byte) * 0x9e3779b1n);
    return Number(BigInt.asUintN(8, ((spread ^ (spread >> 15n)) * 0x1b873n) >> 9n));
  });
  return bytes.reduce((key, byte) => key * 256 + byte, 0);
}

/** The engine's code of a piece, white unless it says otherwise, from the library's letter for its kind. */
export function pieceCode(engine: EngineSession, letter: string, side: 'white' | 'black' = 'white'): number {
  return engine.symbol(`CODE_${PIECE_KINDS[letter]!.toUpperCase()}`) + (side === 'black' ? 1 : 0);
}

/** The position in the tables, as the first three fields of a FEN; only the board is decoded, since that is fast. */
export function tablesFen(engine: EngineSession): string {
  const context = createContext(memoryOf(engine), engineAssembly().debugInfo);
  return shortFen(boardToFen(decodeBoard(context, null)!));
}

/** The position in the position buffer, as the first three fields of a FEN. */
export function bufferFen(engine: EngineSession): string {
  const letters = new Map<number, string>([[0, '.']]);
  for (const letter of Object.keys(PIECE_KINDS)) {
    letters.set(pieceCode(engine, letter), letter.toUpperCase()).set(pieceCode(engine, letter, 'black'), letter);
  }
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
    const codes = Array.from({ length: 8 }, (_, file) => engine.read('position', 8 * rank + file));
    const text = codes.map((code) => letters.get(code) ?? '?').join('');
    return text.replace(/\.+/g, (empty) => String(empty.length));
  });
  const castling = engine.read('positionCastling');
  const rights = [...'KQkq'].filter((_, bit) => (castling >> bit) & 1).join('') || '-';
  return `${ranks.join('/')} ${engine.read('positionSide') === 0 ? 'w' : 'b'} ${rights}`;
}

/** Columns of what the player has selected, and those in which an unused index keeps its old value. */
const FREE = new Set(['marked', 'toggle', 'generate', 'squaresOf', 'worthLow', 'worthHigh']);

/** All bytes that a position determines: its buffer, the tables over squares and pieces, and the key. */
export function positionBytes(engine: EngineSession): number[] {
  const bytes = (name: string, first: number, last: number): number[] =>
    Array.from({ length: last - first + 1 }, (_, i) => engine.read(name, first + i));
  const variables = ['positionSide', 'positionCastling', 'positionPassant', 'positionQuiet', 'positionCastled'];
  const columns = engineAssembly().debugInfo.tables.filter(({ stride }) => stride === 256);
  const tables = columns.filter(({ index, name }) => (index === 'square' || index === 'piece') && !FREE.has(name));
  return [
    ...bytes('position', 0, 63),
    ...[...variables, 'legalMoves'].map((name) => engine.read(name)),
    ...tables.flatMap(({ name, first, last }) => bytes(name, first, last)),
    engine.readNumber('key'),
  ];
}

/** The engine's record as the views show it; only the record's declarations are decoded, since that is fast. */
export function gameRecord(engine: EngineSession): GameRecord {
  const tables = engineAssembly().debugInfo.tables.filter(
    ({ element, attributes }) => element === 'turn-word' || attributes['role'] === 'next-turn',
  );
  const game = decodeGameRecord(memoryOf(engine), { tables, squares: null, sets: [], pieces: null });
  if (game === null) throw new Error('the engine declares no game record');
  return game;
}
