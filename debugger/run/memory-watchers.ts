/**
 * Which RAM the client is showing, so that it can be notified when bytes there may have changed.
 *
 * A client's memory view reads by references; it only reads again on an event that names exactly the reference
 * that it used.
 */
import { RAM_BYTES } from '#isa';
import { MemoryEvent } from '@vscode/debugadapter';
import type { SendEvent } from '../connection/client.ts';

/** The most references remembered; the oldest are forgotten first. */
const MAX_REFERENCES = 50;

export class MemoryWatchers {
  private readonly references = new Map<string, number>();

  constructor(private readonly sendEvent: SendEvent) {}

  /** The client reads by this reference, which means RAM from `address` on. */
  remember(reference: string, address: number): void {
    this.references.delete(reference);
    this.references.set(reference, address);
    const oldest = this.references.keys().next().value;
    if (this.references.size > MAX_REFERENCES && oldest !== undefined) this.references.delete(oldest);
  }

  /** RAM from `address` on has changed, `length` bytes; without arguments perhaps all of it. */
  changed(address = 0, length = RAM_BYTES): void {
    for (const [memoryReference, start] of this.references) {
      const first = Math.max(address, start);
      const count = Math.min(address + length, RAM_BYTES) - first;
      if (count > 0) this.sendEvent(new MemoryEvent(memoryReference, first - start, count));
    }
  }
}
