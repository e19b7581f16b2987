/**
 * Holds a program that runs without a client: one has left it there for another to attach to.
 *
 * An adapter that serves clients over a port keeps one such program; leaving another ends it.
 */
import type { Debuggee } from './debuggee.ts';

export class Parking {
  private parked: Debuggee | undefined;

  leave(debuggee: Debuggee): void {
    this.parked?.dispose();
    this.parked = debuggee;
    debuggee.release();
  }

  take(): Debuggee | undefined {
    const { parked } = this;
    this.parked = undefined;
    return parked;
  }
}
