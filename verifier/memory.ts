/**
 * RAM as far as it is watched: what bytes hold, and pairs of bytes that are known together.
 *
 * A far return address is kept in two bytes. Which low bytes go with which page is lost where each byte has a set of
 * its own, so a pair has the low bytes for each page.
 */
import { elementAt } from '#basics';
import { Lanes, nameOf, setOf, type Bytes, type Naming, type Value, type Values } from './values.ts';

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
  /** Numbers that stand for the texts of pieces. */
  readonly names: Map<string, number>;
}

/** Bytes in a piece of memory, as a power of 2. */
const PIECE_BITS = 4;
const IN_PIECE = (1 << PIECE_BITS) - 1;

/** Some of the bytes. A store makes another piece of its own; the memories before and after share the other pieces. */
class Piece {
  readonly hasLanes: boolean;
  private readonly named: Partial<Record<Naming, number>> = {};

  constructor(readonly held: readonly Value[]) {
    this.hasLanes = held.some((value) => value instanceof Lanes);
  }

  /** What tells pieces apart. @param names of all pieces so far */
  name(how: Naming, names: Map<string, number>): number {
    let name = this.named[how];
    if (name === undefined) {
      const text = this.held.map((value) => nameOf(value, how)).join();
      names.set(text, (this.named[how] = name = names.get(text) ?? names.size));
    }
    return name;
  }
}

/** Memory is never changed: a store makes another one. */
export class Memory {
  private constructor(
    private readonly kept: Kept,
    private readonly pieces: readonly Piece[],
    private readonly pairs: readonly Pair[],
  ) {}

  /** Memory of which nothing is known. */
  static open(kept: Kept): Memory {
    const piece = new Piece(Array.from({ length: IN_PIECE + 1 }, () => kept.values.any));
    return new Memory(kept, Array<Piece>((kept.places.size + IN_PIECE) >> PIECE_BITS).fill(piece), []);
  }

  at(index: number): Value {
    const { places, values } = this.kept;
    const place = places.get(index);
    return place === undefined
      ? values.any
      : elementAt(elementAt(this.pieces, place >> PIECE_BITS).held, place & IN_PIECE);
  }

  /** Memory with another value in a byte, which is no longer known together with another one. */
  with(index: number, value: Value): Memory {
    const place = this.kept.places.get(index);
    if (place === undefined) return this;
    const pairs = this.pairs.filter(({ page, low }) => page !== index && low !== index);
    const held = elementAt(this.pieces, place >> PIECE_BITS).held.with(place & IN_PIECE, value);
    return new Memory(this.kept, this.pieces.with(place >> PIECE_BITS, new Piece(held)), pairs);
  }

  /** Memory with other values in some bytes, each of which is named once. */
  withAll(changes: Iterable<readonly [index: number, value: Value]>): Memory {
    const { places } = this.kept;
    const pieces = this.pieces.map(({ held }) => [...held]);
    const changed = new Set<number>();
    for (const [index, value] of changes) {
      const place = places.get(index);
      if (place === undefined) continue;
      elementAt(pieces, place >> PIECE_BITS)[place & IN_PIECE] = value;
      changed.add(index);
    }
    const pairs = this.pairs.filter(({ page, low }) => !changed.has(page) && !changed.has(low));
    return new Memory(
      this.kept,
      pieces.map((held) => new Piece(held)),
      pairs,
    );
  }

  /** Memory with less known to be possible in a byte, which keeps what it holds. */
  narrowed(index: number, value: Value): Memory {
    return this.at(index) === value ? this : this.with(index, value);
  }

  /** Memory with pairs that are known as well. */
  together(pairs: readonly Pair[]): Memory {
    const { places } = this.kept;
    const known = pairs.filter(({ page, low }) => places.has(page) && places.has(low));
    return new Memory(this.kept, this.pieces, known);
  }

  /** Memory with another value for each that it holds. */
  map(change: (value: Value) => Value): Memory {
    return this.withPieces(this.pieces.map(({ held }) => new Piece(held.map(change))));
  }

  /** The values that are not the same in all lanes. */
  get lanes(): readonly Lanes[] {
    return this.pieces.flatMap(({ hasLanes, held }) =>
      hasLanes ? held.filter((value) => value instanceof Lanes) : [],
    );
  }

  /** Memory with other values for those that are not the same in all lanes. */
  mapLanes(change: (value: Value) => Value): Memory {
    return this.withPieces(this.pieces.map((piece) => (piece.hasLanes ? new Piece(piece.held.map(change)) : piece)));
  }

  /** Memories as one. @param joint makes one value of the one in each of them */
  static joined(all: readonly Memory[], joint: (values: readonly Value[]) => Value): Memory {
    const first = elementAt(all, 0);
    const pieces = first.pieces.map((piece, at) => {
      const alike = all.map(({ pieces }) => elementAt(pieces, at));
      if (!piece.hasLanes && alike.every((each) => each === piece)) return piece;
      return new Piece(piece.held.map((_, place) => joint(alike.map(({ held }) => elementAt(held, place)))));
    });
    return first.withPieces(pieces);
  }

  private withPieces(pieces: readonly Piece[]): Memory {
    return new Memory(this.kept, pieces, this.pairs);
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
  text(how: Naming): string {
    const held = this.pieces.map((piece) => piece.name(how, this.kept.names));
    return `${held.join()} ${this.pairs.map(({ page, low }) => `${page} ${low}`).join()}`;
  }
}
