import { decode, type DecodedTables, type SearchMove, type SearchTables, type SquareRef } from '#chess';
import { describe, expect, it } from 'vitest';
import { DECLARATIONS, memoryOf, square } from '#test/chess/seed-program.ts';
import { searchModel } from './search-model.ts';

const NOTHING = { square: null, piece: null };
const ref = (name: string): SquareRef => ({ number: square(name), place: 'board', name });
const move = (from: string, to: string): SearchMove => ({ from: ref(from), to: ref(to), text: from + to });
const SEARCH: SearchTables = {
  ply: 1,
  nodes: 6000,
  frames: 120,
  depth: 5,
  selectiveDepth: 11,
  score: 12,
  worth: '12',
  hash: { used: 300, entries: 1024 },
  root: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
  line: [move('e2', 'e4'), move('e7', 'e5')],
  plies: [
    {
      ply: 0,
      move: move('d2', 'd4'),
      best: null,
      values: [
        { place: 'alpha[0]', name: 'alpha', value: 12, isScore: true, label: null },
        { place: 'stage[0]', name: 'stage', value: 0x1234, isScore: false, label: 'captures.next' },
      ],
    },
  ],
};

function tables(search: SearchTables | null): DecodedTables {
  return { ...decode(memoryOf('4k3/8/8/8/8/8/8/4K3 w - - 0 1'), DECLARATIONS), search };
}

describe('searchModel', () => {
  it('says if nothing has been searched yet', () => {
    const idle = { ...SEARCH, ply: 0, nodes: 0, depth: 0, selectiveDepth: 0, score: 0, line: [], plies: [] };
    const { state, rows } = searchModel(tables(idle), NOTHING, '')!;
    expect(state).toBe('nothing searched yet');
    expect(rows).toEqual([]);
    expect(searchModel(tables({ ...idle, nodes: 1, depth: 1 }), NOTHING, '')!.state).toMatch(/ · 1 node(,|$| ·)/);
  });

  it('says how far the search is, with nodes a second of emulated time', () => {
    expect(searchModel(tables(SEARCH), NOTHING, '')!.state).toBe(
      'depth 5, 11 selective · score 12 · 6,000 nodes, 2,999 a second · hash 300 of 1,024 · at ply 1',
    );
  });

  it('has a column for each declared value', () => {
    const { columns, rows } = searchModel(tables(SEARCH), NOTHING, '')!;
    expect(columns).toEqual(['Ply', 'Move', 'Best', 'Alpha', 'Stage']);
    expect(rows).toEqual([
      {
        key: 'ply 0',
        cells: ['0', 'd2d4', '–', '+12', 'captures.next'],
        selected: false,
        label: 'ply 0, move d2d4, best none, alpha +12, stage captures.next',
        places: ['alpha[0]', 'stage[0]'],
      },
    ]);
  });

  it('selects the square that a move of the line leads to', () => {
    const { line, choices } = searchModel(tables(SEARCH), { square: square('e5'), piece: null }, 'line 1')!;
    expect(line.map(({ selected }) => selected)).toEqual([false, true]);
    expect(choices.get('line 1')).toEqual({ square: square('e5'), piece: null });
    expect(choices.get('ply 0')).toEqual({ square: square('d4'), piece: null });
  });

  it('shows the position after the move of the line that is chosen', () => {
    const { board } = searchModel(tables(SEARCH), { square: square('e5'), piece: null }, 'line 1')!;
    expect(board!.caption).toBe('After e2e4 e7e5');
    const moved = board!.rows.flat().filter((each) => each.moved);
    expect(moved.map(({ label }) => label)).toEqual(['e7, empty, last move', 'e5, black pawn, last move']);
    expect(board!.rows[4]![4]).toMatchObject({ name: 'e4', side: 'white', kind: 'pawn', dark: false, moved: false });
  });

  it('shows none without a choice, a root, or a line that fits it', () => {
    const chosen = [{ square: square('e4'), piece: null }, 'line 0'] as const;
    expect(searchModel(tables(SEARCH), NOTHING, 'line 0')!.board).toBeNull();
    expect(searchModel(tables({ ...SEARCH, root: null }), ...chosen)!.board).toBeNull();
    expect(searchModel(tables({ ...SEARCH, root: '4k3/8/8/8/8/8/8/4K3' }), ...chosen)!.board).toBeNull();
  });

  it('is nothing where no search is declared, and short where little is', () => {
    expect(searchModel(tables(null), NOTHING, '')).toBeNull();
    const bare = { ply: null, nodes: null, frames: null, score: null, hash: null, root: null, line: [], plies: [] };
    const search = { ...bare, depth: null, selectiveDepth: null, worth: '' };
    expect(searchModel(tables(search), NOTHING, '')).toMatchObject({ state: '', rows: [] });
  });
});
