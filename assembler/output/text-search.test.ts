import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFile } from '../syntax/parse.ts';
import { eachPlaceOf } from './symbol-graph.ts';

function placesOf(letters: string, text: string): (readonly [line: number, character: number])[] {
  const places: [number, number][] = [];
  eachPlaceOf(letters, parseFile('main', text).file, (line, character) => places.push([line, character]));
  return places;
}

describe('letters in a file', () => {
  it('are found at every place, on the first line and the last', () => {
    expect(placesOf('cell', 'cell = 1\n ld [cell] ; cell\n\n st [cell]')).toEqual([
      [0, 0],
      [1, 5],
      [1, 13],
      [3, 5],
    ]);
  });

  it('do not overlap', () => {
    expect(placesOf('aa', 'aaaaa')).toEqual([
      [0, 0],
      [0, 2],
    ]);
  });

  it('are counted through line ends of every kind', () => {
    expect(placesOf('x', 'x\r\nx\rx\nx\r\n\r\nx')).toEqual([0, 1, 2, 3, 5].map((line) => [line, 0]));
  });

  it('are where a search line by line finds them', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '\r', '\r\n')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.constantFrom('a', 'ab', 'b a'), (text, letters) => {
        const byLine = text.split(/\r\n|\r|\n/).flatMap((row, line) => {
          const places: [number, number][] = [];
          for (let at = row.indexOf(letters); at >= 0; at = row.indexOf(letters, at + letters.length))
            places.push([line, at]);
          return places;
        });
        expect(placesOf(letters, text)).toEqual(byLine);
      }),
    );
  });
});
