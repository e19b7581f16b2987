/** Which declaration a byte of the zero page belongs to. */
import type { DebugTable } from '../contract/debug-info.ts';

/**
 * The declarations of zero-page variables by byte: each byte of a longer one, and of each entry of an array. A byte that
 * several share belongs to the one that has its own place.
 */
export function zeroPageOwners(tables: readonly DebugTable[]): ReadonlyMap<number, DebugTable> {
  const owners = new Map<number, DebugTable>();
  for (const table of tables) {
    if (table.layout !== 'zero-page' || table.attributes['over'] !== undefined) continue;
    for (let address = table.address; address < zeroPageEnd(table); address++) owners.set(address, table);
  }
  return owners;
}

/** The address after the last byte of a zero-page variable. */
export function zeroPageEnd({ address, size, first, last }: DebugTable): number {
  return Math.min(0x100, address + size * (last - first + 1));
}
