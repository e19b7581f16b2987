import { decode } from '#chess';
import { describe, expect, it } from 'vitest';
import { DECLARATIONS, memoryOf, square } from '#test/chess/seed-program.ts';
import { neighbourModel } from './neighbour-model.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('neighbourModel', () => {
  it('lists the eight links of an occupied square', () => {
    const model = neighbourModel(decode(memoryOf(START), DECLARATIONS), square('a2'))!;
    expect(model.title).toBe('Neighbours of a2');
    expect(model.rows.map(({ direction, to }) => `${direction} ${to}`)).toEqual([
      'n a7',
      'ne f7',
      'e b2',
      'se b1',
      's a1',
      'sw guard $1c',
      'w guard $26',
      'nw guard $30',
    ]);
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
