/** The name of the opening in the panel. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { bootedEngine } from '#test/engine/engine-fixture.ts';
import { panelPixels, panelText } from '#test/engine/panel.ts';
import { type } from '#test/engine/player.ts';

const STATE_LINE = 2;
const OPENINGS = readFileSync(join(import.meta.dirname, '..', '..', 'engine-asm', 'opening-names.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(': ') as [name: string, moves: string]);

/** Moves in standard notation as they are typed. */
function typed(moves: string): string[] {
  const game = new Chess();
  return moves.split(' ').map((san) => game.move(san).lan);
}

describe('the name of an opening', () => {
  it.each(OPENINGS)('is shown: %s, after %s', (name, moves) => {
    const engine = bootedEngine();
    type(engine, typed(moves).join(''));
    expect(panelText(engine)[STATE_LINE]).toBe(name);
  });

  it('stays while nothing else is known, gives way to a later one and to a check, and goes with the moves', () => {
    const engine = bootedEngine();
    const shown = (keys: string): string => {
      type(engine, keys);
      expect(panelPixels(engine)).toEqual(panelText(engine));
      return panelText(engine)[STATE_LINE]!;
    };
    expect(shown('e2e4')).toBe('');
    expect(shown('e7e5g1f3')).toBe('');
    expect(shown('b8c6f1b5')).toBe('Ruy Lopez');
    expect(shown('a7a6')).toBe('Ruy Lopez');
    expect(shown('b5c6d7c6f3e5d8d4')).toBe('Ruy Lopez');
    expect(shown('e5c6d4e4')).toBe('CHECK');
    expect(shown('d1e2')).toBe('Ruy Lopez');
    expect(shown('ttt')).toBe('');
    expect(shown('nn')).toBe('');
    expect(shown('d2d4f7f5')).toBe('Dutch');
    expect(shown('nn')).toBe('');
  });
});
