/**
 * Which bytes of RAM the program has not written yet: whoever uses one of them uses what power-on left.
 *
 * All of them are watched. What is written stays watched for a while, since new watches cost more than some
 * accesses that mean nothing. The cycle of each first write is kept, because on the way back in time bytes become
 * unwritten again.
 *
 * Two kinds of read are no use. A byte that goes to OUT alone is a pixel that was not painted yet: it is seen, and
 * decides nothing. And a byte that is only copied (`ld [from]`, `st [to]`, after which AC is loaded again; copy.ts) has
 * not been used yet: its copy counts as unwritten in its turn.
 */
import type { Cycle, RamIndex } from '#basics';
import type { Machine, Watch, WatchHit } from '#emulator';
import { decode, wordAt } from '#isa';
import { copyOf, type Copy } from './copy.ts';

/** Accesses of watched bytes that no longer need it, before the watches are made again. */
const MAX_NEEDLESS = 500;

/** A byte that was written and no longer counts as written from a cycle on: an unwritten one was copied there. */
interface Unwriting {
  readonly cycle: Cycle;
  readonly address: RamIndex;
  readonly since: number;
}

export class UnwrittenRam {
  /** By RAM index, the cycle from which on a byte counts as written. */
  private readonly since: Float64Array;
  private latest = -1;
  private list: readonly Watch[] | undefined;
  private needless = 0;
  private unwritings: Unwriting[] = [];
  /** The write of a copy that is about to happen; `cycle` is the one after it. */
  private copying: { readonly cycle: Cycle; readonly address: RamIndex } | undefined;

  /** @param machine at power-on: what was written before is not known */
  constructor(private readonly machine: Machine) {
    this.since = new Float64Array(machine.ram.length).fill(Infinity);
  }

  /** Watches for every access of an unwritten byte, as of the machine's present cycle, and of some others. */
  get watches(): readonly Watch[] {
    if (this.machine.cycle < this.latest) this.goBack();
    if (this.needless > MAX_NEEDLESS) this.list = undefined;
    if (this.list === undefined) this.needless = 0;
    return (this.list ??= this.findWatches());
  }

  /** Takes note of an access just made; true if it used a byte that had not been written. It then counts as written. */
  note({ address, access, instruction }: WatchHit): boolean {
    const { cycle, rom } = this.machine;
    if (this.sinceOf(address) <= cycle) {
      this.needless++;
      return false;
    }
    if (access === 'read') {
      const copy = copyOf(decode(wordAt(rom, instruction)), this.machine);
      if (copy !== undefined) return this.copy(copy);
    } else if (this.copying?.cycle === cycle && this.copying.address === address) return false;
    this.write(address, cycle);
    return access === 'read' && decode(wordAt(rom, instruction)).opcode.target !== 'out';
  }

  /** The user has set a byte. It counts as written before and after. */
  edited(address: RamIndex): void {
    if (this.since[address] === Infinity) this.write(address, 0);
  }

  private sinceOf(address: RamIndex): number {
    return this.since[address] ?? Infinity;
  }

  private write(address: RamIndex, cycle: Cycle): void {
    this.since[address] = cycle;
    this.latest = Math.max(this.latest, cycle);
  }

  private copy({ address, cycles }: Copy): false {
    const cycle = this.machine.cycle + cycles;
    this.copying = { cycle, address };
    const since = this.sinceOf(address);
    if (since === Infinity) return false;
    this.unwritings.push({ cycle, address, since });
    this.latest = Math.max(this.latest, cycle);
    this.since[address] = Infinity;
    this.list = undefined;
    return false;
  }

  /** The machine is before the latest writes: what it does again it will write again. */
  private goBack(): void {
    const { cycle } = this.machine;
    this.latest = cycle;
    this.copying = undefined;
    for (let last = this.unwritings.at(-1); last !== undefined && last.cycle > cycle; last = this.unwritings.at(-1)) {
      this.since[last.address] = last.since;
      this.unwritings.pop();
    }
    this.since.forEach((since, address) => {
      if (since > cycle) this.since[address] = Infinity;
    });
    this.list = undefined;
  }

  private findWatches(): readonly Watch[] {
    const rows: { address: RamIndex; length: number }[] = [];
    for (let address = 0; address < this.since.length; address++) {
      if (this.since[address] !== Infinity) continue;
      const row = rows.at(-1);
      if (row !== undefined && row.address + row.length === address) row.length++;
      else rows.push({ address, length: 1 });
    }
    return rows.map((row) => ({ ...row, access: ['read', 'write'] }));
  }
}
