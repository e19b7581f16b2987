/** The game as it is in the engine's RAM: position, record, codes of pieces. */
import { boardToFen, decode, decodeGameRecord, type GameRecord } from '#chess';
import type { EngineSession } from '#engine-driver';
import { engineAssembly, memoryOf } from './engine-fixture.ts';
import { KIND_OF, shortFen } from './reference-game.ts';

/** The engine's code of a piece, white unless it says otherwise, from the library's letter for its kind. */
export function pieceCode(engine: EngineSession, letter: string, side: 'white' | 'black' = 'white'): number {
  return engine.symbol(`CODE_${KIND_OF[letter]!.toUpperCase()}`) + (side === 'black' ? 1 : 0);
}

/** The position in the tables, as the first three fields of a FEN. */
export function tablesFen(engine: EngineSession): string {
  const { board } = decode(memoryOf(engine), engineAssembly().debugInfo);
  return shortFen(boardToFen(board!));
}

/** The position in the position buffer, as the first three fields of a FEN. */
export function bufferFen(engine: EngineSession): string {
  const letters = new Map<number, string>([[0, '.']]);
  for (const letter of Object.keys(KIND_OF)) {
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

/** The engine's record as the views show it; only the record's declarations are decoded, since that is fast. */
export function gameRecord(engine: EngineSession): GameRecord {
  const tables = engineAssembly().debugInfo.tables.filter(
    ({ element, attributes }) => element === 'turn-word' || attributes['role'] === 'next-turn',
  );
  const game = decodeGameRecord(memoryOf(engine), { tables, squares: null, sets: [], pieces: null });
  if (game === null) throw new Error('the engine declares no game record');
  return game;
}
