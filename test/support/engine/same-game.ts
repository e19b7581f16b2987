/** Compares the game in the engine's RAM with a chess library's: position, record, key, legal moves, result. */
import { expect } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { bufferFen, gameRecord, pieceCode } from './game-in-ram.ts';
import { expectedKey, shortFen, type ReferenceGame } from './reference-game.ts';

/**
 * Compares everything that the engine keeps about a game.
 * @param kept how many of the last turns its record holds: all of them, unless it is full
 */
export function expectSameGame(engine: EngineSession, game: ReferenceGame, kept = game.words.length): void {
  const { chess } = game;
  const last = kept === 0 ? undefined : game.moves.at(-1);
  expect({
    fen: bufferFen(engine),
    quiet: engine.read('positionQuiet'),
    key: engine.readNumber('key'),
    moves: engine.read('legalMoves'),
    words: gameRecord(engine).turns.map(({ word }) => word),
    result: engine.read('result'),
    last: [engine.read('lastFrom'), engine.read('lastTo'), engine.read('lastPromotion')],
  }).toEqual({
    fen: shortFen(chess.fen()),
    quiet: Number(chess.fen().split(' ')[4]),
    key: expectedKey(chess),
    moves: chess.perft(1),
    words: game.words.slice(game.words.length - kept),
    result: engine.symbol(game.result()),
    last: last
      ? [
          engine.square(last.from),
          engine.square(last.to),
          last.promotion === undefined ? 0 : pieceCode(engine, last.promotion),
        ]
      : [0, 0, 0],
  });
}
