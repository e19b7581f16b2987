/** Lookups by address that are cheap for a small program, which has words at few of the 65,536 addresses. */

/** The next address with a word, from one on; 65,536 if there is none. @param used 1 for each address with a word */
export function nextUsed(used: Uint8Array, from: number): number {
  if (used[from] === 1) return from;
  const next = used.indexOf(1, from);
  return next < 0 ? used.length : next;
}

/** All addresses with a word, in order. */
export function usedAddresses(used: Uint8Array): readonly number[] {
  const addresses: number[] = [];
  for (let address = nextUsed(used, 0); address < used.length; address = nextUsed(used, address + 1))
    addresses.push(address);
  return addresses;
}

/** Values by address, in pages that are made when they get their first value. */
export class AddressTable<T> {
  private readonly pages: (T | undefined)[][] = [];

  get(address: number): T | undefined {
    return this.pages[address >> 8]?.[address & 0xff];
  }

  set(address: number, value: T): void {
    const page = (this.pages[address >> 8] ??= new Array<T | undefined>(0x100));
    page[address & 0xff] = value;
  }
}
