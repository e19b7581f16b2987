/** Which declaration a byte of the zero page belongs to. */
import type { DebugTable } from '../contract/debug-info.ts';

/** The declarations of zero-page variables by byte: each byte of a longer one, and of each entry of an array. */
export function zeroPageOwners(tables: readonly DebugTable[]): ReadonlyMap<number, DebugTable> {
  const owners = new Map<number, DebugTable>();
  for (const table of tables) {
    if (table.layout !== 'zero-page') continue;
    const end = Math.min(0x100, table.address + table.size * (table.last - table.first + 1));
    for (let address = table.address; address < end; address++) owners.set(address, table);
  }
  return owners;
}
