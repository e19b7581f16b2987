/** Where the entries of a table lie in RAM. */
import type { RamAddress } from './units.ts';

/** RAM address of the (first) byte of an entry; RAM ends at $ffff and begins again. */
export function entryAddress(
  { address, first, stride }: { readonly address: RamAddress; readonly first: number; readonly stride: number },
  index: number,
): RamAddress {
  return (address + (index - first) * stride) & 0xffff;
}
