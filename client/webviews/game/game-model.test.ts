import { hex } from '#basics';
import { decode, turnWord, type DecodedTables, type Turn } from '#chess';
import { describe, expect, it } from 'vitest';
import { DECLARATIONS, memoryOf, DOUBLE_PUSH, played } from '#test/chess/seed-program.ts';
import { gameModel, longAlgebraic } from './game-model.ts';

const NOTHING = { square: null, piece: null };
const REPLY: Turn = { ...DOUBLE_PUSH, from: 'g8', to: 'f6', type: 'move', piece: { kind: 'knight', side: 'black' } };

function tables(turns: readonly Turn[], capacity = 100, problem: string | null = null): DecodedTables {
  const decoded = decode(memoryOf('4k3/8/8/8/8/8/8/4K3 w - - 0 1'), DECLARATIONS);
  return { ...decoded, game: { table: 'turns', turns: turns.map(played), capacity, problem } };
}

describe('gameModel', () => {
  it('numbers the turns and marks the last', () => {
    const third: Turn = { ...DOUBLE_PUSH, from: 'd2', to: 'd4' };
    const { rows, state, fault } = gameModel(tables([DOUBLE_PUSH, REPLY, third]), NOTHING, 0)!;
    expect(rows.map(({ number, move }) => `${number} ${move}`).join(' ')).toBe('1. e2–e4 1… Ng8–f6 2. d2–d4');
    expect(rows.map(({ current }) => current)).toEqual([false, false, true]);
    expect([state, fault]).toEqual(['3 turns, black to move', '']);
    expect(rows[1]!.label).toBe('1… black knight g8 to f6');
    const word = hex(turnWord(DOUBLE_PUSH), 8);
    expect(rows[0]).toMatchObject({ text: 'e2e4', castling: 'KQkq', word });
  });

  it('begins with black if black moved first', () => {
    const { rows, state } = gameModel(tables([REPLY, DOUBLE_PUSH]), NOTHING, 0)!;
    expect(rows.map(({ number }) => number)).toEqual(['1…', '2.']);
    expect(state).toBe('2 turns, black to move');
  });

  it('selects the square that a chosen turn leads to', () => {
    const e4 = DECLARATIONS.squares!.a1 + 4 * DECLARATIONS.squares!.fileStep + 3 * DECLARATIONS.squares!.rankStep;
    const { rows } = gameModel(tables([DOUBLE_PUSH, REPLY]), { square: e4, piece: null }, 1)!;
    expect(rows[0]!.selection).toEqual({ square: e4, piece: null });
    expect(rows.map(({ selected }) => selected)).toEqual([true, false]);
  });

  it('says what is lost, broken or missing', () => {
    expect(gameModel(tables([]), NOTHING, 0)).toEqual({ state: 'No turn has been played.', rows: [], fault: '' });
    expect(gameModel(tables([DOUBLE_PUSH, REPLY], 2, 'The word is not a turn.'), NOTHING, 0)).toMatchObject({
      state: '2 turns, the record is full: older ones may be gone, white to move',
      fault: 'The word is not a turn.',
    });
    expect(gameModel({ ...tables([]), game: null }, NOTHING, 0)).toBeNull();
  });
});

const black = { kind: 'pawn', side: 'black' } as const;
const queen = { kind: 'queen', side: 'white' } as const;
it.each<[string, Partial<Turn>]>([
  ['e4×d5', { from: 'e4', to: 'd5', type: 'capture', captured: black }],
  ['e5×d6 e.p.', { from: 'e5', to: 'd6', type: 'en-passant', captured: black }],
  ['e7–e8=N', { from: 'e7', to: 'e8', type: 'move', promotion: 'knight' }],
  ['O-O', { from: 'e1', to: 'g1', type: 'castle-king-side', piece: { kind: 'king', side: 'white' } }],
  ['O-O-O', { from: 'e1', to: 'c1', type: 'castle-queen-side', piece: { kind: 'king', side: 'white' } }],
  ['Qd1×d8', { from: 'd1', to: 'd8', type: 'capture', piece: queen, captured: { ...queen, side: 'black' } }],
])('longAlgebraic %s', (text, turn) => {
  expect(longAlgebraic(played({ ...DOUBLE_PUSH, ...turn }))).toBe(text);
});
