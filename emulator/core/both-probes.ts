/** Combines two probes into one; the run stops where either of them stops it. */
import type { RomAddress } from '#basics';
import { ROM_WORDS } from '#isa';
import type { Probe } from './probe.ts';

export function bothProbes(one: Probe, other: Probe): Probe {
  const marked = Uint8Array.from({ length: ROM_WORDS }, (_, address) =>
    Number(one.marked[address] !== 0 || other.marked[address] !== 0),
  );
  return {
    marked,
    skips: (address, next) => isSilent(one, address, next) && isSilent(other, address, next),
    begin(cycle, edits) {
      one.begin(cycle, edits);
      other.begin(cycle, edits);
    },
    end(cycle) {
      one.end(cycle);
      other.end(cycle);
    },
    ask(address, next, ac, y, cycle, x) {
      const first = one.marked[address] !== 0 && one.ask(address, next, ac, y, cycle, x);
      const second = other.marked[address] !== 0 && other.ask(address, next, ac, y, cycle, x);
      return first || second;
    },
    vSyncFell(cycle, lines) {
      one.vSyncFell?.(cycle, lines);
      other.vSyncFell?.(cycle, lines);
    },
  };
}

function isSilent({ marked, skips }: Probe, address: RomAddress, next: RomAddress): boolean {
  return marked[address] === 0 || skips?.(address, next) === true;
}
