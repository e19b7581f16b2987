/** Which words of an image have claims: those of the lines that wrote them. */
import type { DebugInfo, DebugLine } from '#assembler';
import { readClaims, type LineClaims } from './read-claims.ts';

/** A word whose line claims something. */
export interface ClaimedWord {
  readonly place: DebugLine;
  readonly claims: LineClaims;
}

export class ClaimedWords {
  readonly places: ReadonlyMap<number, DebugLine>;
  /** Words with cycles, by address. */
  readonly words = new Map<number, ClaimedWord>();
  /** Cycles that a word pays for, by its address. */
  readonly paid = new Map<number, number>();
  /** Words whose comments seem to claim something, and are not understood. */
  readonly unreadAddresses = new Set<number>();

  /** @param texts of the sources of the debug information; undefined for one that is not Python, or has gone */
  constructor(info: DebugInfo, texts: readonly (string | undefined)[]) {
    this.places = new Map(info.lines.map((line) => [line.address, line]));
    const bySource = texts.map((text) => (text === undefined ? undefined : readClaims(text)));
    for (const place of info.lines) {
      const claims = bySource[place.source]?.get(place.line);
      if (claims === undefined || this.goesOn(place)) continue;
      if (claims.cycles.length > 0) this.words.set(place.address, { place, claims });
      if (claims.paid !== undefined) this.paid.set(place.address, claims.paid);
      if (claims.isUnread) this.unreadAddresses.add(place.address);
    }
  }

  /** The lines that are not understood, each once. */
  get unread(): readonly DebugLine[] {
    const lines = new Map<string, DebugLine>();
    for (const address of this.unreadAddresses) {
      const place = this.places.get(address);
      if (place !== undefined) lines.set(`${place.source}:${place.line}`, place);
    }
    return [...lines.values()];
  }

  /** Whether two words were written by the same calls, so that their claims count from the same word. */
  isSameCall(one: number, other: number): boolean {
    return callsOf(this.places.get(one)) === callsOf(this.places.get(other));
  }

  /** Whether a word is not the first that its line wrote: a claim is about the first. */
  private goesOn(place: DebugLine): boolean {
    const before = this.places.get(place.address - 1);
    return before?.source === place.source && before.line === place.line && callsOf(before) === callsOf(place);
  }
}

function callsOf(place: DebugLine | undefined): string {
  return (place?.expansion ?? []).map(({ source, line }) => `${source}:${line}`).join(' ');
}
