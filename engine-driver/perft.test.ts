import { describe, expect, it } from 'vitest';
import { parseSuite } from './perft.ts';

const suiteOf = (positions: unknown): string => JSON.stringify({ positions });

describe('parseSuite', () => {
  it('gives an entry for each depth of each position', () => {
    const text = suiteOf([
      { fen: 'one', perft: { 1: 20, 2: 400 } },
      { fen: 'two', perft: { 3: 0 }, divide: {} },
    ]);
    expect(parseSuite(text)).toEqual([
      { fen: 'one', depth: 1, expected: 20 },
      { fen: 'one', depth: 2, expected: 400 },
      { fen: 'two', depth: 3, expected: 0 },
    ]);
  });

  it.each([
    ['', 'the suite is not a JSON document'],
    ['null', 'the suite has no list of positions'],
    ['[]', 'the suite has no list of positions'],
    [suiteOf({}), 'the suite has no list of positions'],
    [suiteOf([]), 'the suite has no counts'],
    [suiteOf([{ fen: 'one', perft: {} }]), 'the suite has no counts'],
    [suiteOf([null]), 'position 1 of the suite needs "fen" and "perft"'],
    [
      suiteOf([
        { fen: 'one', perft: { 1: 20 } },
        { fen: 2, perft: {} },
      ]),
      'position 2 of the suite needs "fen" and "perft"',
    ],
    [
      suiteOf([{ fen: 'one', perft: { a: 20 } }]),
      'position 1 of the suite: "perft" needs depths from 1 to 32 with whole numbers, not "a": 20',
    ],
    ...[[{ 0: 1 }], [{ '-1': 1 }], [{ 33: 1 }], [{ 1.5: 1 }], [{ 1: -3 }], [{ 1: null }], [{ 1: '20' }], [[20]]].map(
      ([perft]): [string, string] => [suiteOf([{ fen: 'one', perft }]), 'needs depths from 1 to 32 with whole numbers'],
    ),
  ])('refuses %s', (text, reason) => {
    expect(parseSuite(text)).toMatchObject({ message: expect.stringContaining(reason) });
  });
});
