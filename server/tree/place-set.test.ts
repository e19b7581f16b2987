import { describe, expect, it } from 'vitest';
import { PlaceSet } from './places.ts';

describe('PlaceSet', () => {
  it('takes each place once, also several of a line', () => {
    const places = new PlaceSet(3);
    const taken = [
      [0, 0],
      [2, 7],
      [2, 9],
      [2, 0],
      [0, 0],
      [2, 9],
      [2, 7],
    ].map(([line = 0, character = 0]) => places.add({ line, character }));
    expect(taken).toEqual([true, true, true, true, false, false, false]);
  });

  it('has the places that were added, and no others', () => {
    const places = new PlaceSet(2);
    places.add({ line: 1, character: 4 });
    places.add({ line: 1, character: 5 });
    expect([places.has(1, 4), places.has(1, 5), places.has(1, 6), places.has(0, 4)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('takes places after the last line', () => {
    const places = new PlaceSet(1);
    expect(places.add({ line: 5, character: 0 })).toBe(true);
    expect(places.has(5, 0)).toBe(true);
  });
});
