/** The engine's piece values: the generated source matches the values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KINDS, LARGEST_ENTRY, pieceValuesSource, type PieceValues } from '#engine-driver';

const FOLDER = join(import.meta.dirname, '..', '..', 'engine-asm', 'evaluation');
const VALUES = JSON.parse(readFileSync(join(FOLDER, 'piece-values.json'), 'utf8')) as PieceValues;

describe('engine-asm/evaluation/piece-values', () => {
  it('is written from the values: `npm run tune -- source`', () => {
    expect(readFileSync(join(FOLDER, 'piece-values.gtasm'), 'utf8')).toBe(pieceValuesSource(VALUES));
  });

  it('has entries that seven bits hold', () => {
    for (const tables of [VALUES.middle, VALUES.end]) {
      for (const kind of KINDS) {
        expect(tables[kind]).toHaveLength(64);
        expect(tables[kind].every((entry) => Number.isInteger(entry) && Math.abs(entry) <= LARGEST_ENTRY)).toBe(true);
      }
    }
  });
});
