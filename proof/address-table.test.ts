import { describe, expect, it } from 'vitest';
import { AddressTable, nextUsed, usedAddresses } from './contract/address-table.ts';

describe('addresses with a word', () => {
  const used = new Uint8Array(0x10000);
  for (const address of [0, 1, 300, 0xffff]) used[address] = 1;

  it('come one after the other, the first and the last among them', () => {
    expect(usedAddresses(used)).toEqual([0, 1, 300, 0xffff]);
  });

  it('are none in an empty program, and none after the last address', () => {
    expect(nextUsed(new Uint8Array(0x10000), 0)).toBe(0x10000);
    expect(nextUsed(used, 0x10000)).toBe(0x10000);
  });
});

describe('a table by address', () => {
  it('gives the value that was set last, and nothing elsewhere', () => {
    const table = new AddressTable<string>();
    table.set(0x1234, 'first');
    table.set(0x1234, 'second');
    table.set(0x1ffff, 'far');
    expect([0x1234, 0x1ffff, 0x1233, 0x1235, 0].map((address) => table.get(address))).toEqual([
      'second',
      'far',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
