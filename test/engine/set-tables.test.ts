/** The rows over sets in RAM, all 256 entries of each, compared with their definition. */
import { describe, expect, it } from 'vitest';
import { bootedEngine } from '#test/engine/engine-fixture.ts';

const DIRECTIONS = ['north', 'east', 'south', 'west', 'northEast', 'southEast', 'southWest', 'northWest'] as const;
const OPPOSITES = ['south', 'west', 'north', 'east', 'southWest', 'northWest', 'northEast', 'southEast'] as const;
const STEPS = [10, 1, -10, -1, 11, -9, -11, 9];
/** Pieces by attack bit, as the design numbers them. */
const SLIDERS = [0x38, 0x34, 0x1c, 0x1a, 0x12, 0x14, 0x16, 0x18];
const LEAPERS = [0x80, 0x81, 0x3c, 0x3a, 0x32, 0x30, 0x10, 0];

const lowestBit = (set: number): number => 31 - Math.clz32(set & -set);

describe('set tables', () => {
  const engine = bootedEngine({ seed: 9 });
  const tables: readonly [name: string, entry: (set: number) => number][] = [
    ['stripBit', (set) => set & (set - 1)],
    ['set2dir', (set) => engine.symbol(DIRECTIONS[lowestBit(set)]!)],
    ['set2back', (set) => engine.symbol(OPPOSITES[lowestBit(set)]!)],
    ['set2step', (set) => STEPS[lowestBit(set)]! & 0xff],
    ['set2slider', (set) => SLIDERS[lowestBit(set)]!],
    ['set2leaper', (set) => LEAPERS[lowestBit(set)]!],
  ];

  it.each(tables)('%s', (name, entry) => {
    for (let set = 1; set < 256; set++) expect([set, engine.read(name, set)]).toEqual([set, entry(set)]);
    expect(engine.read(name, 0)).toBe(0);
  });

  it('attack bits and the tables that extract them agree', () => {
    for (const [bit, piece] of SLIDERS.entries()) expect(engine.read('attackBit', piece)).toBe(1 << bit);
    for (const [bit, piece] of LEAPERS.slice(2, 7).entries()) {
      expect(engine.read('attackBit', piece)).toBe(0x80 | (4 << bit));
      expect(engine.read('attackBit', piece | 1)).toBe(0x80 | (4 << bit));
    }
  });
});
