/**
 * A person at the pad, and the same game in a chess library: how tests of the engine play moves and what
 * they expect in RAM behind each.
 */
import type { Chess, Move } from 'chess.js';
import { decode, turnWord, type GameRecord, type PlainKind, type Turn } from '#chess';
import type { PadButton } from '#emulator';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { engineAssembly, memoryOf } from './engine-fixture.ts';

const FILES = 'abcdefgh';
const KINDS: Readonly<Record<string, PlainKind>> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};
/** Longest that the engine looks away from the pad while it plays: frames. */
const BUSY_FRAMES = 60;

/** Holds a button until the engine has seen it, lets it go, and waits until it has done what it asks for. */
export function press(engine: EngineSession, button: PadButton): void {
  hold(engine, [button]);
  hold(engine, []);
  if (!engine.runUntilReady()) throw new Error('the engine does not come back to its main loop');
}

function hold(engine: EngineSession, buttons: readonly PadButton[]): void {
  engine.machine.input.setPad(buttons);
  for (let frame = 0; frame < BUSY_FRAMES; frame++) {
    engine.machine.run(CYCLES_PER_FRAME);
    if ((engine.read('padLast') === 0xff) === (buttons.length === 0)) return;
  }
  throw new Error('the engine does not look at the pad');
}

/** Puts the cursor on a square and presses A. */
export function pressAt(engine: EngineSession, square: string): void {
  engine.write('cursor', engine.square(square));
  engine.write('cursorIndex', FILES.indexOf(square.charAt(0)) + 8 * (Number(square.charAt(1)) - 1));
  press(engine, 'a');
}

/** Presses Select until a pawn becomes what the move says, if it says so. */
export function choosePromotion(engine: EngineSession, { promotion }: Pick<Move, 'promotion'>): void {
  if (promotion === undefined) return;
  const wanted = promotionCode(engine, promotion);
  while (engine.read('promotionCode') !== wanted) press(engine, 'select');
}

/** The code of what a pawn becomes, from the library's letter. */
export function promotionCode(engine: EngineSession, letter: string): number {
  return engine.symbol(`CODE_${KINDS[letter]!.toUpperCase()}`);
}

/** Plays a move with the pad. */
export function playMove(engine: EngineSession, move: Pick<Move, 'from' | 'to' | 'promotion'>): void {
  pressAt(engine, move.from);
  choosePromotion(engine, move);
  pressAt(engine, move.to);
}

/** The engine's record as the views show it; of all declarations only the record's are decoded, since that is fast. */
export function gameRecord(engine: EngineSession): GameRecord {
  const tables = engineAssembly().debugInfo.tables.filter(
    ({ element, attributes }) => element === 'turn-word' || attributes['role'] === 'next-turn',
  );
  const { game } = decode(memoryOf(engine), { tables, squares: null, sets: [], pieces: null });
  if (game === null) throw new Error('the engine declares no game record');
  return game;
}

/** Placement, side and castling rights of the position buffer, as the first three fields of a FEN. */
export function bufferFen(engine: EngineSession): string {
  const letters = new Map<number, string>([[0, '.']]);
  for (const [letter, kind] of Object.entries(KINDS)) {
    const code = engine.symbol(`CODE_${kind.toUpperCase()}`);
    letters.set(code, letter.toUpperCase()).set(code + 1, letter);
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

/** The engine's Zobrist key. */
export function engineKey(engine: EngineSession): number {
  return engine.readNumber('key');
}

/** The turn word of a move, from the library's move and who has castled before it. */
export function expectedWord(move: Move, castled: { readonly w: boolean; readonly b: boolean }): number {
  const side = move.color === 'w' ? 'white' : 'black';
  const other = move.color === 'w' ? 'black' : 'white';
  const turn: Turn = {
    from: move.from,
    to: move.to,
    type: typeOf(move),
    piece: { kind: KINDS[move.piece]!, side },
    promotion: move.promotion === undefined ? null : KINDS[move.promotion]!,
    captured: move.captured === undefined ? null : { kind: KINDS[move.captured]!, side: other },
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
  if (passant !== '-') indices.push(773 + FILES.indexOf(passant.charAt(0)));
  return indices.reduce((key, index) => (key ^ zobristKey(index)) >>> 0, 0);
}

/** Key `index` of 0..780, four bytes, lowest first (engine-asm/zobrist-keys.gtasm). */
export function zobristKey(index: number): number {
  const bytes = [3, 2, 1, 0].map((byte) => {
    const spread = BigInt.asUintN(31, BigInt(4 * index + byte) * 0x9e3779b1n);
    return Number(BigInt.asUintN(8, ((spread ^ (spread >> 15n)) * 0x1b873n) >> 9n));
  });
  return bytes.reduce((key, byte) => key * 256 + byte, 0);
}
