/** The engine's piece values: the generated source matches the values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PIECE_VALUES } from '#test/engine/engine-fixture.ts';
import {
  KINDS,
  LARGEST_ENTRY,
  LARGEST_STEP,
  neighbourValuesSource,
  pieceValuesSource,
  publishedValues,
  SETS,
  squareTable,
  squareValuesSource,
  type PublishedValues,
} from '#engine-driver';
import { projectText } from '#test/project.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'engine-asm', 'evaluation');
const PUBLISHED = JSON.parse(projectText('scripts/tuning/pesto.json')) as PublishedValues;

describe('engine-asm/evaluation/piece-values', () => {
  it('is written from the values: `npm run tune -- source`', () => {
    expect(readFileSync(join(FOLDER, 'piece-values.gtasm'), 'utf8')).toBe(pieceValuesSource(PIECE_VALUES));
    expect(readFileSync(join(FOLDER, 'square-values.gtasm'), 'utf8')).toBe(squareValuesSource(PIECE_VALUES));
    expect(readFileSync(join(FOLDER, 'neighbour-values.gtasm'), 'utf8')).toBe(neighbourValuesSource(PIECE_VALUES));
  });

  it('has the tempo of the published values', () => {
    expect(PIECE_VALUES.tempo).toBe(publishedValues(PUBLISHED).tempo);
  });

  it('converts published hundredths of a pawn to units, and cuts off what the bounds do not hold', () => {
    const { material, middle, end } = publishedValues(PUBLISHED);
    expect(material).toEqual({ pawn: 64, knight: 225, bishop: 241, rook: 360, queen: 713 });
    const [d1, g1, a5, d5, a7] = [3, 6, 32, 35, 48] as const;
    expect(middle.king[g1]).toBe(17); // 24 hundredths, 64 units to 88 of them
    expect(end.king[d1]).toBe(-8); // -11
    expect(end.pawn[a5]).toBe(28); // 94 + 32, less 64 units
    expect(middle.rook[a7]).toBe(7); // 477 + 27, less 360 units
    expect(middle.knight[d5]).toBe(47); // 337 + 53 would be 59
  });

  it('has squares that differ by no more than the search allows, in every phase', () => {
    for (const kind of KINDS) {
      for (let set = 0; set < SETS; set++) {
        const table = squareTable(PIECE_VALUES, kind, set).slice(...(kind === 'pawn' ? [8, 48] : []));
        expect(Math.max(...table) - Math.min(...table)).toBeLessThanOrEqual(LARGEST_STEP);
      }
    }
  });

  it('has entries that fit into seven bits', () => {
    for (const tables of [PIECE_VALUES.middle, PIECE_VALUES.end]) {
      for (const kind of KINDS) {
        expect(tables[kind]).toHaveLength(64);
        expect(tables[kind].every((entry) => Number.isInteger(entry) && Math.abs(entry) <= LARGEST_ENTRY)).toBe(true);
      }
    }
  });
});
