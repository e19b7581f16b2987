/** Compares the stops for which translated code leaves with those that a run asks for. */
import { ROM_WORDS } from '#isa';
import type { QuietPlaces } from '../core/probe.ts';
import type { Stops, Watch } from '../core/stops.ts';
import { markWatches } from '../core/watch-map.ts';
import type { Requirements } from './block-path.ts';

/** Needless exits after which it is worth translating again: they take about as long. */
const STRAYS = 500_000;

const NONE: readonly Watch[] = [];

/** Translated code respects these; after a change it is translated again. */
export class RespectedStops implements Requirements {
  readonly barriers = new Uint8Array(ROM_WORDS);
  watched = 0;
  marked = new Uint8Array(ROM_WORDS);
  skips: ((address: number, next: number) => boolean) | undefined;
  quiet: QuietPlaces | undefined;
  /** Bits of the watch flags that are set anywhere. */
  private watching = 0;
  private watches = NONE;
  /** By the stops of earlier runs: whether translated code respects them. */
  private asked = new WeakMap<Stops, boolean>();
  /** Times that translated code left for a breakpoint that is gone. */
  private strays = 0;

  /** @param flags by byte of RAM, tested at accesses @param guards also by byte, tested at the probe's own stores */
  constructor(
    private readonly flags: Uint8Array,
    private readonly guards: Uint8Array,
  ) {}

  /** Whether translated code leaves before everything that these stops ask for; marks the watched bytes. */
  covers(stops: Stops): boolean {
    const { watches = NONE } = stops;
    if (watches !== this.watches) this.watching = markWatches(this.flags, watches);
    this.watches = watches;
    const respected = this.asked.get(stops) ?? this.compare(stops);
    this.asked.set(stops, respected);
    return respected;
  }

  /**
   * Takes these stops, which the next translation respects. Earlier breakpoints are kept, so that a program that is run
   * to several places in turn is not translated again for each, until they have made it leave too often.
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
    this.asked = new WeakMap();
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

  private compare({ breakpoints, probe }: Stops): boolean {
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
