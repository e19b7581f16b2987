/**
 * What a machine needs from a processor core.
 */
import type { StopReason, Stops } from './stops.ts';

export interface Core {
  /**
   * Executes until the machine's cycle equals `limit` (returns undefined) or a stop is hit first.
   * @param testFirst whether a breakpoint at the very first instruction stops at once
   */
  run(limit: number, stops: Stops, testFirst: boolean): StopReason | undefined;
}
