/**
 * RAM as far as it is watched: what bytes hold, and pairs of bytes that are known together.
 *
 * A far return address is kept in two bytes. Which low bytes go with which page is lost where each byte has a set of
 * its own, so a pair has the low bytes for each page.
 */
import { setOf, type Bytes, type Value, type Values } from './values.ts';

/** A page byte and a low byte, by their indices, and what the low byte can hold for each page. */
export interface Pair {
  readonly page: number;
  readonly low: number;
  readonly lows: ReadonlyMap<number, Bytes>;
}

/** The bytes of which something can be known, each with its place; any other can hold anything. */
export interface Kept {
  readonly values: Values;
  readonly places: ReadonlyMap<number, number>;
}

/** A store makes another memory. */
export class Memory {
  constructor(
    private readonly kept: Kept,
    readonly held: readonly Value[] = Array.from(kept.places, () => kept.values.any),
    private readonly pairs: readonly Pair[] = [],
  ) {}

  at(index: number): Value {
    const { places, values } = this.kept;
    return this.held[places.get(index) ?? -1] ?? values.any;
  }

  /** Memory with another value in a byte, which is no longer known together with another one. */
  with(index: number, value: Value): Memory {
    const place = this.kept.places.get(index);
    if (place === undefined) return this;
    const pairs = this.pairs.filter(({ page, low }) => page !== index && low !== index);
    return new Memory(this.kept, this.held.with(place, value), pairs);
  }

  /** Memory with less known to be possible in a byte, which keeps what it holds. */
  narrowed(index: number, value: Value): Memory {
    return this.at(index) === value ? this : this.with(index, value);
  }

  /** Memory with pairs that are known as well. */
  together(pairs: readonly Pair[]): Memory {
    const { places } = this.kept;
    const known = pairs.filter(({ page, low }) => places.has(page) && places.has(low));
    return new Memory(this.kept, this.held, known);
  }

  /** Memory with another value for each that it holds, by its place. */
  map(change: (value: Value, place: number) => Value): Memory {
    return new Memory(this.kept, this.held.map(change), this.pairs);
  }

  /** A memory for each page that a byte can hold, if it is the page byte of a pair; none otherwise. */
  divided(index: number): readonly Memory[] {
    const { values } = this.kept;
    const pair = this.pairs.find(({ page }) => page === index);
    if (pair === undefined) return [];
    return [...pair.lows].map(([page, lows]) => this.with(index, values.of([page])).with(pair.low, lows));
  }

  /** What the low byte of two can hold, for each page that the other one can. */
  lowsByPage(page: number, low: number): ReadonlyMap<number, Bytes> {
    const pair = this.pairs.find((each) => each.page === page && each.low === low);
    const lows = setOf(this.at(low));
    return pair?.lows ?? new Map(setOf(this.at(page)).list.map((each) => [each, lows]));
  }

  /** What tells memories apart that began with the same pairs. */
  text(nameOf: (value: Value) => string | number): string {
    return `${this.held.map(nameOf).join()} ${this.pairs.map(({ page, low }) => `${page} ${low}`).join()}`;
  }
}
