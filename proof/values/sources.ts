/**
 * Bytes that are not known, and what is computed from them.
 *
 * A source is any byte. What a path computes from one source is a function of it. What it computes from two is a source
 * of its own, which remembers how the two make it: comparisons of the same two bytes can then exclude each other.
 */
import { hexWord } from '#isa';

/** A byte that is not known. */
export interface Source {
  readonly name: string;
  readonly number: number;
  /** The byte of page 0 of which it is what that holds where a path begins. */
  readonly byte?: number;
  /** Whether it comes from outside at this moment, so that it can be any byte whatever others are. */
  readonly isFree?: boolean;
  /** The constant that a word has stored, and that it therefore is. */
  readonly stored?: { readonly values: readonly [number]; readonly address: number };
  /** How it is computed from two others, if it is. */
  readonly made?: Made;
  /** The sources on which it depends, if it does. */
  readonly uses?: readonly Source[];
}

class Made {
  /** Results so far, by 256 times the value of the first of the two plus that of the second; otherwise -1. */
  private known: Int16Array | undefined;

  constructor(
    readonly pair: Pair,
    private readonly compute: (first: number, second: number) => number,
  ) {}

  /** Its value for values of the two. */
  valueOf(first: number, second: number): number {
    this.known ??= new Int16Array(0x10000).fill(-1);
    const index = (first << 8) | second;
    const known = this.known[index] ?? -1;
    return known >= 0 ? known : (this.known[index] = this.compute(first, second) & 0xff);
  }
}

/** Two sources, and all that is computed from them. */
interface Pair {
  readonly roots: readonly [Source, Source];
  readonly parts: (Source & { readonly made: Made })[];
  /** Values that were possible when they were last sought: they often still are. */
  found: readonly [number, number];
}

/** A byte as a function of its source's value. */
export interface Byte {
  readonly source: Source;
  /** Its value, by the source's. */
  readonly of: Uint8Array;
}

export const ALL_VALUES: readonly number[] = Array.from({ length: 256 }, (_, value) => value);
export const ITSELF = Uint8Array.from(ALL_VALUES);
/** The source of constants, of which only the value 0 counts. */
export const NONE: Source = { name: '', number: 0 };

/** The most sources that are made of two others, with 128 KiB each. What is computed after that is any byte. */
const MOST_MADE = 200;

/** The sources on which one depends in the end; itself, if on no other one. */
export function rootsOf(source: Source): readonly Source[] {
  const all = new Set([source]);
  for (const each of all) for (const other of each.uses ?? []) all.add(other);
  return [...all].filter(({ uses }) => uses === undefined);
}

type ValuesOf = (source: Source) => readonly number[];

/** Sources of one search: what is computed twice from the same sources is the same. */
export class Sources {
  private readonly initial = new Map<string, Source>();
  private readonly computed = new Map<string, Source>();
  private readonly pairs = new Map<string, Pair>();
  /** Answers of {@link canBe} by the pair and what is known of its sources. */
  private readonly decided = new Map<string, boolean>();
  private made = 0;
  private count = 1;

  add(name: string, isFree = false): Source {
    return { name, number: this.count++, isFree };
  }

  /**
   * What a byte or register holds where a path begins: the same source for all paths, though its values may differ.
   * @param key tells it from others
   */
  atStart(name: string, what: Pick<Source, 'byte' | 'isFree' | 'uses'>, key = name): Source {
    let source = this.initial.get(key);
    if (source === undefined) this.initial.set(key, (source = { ...this.add(name), ...what }));
    return source;
  }

  /** What an operation makes of two bytes. */
  compute(operate: (a: number, b: number) => number, a: Byte, b: Byte, address: number): Source {
    const key = [operate, a.source.number, a.of, b.source.number, b.of].join(' ');
    let source = this.computed.get(key);
    if (source === undefined) this.computed.set(key, (source = this.make(operate, a, b, address)));
    return source;
  }

  private make(operate: (a: number, b: number) => number, a: Byte, b: Byte, address: number): Source {
    const source = { ...this.add(`the result at ${hexWord(address)}`), uses: [a.source, b.source] };
    const pair = this.made < MOST_MADE ? this.pairOf(a.source, b.source) : undefined;
    if (pair === undefined) return source;
    const [valueOfA, valueOfB] = [valueIn(pair, a), valueIn(pair, b)];
    const made = new Made(pair, (first, second) => operate(valueOfA(first, second), valueOfB(first, second)));
    const result = { ...source, made };
    pair.parts.push(result);
    this.made++;
    return result;
  }

