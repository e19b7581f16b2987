import { describe, expect, it } from 'vitest';
import type { DecodedPlay, GameRecord } from '#chess';
import { figuresText, keysOfText, thoughtText, turnsText, heldButtons } from './play-model.ts';

const square = { number: 0, place: 'board', name: 'a1' } as const;

function play(thinking: boolean | null, search: object | null): DecodedPlay {
  return { thinking, level: null, takesPosition: false, tables: { search } } as unknown as DecodedPlay;
}

function game(...moves: readonly string[]): GameRecord {
  const turns = moves.map((text, index) => ({
    text,
    piece: { kind: 'pawn', side: index % 2 === 0 ? 'white' : 'black' },
  }));
  return { turns } as unknown as GameRecord;
}

describe('what the machine thinks', () => {
  const line = [{ from: square, to: square, text: 'e7e5' }];

  it('is told while it thinks, and afterwards', () => {
    const search = { depth: 6, score: -12, worth: '-0.19', line };
    expect(thoughtText(play(true, search))).toBe('Thinking · depth 6 · score -0.19 · e7e5');
    expect(thoughtText(play(false, { depth: 6, score: null, line }))).toBe('depth 6 · e7e5');
  });

  it('is nothing before the first search, and in a program that declares none', () => {
    expect(thoughtText(play(false, { depth: 0, score: 0, line: [] }))).toBe('');
    expect(thoughtText(play(null, null))).toBe('');
  });
});

describe('the turns', () => {
  it('have numbers', () => {
    expect(turnsText(game('e2e4', 'e7e5', 'g1f3'))).toBe('1. e2e4 e7e5 2. g1f3');
    expect(turnsText(null)).toBe('');
  });

  it('are the last ones of a long game', () => {
    const text = turnsText(game(...Array<string>(40).fill('a1a2')));
    expect(text).toMatch(/^… 15\. .* 20\. a1a2 a1a2$/);
  });
});

it('figures are told in words', () => {
  const figures = { busy: 0.071, speed: 0.9999, pictures: 59.8 };
  expect(figuresText(figures, 25)).toBe('machine 7 % of a core · page 3 % · 1.00 × real time · 60 pictures a second');
});

it('a text becomes keys, with Enter at the ends of its lines', () => {
  expect(keysOfText('10 A\r\n20')).toEqual(['1', '0', ' ', 'A', 'Enter', '2', '0']);
});

function held(pressed: readonly number[], axes: readonly number[] = []): string[] {
  const buttons = Array.from({ length: 17 }, (_, at) => ({ pressed: pressed.includes(at), touched: false, value: 0 }));
  return [...heldButtons({ buttons, axes })].sort();
}

describe("a browser's game pad", () => {
  it('has the buttons of the machine’s pad', () => {
    expect(held([0, 1, 8, 9, 12, 13, 14, 15])).toEqual(['a', 'b', 'down', 'left', 'right', 'select', 'start', 'up']);
    expect(held([5, 16])).toEqual([]);
  });

  it('knows a stick', () => {
    expect(held([], [-1, 0.9])).toEqual(['down', 'left']);
    expect(held([], [0.3, -0.2])).toEqual([]);
  });

  it('reports a direction that comes from both only once', () => {
    expect(held([15], [1, 0])).toEqual(['right']);
  });
});
