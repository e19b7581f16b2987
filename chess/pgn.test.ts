import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import type { PlayedTurn } from './decoded.ts';
import { gameToPgn } from './play.ts';
import { KIND_OF } from '#test/engine/reference-game.ts';

/** The turns of a game by chess.js, as a record has them. */
function turnsOf(game: Chess): PlayedTurn[] {
  return game.history({ verbose: true }).map(({ from, to, piece, color, captured, promotion, flags }) => {
    const side = color === 'w' ? 'white' : 'black';
    const castle = flags.includes('k') ? 'castle-king-side' : flags.includes('q') ? 'castle-queen-side' : undefined;
    const type = castle ?? (captured === undefined ? 'move' : 'capture');
    const becomes = promotion === undefined ? null : KIND_OF[promotion]!;
    const taken = captured === undefined ? null : { kind: KIND_OF[captured]!, side };
    return {
      from,
      to,
      type,
      piece: { kind: KIND_OF[piece]!, side },
      captured: taken,
      promotion: becomes,
    } as PlayedTurn;
  });
}

describe('the record as PGN', () => {
  it('is read by others as the same game, with captures, castling and promotion', () => {
    const game = new Chess();
    const moves = 'e4 d5 exd5 Nf6 Nf3 Nxd5 d4 e6 Bd3 Be7 O-O O-O c4 b5 cxb5 c6 bxc6 Qb6 c7 Bb7 c8=Q Rxc8';
    for (const move of moves.split(' ')) game.move(move);
    const again = new Chess();
    again.loadPgn(gameToPgn({ turns: turnsOf(game) }));
    expect(again.history()).toEqual(game.history());
  });

  it('starts with black where the record does, and breaks long lines', () => {
    const game = new Chess('4k3/8/8/8/8/8/8/R3K3 b - - 0 1');
    for (let n = 0; n < 10; n++) for (const move of ['Ke7', 'Ra2', 'Ke8', 'Ra1']) game.move(move);
    const text = gameToPgn({ turns: turnsOf(game) });
    expect(text).toMatch(/^1\.\.\. Ke8e7 2\. Ra1a2 Ke7e8/);
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(79);
  });

  it('of no turns has only its end', () => {
    expect(gameToPgn({ turns: [] })).toBe('*\n');
  });
});
