/** Runs the reference core under stops: tests them before and after every cycle. */
import type { CpuState, Ram, ReferenceCore } from '#isa';
import type { StopReason, Stops, Watch, WatchHit, Core } from './stops.ts';
import type { Monitor } from '../devices/monitor.ts';
import type { Probe } from './probe.ts';
import { markWatches, struckWatch, upcomingAccess, WATCH_READ, WATCH_WRITE } from './watch-map.ts';

export class ReferenceRunner implements Core {
  private flags: Uint8Array | undefined;
  private markedFor: readonly Watch[] | undefined;

  constructor(
    private readonly core: ReferenceCore,
    private readonly rom: Uint16Array,
    private readonly ram: Ram,
    private readonly cpu: CpuState,
    private readonly monitor: Monitor,
  ) {}

  run(limit: number, stops: Stops, testFirst: boolean): StopReason | undefined {
    const { breakpoints, onFault, until, probe } = stops;
    const cpu = this.cpu;
    const watched = stops.watches !== undefined && stops.watches.length > 0;
    if (watched) this.mark(stops.watches);
    if (breakpoints === undefined && !watched && onFault !== true && until === undefined && !probe) {
      while (cpu.cycle < limit) this.core.step();
      return undefined;
    }
    let { frames } = this.monitor;
    let test = testFirst;
    const faults = this.monitor.faultCount;
    while (cpu.cycle < limit) {
      if (test && breakpoints !== undefined && breakpoints[cpu.address] !== 0) {
        return { kind: 'breakpoint', address: cpu.address };
      }
      test = true;
      if (this.asks(probe)) return { kind: 'probe', address: cpu.address };
      const hit = watched ? this.stepWatched(stops.watches) : this.core.step();
      frames = this.tellFrame(probe, frames);
      if (hit !== undefined) return hit;
      if (onFault === true && this.monitor.faultCount !== faults) {
        return { kind: 'fault', fault: this.monitor.faults.at(-1)! };
      }
      if (until?.() === true) return { kind: 'until' };
    }
    return undefined;
  }

  private asks(probe: Probe | undefined): boolean {
    const { address, nextAddress, ac, x, y, cycle } = this.cpu;
    if (probe === undefined || probe.marked[address] === 0) return false;
    return probe.ask(address, nextAddress, ac, y, cycle, x);
  }

  /** Tells a probe if vSync has just fallen. @param before frames before the instruction @returns those now */
  private tellFrame(probe: Probe | undefined, before: number): number {
    const { frames, vSyncFell, lines, frameLines } = this.monitor.state;
    if (frames !== before) probe?.vSyncFell?.(vSyncFell, lines - frameLines);
    return frames;
  }

  private mark(watches: readonly Watch[]): void {
    if (this.markedFor === watches) return;
    this.flags ??= new Uint8Array(this.ram.bytes.length);
    markWatches(this.flags, watches);
    this.markedFor = watches;
  }

  private stepWatched(watches: readonly Watch[]): WatchHit | undefined {
    const access = upcomingAccess(this.rom, this.ram, this.cpu);
    this.core.step();
    if (access === undefined) return undefined;
    const wanted = access.kind === 'read' ? WATCH_READ : WATCH_WRITE;
    if ((this.flags![access.address]! & wanted) === 0) return undefined;
    return struckWatch(watches, access, this.ram.bytes[access.address]!);
  }
}
