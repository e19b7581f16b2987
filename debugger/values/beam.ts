/** Where the beam of the monitor is: one definition for variables, conditions, the status bar and the Timing view. */
import type { Machine } from '#emulator';
import { CYCLES_PER_LINE } from '#isa';

export interface BeamPlace {
  /** Scan lines of 200 cycles since vSync fell last. */
  readonly line: number;
  /** Cycles since hSync fell last: 0 in the cycle after the instruction that put it to 0. */
  readonly lineCycle: number;
}

/** The beam's place in the present cycle, counted from power-on until the program has made such an edge. */
export function beamPlace(machine: Machine): BeamPlace {
  const { hSyncFell, vSyncFell } = machine.monitor.state;
  return {
    line: Math.floor((machine.cycle - Math.max(0, vSyncFell)) / CYCLES_PER_LINE),
    lineCycle: machine.cycle - Math.max(0, hSyncFell),
  };
}