  /** The pair that two sources are, or are made of; undefined if they come from more than two, or from one. */
  private pairOf(a: Source, b: Source): Pair | undefined {
    const roots = new Set([a, b].flatMap((source) => source.made?.pair.roots ?? [source]));
    const [first, second] = [...roots].sort((one, other) => one.number - other.number);
    if (first === undefined || second === undefined || roots.size > 2) return undefined;
    const key = `${first.number} ${second.number}`;
    const pair = this.pairs.get(key) ?? { roots: [first, second], parts: [], found: [0, 0] };
    this.pairs.set(key, pair);
    return pair;
  }

  /**
   * The sources whose known values exclude all that a source can still be: a pair that it is made of, or belongs to,
   * and what is made of that pair. Undefined if there is no such pair.
   */
  opposed(source: Source, valuesOf: ValuesOf): readonly Source[] | undefined {
    const pairs = source.made
      ? [source.made.pair]
      : [...this.pairs.values()].filter(({ roots }) => roots.includes(source));
    const wrong = pairs.find((pair) => !this.canBe(pair, valuesOf));
    return wrong && [...wrong.roots, ...wrong.parts].filter((each) => each !== source);
  }

  /** Values where a path begins with which it is the way of a run, one for each source; found pair by pair. */
  choose(valuesOf: ValuesOf): ReadonlyMap<Source, number> {
    const chosen = new Map<Source, number>();
    const left: ValuesOf = (source) => {
      const value = chosen.get(source);
      return value === undefined ? valuesOf(source) : [value];
    };
    for (const pair of this.pairs.values()) {
      const found = valuesWith(pair, left);
      for (const [index, root] of pair.roots.entries()) if (found !== undefined) chosen.set(root, found[index] ?? 0);
    }
    for (const source of this.initial.values()) {
      const [first, ...others] = left(source);
      if (first !== undefined && others.length < ALL_VALUES.length - 1) chosen.set(source, first);
    }
    return chosen;
  }

  private canBe(pair: Pair, valuesOf: ValuesOf): boolean {
    const { roots, parts, found } = pair;
    const isStill = roots.every((root, index) => valuesOf(root).includes(found[index] ?? 0));
    if (isStill && parts.every((part) => valuesOf(part).includes(part.made.valueOf(...found)))) return true;
    const shown = [...roots, ...parts].filter((each) => valuesOf(each).length < ALL_VALUES.length);
    const numbers = roots.map(({ number }) => number);
    const key = [...numbers, ...shown.map((each) => `${each.number}:${valuesOf(each).join()}`)].join(' ');
    const known = this.decided.get(key);
    if (known !== undefined) return known;
    const values = valuesWith(pair, valuesOf);
    pair.found = values ?? found;
    this.decided.set(key, values !== undefined);
    return values !== undefined;
  }
}

/** The value of a byte for values of the two sources of a pair, one of which is its own, or of which its own is made. */
function valueIn({ roots }: Pair, { source, of }: Byte): (first: number, second: number) => number {
  const { made } = source;
  if (made !== undefined) return (first, second) => of[made.valueOf(first, second)] ?? 0;
  return source === roots[0] ? (first) => of[first] ?? 0 : (_, second) => of[second] ?? 0;
}

/** Values of two sources with which all that is made of them has one of its possible values, if there are any. */
function valuesWith({ roots, parts }: Pair, valuesOf: ValuesOf): readonly [number, number] | undefined {
  const limits = parts.flatMap((part) => {
    const values = valuesOf(part);
    if (values.length === ALL_VALUES.length) return [];
    const allowed = new Uint8Array(ALL_VALUES.length);
    for (const value of values) allowed[value] = 1;
    return [{ made: part.made, allowed }];
  });
  // The limit that excluded the last values comes first, since it often excludes the next ones, too.
  const agree = (high: number, low: number): boolean => {
    const wrong = limits.findIndex(({ made, allowed }) => allowed[made.valueOf(high, low)] !== 1);
    if (wrong > 0) limits.unshift(...limits.splice(wrong, 1));
    return wrong < 0;
  };
  const seconds = valuesOf(roots[1]);
  for (const high of valuesOf(roots[0])) for (const low of seconds) if (agree(high, low)) return [high, low];
  return undefined;
}
