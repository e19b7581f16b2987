/** Tables of sets of addresses: each answers for its set and for nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSharedMemory } from './memory-layout.ts';
import { TargetTables } from './target-tables.ts';
import { forAll } from '#test/draws.ts';

const memory = createSharedMemory();
const address = fc.nat(0xffff);
/** In one page, or in all. */
const addresses = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 0x1200, max: 0x12ff }), { minLength: 1 }),
  fc.uniqueArray(address, { minLength: 1 }),
);

/** Whether an address is in a set, as translated code asks. */
function isIn(tables: TargetTables, set: readonly number[], asked: number): boolean | undefined {
  const table = tables.of(set);
  if (table === undefined) return undefined;
  const entry = (Math.imul(asked, table.factor) >>> table.shift) & table.mask;
  return new Uint16Array(memory.buffer, table.base)[entry] === asked;
}

describe('tables of targets', () => {
  it('know what is in their set', () => {
    forAll(100, [fc.array(addresses, { minLength: 1, maxLength: 3 }), fc.array(address)], (sets, others) => {
      const tables = new TargetTables(memory);
      sets.forEach((set) => tables.of(set));
      for (const set of sets) {
        for (const asked of [...set, ...others, 0]) expect(isIn(tables, set, asked)).toBe(set.includes(asked));
      }
    });
  });

  it('of a page take no more than an entry for each of its addresses', () => {
    const page = Array.from({ length: 0x100 }, (_, low) => 0x3400 + low);
    expect(new TargetTables(memory).of(page)?.mask).toBe(0xff);
  });

  it('are no longer made when there is no room, until all are dropped', () => {
    const tables = new TargetTables(memory);
    const set = (number: number): number[] => Array.from({ length: 0x1000 }, (_, index) => (index + number) & 0xffff);
    let made = 0;
    while (tables.of(set(made)) !== undefined) made++;
    expect(made).toBeGreaterThan(10);
    expect(tables.of(set(0))).toBeDefined();
    tables.clear();
    expect(tables.of(set(made))).toBeDefined();
  });
});
