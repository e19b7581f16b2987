import { describe, expect, it } from 'vitest';
import { decode } from '#chess';
import { DECLARATIONS, memoryOf, square, DOUBLE_PUSH, played } from '#test/chess/seed-program.ts';
import { boardModel, ChangeTracker, type Marks, neighbourModel } from './board-model.ts';

const NOTHING: Marks = { changed: new Set(), selection: { square: null, piece: null }, game: null };
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';

function board(fen: string) {
  return decode(memoryOf(fen), DECLARATIONS).board!;
}

describe('boardModel', () => {
  it('draws the eighth rank first and names what stands on a square', () => {
    const { rows } = boardModel(board(START), NOTHING);
    expect(rows.map((row) => row.length)).toEqual([8, 8, 8, 8, 8, 8, 8, 8]);
    expect(rows[0]![4]).toMatchObject({ kind: 'king', side: 'black', dark: false, label: 'e8, black king' });
    expect(rows[7]![0]).toMatchObject({ name: 'a1', kind: 'rook', side: 'white', dark: true });
    expect(rows[6]![4]).toMatchObject({ name: 'e2', cursor: true, label: 'e2, white pawn, cursor' });
    expect(rows[4]![3]).toMatchObject({ label: 'd4, empty' });
  });

  it('says the state that the program declares, and the FEN', () => {
    const model = boardModel(board(AFTER_E4), NOTHING);
    expect(model.state).toEqual(['Black to move', 'castling KQkq', 'en passant e3', 'cursor e2']);
    expect(model.fen).toBe(AFTER_E4);
    const bare = board('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    expect(boardModel({ ...bare, cursor: null }, NOTHING).state).toEqual(['White to move', 'no castling']);
    const silent = { ...board(AFTER_E4), sideToMove: null, castling: null, enPassant: null, cursor: null };
    expect(boardModel(silent, NOTHING).state).toEqual([]);
  });

  it('marks the last turn of the game record', () => {
    const game = { table: 'turns', turns: [played(DOUBLE_PUSH)], capacity: 10, problem: null };
    const { rows, state } = boardModel(board(AFTER_E4), { ...NOTHING, game });
    const marked = rows.flat().filter(({ lastMove }) => lastMove);
    expect(marked.map(({ label }) => label)).toEqual(['e4, white pawn, last move', 'e2, empty, cursor, last move']);
    expect(state).toContain('last move e2e4');
  });

  it('marks the selected square and a code that means nothing', () => {
    const memory = memoryOf(START);
    memory.write('board', square('d4'), 0x6a);
    const selection = { square: square('d4'), piece: null };
    const { rows } = boardModel(decode(memory, DECLARATIONS).board!, { ...NOTHING, selection });
    expect(rows[4]![3]).toMatchObject({ selected: true, code: 0x6a, label: 'd4, unknown code $6a' });
    expect(rows.flat().filter(({ selected }) => selected)).toHaveLength(1);
  });
});

describe('ChangeTracker', () => {
  const moved = new Set([square('e2'), square('e4')]);

  it('shows nothing at the first stop, then what differs from the stop before, as long as the machine is stopped', () => {
    const tracker = new ChangeTracker();
    expect(tracker.update(board(START), 100, false)).toEqual(new Set());
    expect(tracker.update(board(AFTER_E4), 150, true)).toEqual(moved);
    expect(tracker.update(board(AFTER_E4), 200, false)).toEqual(moved);
    expect(tracker.update(board(AFTER_E4), 200, false)).toEqual(moved);
    expect(tracker.update(board(AFTER_E4), 300, false)).toEqual(new Set());
  });

  it('shows a byte edited at a stop at the next stop only once', () => {
    const tracker = new ChangeTracker();
    tracker.update(board(START), 100, false);
    tracker.update(board(AFTER_E4), 100, false);
    expect(tracker.update(board(AFTER_E4), 101, false)).toEqual(new Set());
  });

  it('forgets a program that has ended', () => {
    const tracker = new ChangeTracker();
    tracker.update(board(START), 100, false);
    tracker.reset();
    expect(tracker.update(board(AFTER_E4), 100, false)).toEqual(new Set());
  });
});

describe('neighbourModel', () => {
  it('lists the eight links of an occupied square', () => {
    const model = neighbourModel(decode(memoryOf(START), DECLARATIONS), square('a2'))!;
    expect(model.title).toBe('Neighbours of a2');
    expect(model.rows.map(({ direction, to }) => `${direction} ${to}`).join(', ')).toBe(
      'n a7, ne f7, e b2, se b1, s a1, sw guard $1c, w guard $26, nw guard $30',
    );
    expect(model.rows.every(({ broken, note }) => !broken && note === 'leads back')).toBe(true);
  });

  it('marks a broken link, and says that links of an empty square are remains', () => {
    const memory = memoryOf(START);
    memory.write('near_e', square('a2'), square('c2'));
    const tables = decode(memory, DECLARATIONS);
    expect(neighbourModel(tables, square('a2'))!.rows.filter(({ broken }) => broken)).toMatchObject([
      { direction: 'e', to: 'c2', value: '$29', note: 'does not lead back' },
    ]);
    expect(neighbourModel(tables, square('e4'))!.title).toBe('Neighbours of e4 (empty: left over)');
    expect(neighbourModel(tables, null)).toBeNull();
  });
});
