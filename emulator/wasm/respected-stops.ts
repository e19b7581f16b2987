/** Compares the stops for which translated code leaves with those that a run asks for. */
import { ROM_WORDS } from '#isa';
import type { QuietPlaces } from '../core/probe.ts';
import type { Stops } from '../core/stops.ts';
import { markWatches } from '../core/watch-map.ts';

/** How many needless exits are worth a new translation. */
const STRAYS = 20_000;

/** Translated code respects these; after a change it is translated again. */
export class RespectedStops {
  /** Breakpoints by address. */
  barriers = new Uint8Array(ROM_WORDS);
  /** Bits of the watch flags that accesses ask for. */
  watched = 0;
  /** Addresses at which a probe is asked, and what it wants to know. */
  marked = new Uint8Array(ROM_WORDS);
  skips: ((address: number, next: number) => boolean) | undefined;
  quiet: QuietPlaces | undefined;
  /** Bits of the watch flags that are set anywhere. */
  private watching = 0;
  /** The stops of the last run, and whether what is translated respects them. */
  private asked: { readonly stops: Stops; readonly respected: boolean } | undefined;
  /** Times that translated code left for a breakpoint that is gone. */
  private strays = 0;

  /** @param flags that translated code reads at accesses, @param guards at stores of the probe's; by byte of RAM */
  constructor(
    private readonly flags: Uint8Array,
    private readonly guards: Uint8Array,
  ) {}

  /** Whether translated code leaves before everything that these stops ask for; marks the watched bytes. */
  covers(stops: Stops): boolean {
    if (this.asked?.stops !== stops) this.asked = { stops, respected: this.compare(stops) };
    return this.asked.respected;
  }

  /**
   * Takes these stops, which the next translation respects, and keeps earlier breakpoints: a program that runs to places
   * by turns is not translated again for each. Only once those have made it leave too often are they dropped.
   */
  take({ breakpoints, probe }: Stops): void {
    if (probe !== undefined) {
      this.marked = probe.marked.slice();
      this.quiet = probe.quiet;
      this.skips = probe.skips;
      this.guards.fill(0);
      for (const index of probe.quiet?.guarded ?? []) this.guards[index] = 1;
    }
    if (this.strays > STRAYS) this.barriers.fill(0);
    for (let address = 0; breakpoints !== undefined && address < ROM_WORDS; address++)
      if (breakpoints[address] !== 0) this.barriers[address] = 1;
    this.watched = this.watching;
    this.asked = undefined;
    this.strays = 0;
  }

  /** Whether translated code leaves before an address. */
  isStop(address: number): boolean {
    return this.barriers[address] !== 0 || this.marked[address] !== 0;
  }

  /** Whether removed breakpoints, such as the one at this address, have made translated code leave too often. */
  isStray(address: number, { breakpoints }: Stops): boolean {
    if (this.barriers[address] === 0 || (breakpoints?.[address] ?? 0) !== 0) return false;
    return ++this.strays > STRAYS;
  }

  private compare({ breakpoints, watches = [], probe }: Stops): boolean {
    if (watches.length > 0 || this.watching !== 0) this.watching = markWatches(this.flags, watches);
    if ((this.watching & ~this.watched) !== 0) return false;
    if (
      probe !== undefined &&
      (probe.quiet !== this.quiet || probe.skips !== this.skips || !isSubset(probe.marked, this.marked))
    )
      return false;
    return breakpoints === undefined || isSubset(breakpoints, this.barriers);
  }
}

/** Whether every flag of `some` is set in `all`. Most are 0, so four are looked at together where that is possible. */
function isSubset(some: Uint8Array, all: Uint8Array): boolean {
  if (some.byteOffset % 4 !== 0) return isSubset(some.slice(), all);
  const fours = new Int32Array(some.buffer, some.byteOffset, ROM_WORDS / 4);
  for (let four = 0; four < fours.length; four++) {
    if (fours[four] === 0) continue;
    for (let address = 4 * four; address < 4 * four + 4; address++) {
      if (some[address] !== 0 && all[address] === 0) return false;
    }
  }
  return true;
}
