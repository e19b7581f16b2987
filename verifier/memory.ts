/**
 * RAM as far as it is watched: what bytes hold, and pairs of bytes that are known together.
 *
 * A far return address is kept in two bytes. Which low bytes go with which page is lost where each byte has a set of
 * its own, so a pair has the low bytes for each page. Equal memories are the same object.
 */
import { elementAt } from '#basics';
import { MOST_VALUES, setOf, type Bytes, type Value, type Values } from './values.ts';

/** Stands for the page that was in RAM at power-on. */
export const OLD_PAGE = -1;

/** The low byte that belongs to a page byte, by its index, and what it can hold, by page. */
export interface Pair {
  readonly low: number;
  readonly lows: ReadonlyMap<number, Bytes>;
}

/** Bytes by their index, and pairs by that of their page byte; other bytes can be anything. */
export interface Memory {
  readonly id: number;
  readonly bytes: ReadonlyMap<number, Value>;
  readonly pairs: ReadonlyMap<number, Pair>;
}

const NO_PAIRS: Memory['pairs'] = new Map();

export class Memories {
  /** By a number that is the same for equal ones. */
  private readonly known = new Map<number, Memory[]>();
  private readonly knownPairs = new Map<string, Memory['pairs']>();
  private readonly stores: Map<number, Memory>[] = [];

  /** @param kept the bytes whose values are kept */
  constructor(
    private readonly values: Values,
    private readonly kept: ReadonlySet<number>,
  ) {}

  /** Memory with values of bytes, as far as they are kept. */
  of(bytes: Iterable<readonly [number, Value]>, pairs = NO_PAIRS): Memory {
    const { kept, values } = this;
    const isKept = ([index, value]: readonly [number, Value]): boolean => kept.has(index) && value !== values.any;
    const arePair = ([page, { low }]: readonly [number, Pair]): boolean => kept.has(page) && kept.has(low);
    return this.intern(new Map([...bytes].filter(isKept)), this.pairsOf([...pairs].filter(arePair)));
  }

  private pairsOf(pairs: readonly (readonly [number, Pair])[]): Memory['pairs'] {
    if (pairs.length === 0) return NO_PAIRS;
    const texts = pairs.map(
      ([page, { lows }]) => `${page}:${[...lows].map(([each, { id }]) => `${each} ${id}`).join()}`,
    );
    const key = texts.sort().join(' ');
    const together = this.knownPairs.get(key) ?? new Map(pairs);
    this.knownPairs.set(key, together);
    return together;
  }

  private intern(bytes: Memory['bytes'], pairs: Memory['pairs']): Memory {
    let hash = pairs.size;
    for (const [index, { id }] of bytes) hash = (hash + Math.imul(index + 1, Math.imul(id, 0x9e3779b1) | 1)) | 0;
    const alike = this.known.get(hash) ?? [];
    if (alike.length === 0) this.known.set(hash, alike);
    const isSame = (other: Memory): boolean => {
      if (other.pairs !== pairs || other.bytes.size !== bytes.size) return false;
      for (const [index, value] of bytes) if (other.bytes.get(index) !== value) return false;
      return true;
    };
    const there = alike.find(isSame);
    if (there !== undefined) return there;
    const memory = { id: this.stores.length, bytes, pairs };
    this.stores.push(new Map());
    alike.push(memory);
    return memory;
  }

  byteAt({ bytes }: Memory, index: number): Value {
    return bytes.get(index) ?? this.values.any;
  }

  /** Memory with another value in a byte, if it is kept. The byte is no longer known together with another. */
  stored(memory: Memory, index: number, value: Value): Memory {
    if (!this.kept.has(index)) return memory;
    const isTouched = ([page, { low }]: readonly [number, Pair]): boolean => page === index || low === index;
    // Only where a set has one byte are equal sets the same byte.
    const mayDiffer = setOf(value).size > 1 && [...memory.pairs].some(isTouched);
    if (this.byteAt(memory, index) === value && !mayDiffer) return memory;
    const stores = elementAt(this.stores, memory.id);
    const key = index * MOST_VALUES + value.id;
    let after = stores.get(key);
    if (after === undefined) {
      const bytes = new Map(memory.bytes).set(index, value);
      if (value === this.values.any) bytes.delete(index);
      const pairs = [...memory.pairs];
      const left = pairs.some(isTouched) ? this.pairsOf(pairs.filter((pair) => !isTouched(pair))) : memory.pairs;
      stores.set(key, (after = this.intern(bytes, left)));
    }
    return after;
  }

  /** Memory with less known to be possible in a byte, which keeps what it holds. */
  narrowed(memory: Memory, index: number, value: Value): Memory {
    return this.byteAt(memory, index) === value ? memory : this.stored(memory, index, value);
  }

  /** A memory for each page that the page byte of a pair can hold. */
  divided(memory: Memory, page: number): readonly Memory[] {
    const { low = page, lows = new Map<number, Bytes>() } = memory.pairs.get(page) ?? {};
    const pairs = new Map([...memory.pairs].filter(([each]) => each !== page));
    return [...lows].map(([each, values]) => {
      const held = each === OLD_PAGE ? this.values.of([], true) : this.values.one(each);
      return this.of(new Map(memory.bytes).set(page, held).set(low, values), pairs);
    });
  }

  /** What the low byte of two can hold, for each page that the other one can. */
  lowsByPage(memory: Memory, page: number, low: number): ReadonlyMap<number, Bytes> {
    const pair = memory.pairs.get(page);
    if (pair?.low === low) return pair.lows;
    const pages = setOf(this.byteAt(memory, page));
    const lows = setOf(this.byteAt(memory, low));
    return new Map([...pages.list, ...(pages.isOld ? [OLD_PAGE] : [])].map((each) => [each, lows] as const));
  }
}
