/**
 * Which bytes of RAM the program has not written yet: to read one of them is to read what power-on left.
 *
 * All of them are under watch. A write takes a byte out; so the watches are many at first and few once the program has
 * set up its RAM. The cycle of each first write is kept, for on the way back in time bytes become unwritten again.
 */
import type { Machine, Watch, WatchHit } from '#emulator';

/** A row of unwritten bytes; `last` is included. */
interface Row {
  first: number;
  last: number;
}

export class UnwrittenRam {
  /** By RAM index, the cycle from which on a byte counts as written. */
  private readonly since: Float64Array;
  private rows: Row[];
  private latest = -1;
  private list: readonly Watch[] | undefined;

  /** @param machine at power-on: what was written before is not known */
  constructor(private readonly machine: Machine) {
    this.since = new Float64Array(machine.ram.length).fill(Infinity);
    this.rows = [{ first: 0, last: machine.ram.length - 1 }];
  }

  /** Watches for every access of an unwritten byte, as of the machine's present cycle. */
  get watches(): readonly Watch[] {
    if (this.machine.cycle < this.latest) this.goBack();
    this.list ??= this.rows.map(({ first, last }) => ({
      address: first,
      length: last - first + 1,
      access: ['read', 'write'],
    }));
    return this.list;
  }

  /** Takes note of an access just made; true if it read a byte that had not been written. It then counts as written. */
  note({ address, access }: WatchHit): boolean {
    if (this.since[address]! <= this.machine.cycle) return false;
    this.since[address] = this.machine.cycle;
    this.latest = Math.max(this.latest, this.machine.cycle);
    this.remove(address);
    return access === 'read';
  }

  /** Takes a byte out of its row. */
  private remove(address: number): void {
    const at = this.rowOf(address);
    const { first, last } = this.rows[at]!;
    const left = first < address ? [{ first, last: address - 1 }] : [];
    const right = address < last ? [{ first: address + 1, last }] : [];
    this.rows.splice(at, 1, ...left, ...right);
    this.list = undefined;
  }

  private rowOf(address: number): number {
    let [low, high] = [0, this.rows.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle]!.last < address) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The machine stands before the latest writes: what it makes anew it will write anew. */
  private goBack(): void {
    const { cycle } = this.machine;
    this.rows = [];
    this.list = undefined;
    this.latest = cycle;
    for (let address = 0; address < this.since.length; address++) {
      if (this.since[address]! > cycle) this.since[address] = Infinity;
      if (this.since[address] !== Infinity) continue;
      const row = this.rows.at(-1);
      if (row?.last === address - 1) row.last = address;
      else this.rows.push({ first: address, last: address });
    }
  }
}
