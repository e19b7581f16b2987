/**
 * Which words of an image have claims: those of the lines that wrote them. A line that calls a function claims
 * something about the first word of the call, in a count of its own, so the same words are looked at from several
 * depths of calls.
 */
import type { DebugInfo, DebugLine } from '#assembler';
import type { Step } from './flow.ts';
import { readClaims, type LineClaims } from './read-claims.ts';

export interface ClaimedProgram {
  readonly rom: Uint16Array;
  /** Names by address. */
  readonly labels: ReadonlyMap<number, readonly string[]>;
  /** What the registers hold before each word. */
  readonly reached: ReadonlyMap<number, Step>;
}

export interface ClaimedWord {
  readonly place: DebugLine;
  readonly claims: LineClaims;
}

/** The claims of each source by line; undefined for one that is not Python, or no longer exists. */
type SourceClaims = readonly (ReadonlyMap<number, LineClaims> | undefined)[];

/** The words as seen from each depth of calls at which something is claimed. @param texts of the sources */
export function claimedWords(info: DebugInfo, texts: readonly (string | undefined)[]): readonly ClaimedWords[] {
  const claims = texts.map((text) => (text === undefined ? undefined : readClaims(text)));
  const depths = new Set([Infinity]);
  for (const { expansion = [] } of info.lines)
    for (const [above, { source, line }] of expansion.entries())
      if (claims[source]?.has(line) === true) depths.add(expansion.length - 1 - above);
  return [...depths].map((depth) => new ClaimedWords(info, claims, depth));
}

export class ClaimedWords {
  readonly places: ReadonlyMap<number, DebugLine>;
  /** Words with cycles, by address. */
  readonly words = new Map<number, ClaimedWord>();
  /** Cycles that a word pays for, by its address. */
  readonly paid = new Map<number, number>();
  /** Words whose comments seem to claim something, but are not understood. */
  readonly unreadAddresses = new Set<number>();

  /** @param depth number of calls that are entered; words of deeper ones belong to the line of the call */
  constructor(info: DebugInfo, claimed: SourceClaims, depth: number) {
    this.places = new Map(info.lines.map((line) => [line.address, seenFrom(depth, line)]));
    for (const place of this.places.values()) {
      const claims = claimed[place.source]?.get(place.line);
      if (claims === undefined || this.goesOn(place)) continue;
      const { address } = place;
      const isOther = claims.length !== undefined && claims.length !== this.after(address) - address;
      if (claims.isUnread || isOther) this.unreadAddresses.add(address);
      else if (claims.cycles.length > 0) this.words.set(address, { place, claims });
      if (claims.paid !== undefined) this.paid.set(address, claims.paid);
    }
  }

  /** The lines that are not understood; some of them more than once. */
  get unread(): readonly DebugLine[] {
    return [...this.unreadAddresses].flatMap((address) => this.places.get(address) ?? []);
  }

  /** Whether two words were written by the same calls, so that their claims count from the same word. */
  isSameCall(one: number, other: number): boolean {
    return callsOf(this.places.get(one)) === callsOf(this.places.get(other));
  }

  /** The first word after those that the line of a word wrote. */
  after(address: number): number {
    let next = address + 1;
    for (let place = this.places.get(next); place !== undefined && this.goesOn(place); place = this.places.get(next))
      next++;
    return next;
  }

  /** Whether a word is not the first that its line wrote; a claim is about the first. */
  private goesOn(place: DebugLine): boolean {
    const before = this.places.get(place.address - 1);
    return before?.source === place.source && before.line === place.line && callsOf(before) === callsOf(place);
  }
}

function seenFrom(depth: number, line: DebugLine): DebugLine {
  const { address, expansion = [] } = line;
  const call = expansion[expansion.length - 1 - depth];
  return call === undefined ? line : { ...call, address, expansion: expansion.slice(expansion.length - depth) };
}

function callsOf(place: DebugLine | undefined): string {
  return (place?.expansion ?? []).map(({ source, line }) => `${source}:${line}`).join(' ');
}
