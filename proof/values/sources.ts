/**
 * Bytes that are not known, and what is computed from them.
 *
 * A source is any byte. What a path computes from one source is a function of it. What it computes from two is a source
 * of its own, and it is known how the two make it: so two comparisons of the same bytes do not contradict each other.
 */
import { hexWord } from '#isa';

/** A byte that is not known. */
export interface Source {
  readonly name: string;
  readonly number: number;
  /** How two others make it, if they do. */
  readonly made?: Made;
}

class Made {
  private table: Uint8Array | undefined;

  constructor(
    readonly pair: Pair,
    private readonly compute: () => Uint8Array,
  ) {}

  /** What it is, by 256 times the value of the first of the two, and that of the second one; most are never asked. */
  get values(): Uint8Array {
    return (this.table ??= this.compute());
  }
}

/** Two sources, and all that they make. */
interface Pair {
  readonly roots: readonly [Source, Source];
  readonly parts: (Source & { readonly made: Made })[];
}

/** A byte as a function of its source's value. */
export interface Byte {
  readonly source: Source;
  /** What it is, by the source's value. */
  readonly of: Uint8Array;
}

export const ALL_VALUES: readonly number[] = Array.from({ length: 256 }, (_, value) => value);
export const ITSELF = Uint8Array.from(ALL_VALUES);
/** The source of constants, of which only the value 0 counts. */
export const NONE: Source = { name: '', number: 0 };

/** Sources made of two others, 64 KiB each. What is made after that is any byte. */
const MOST_MADE = 200;

/** Sources of one search: what is computed twice from the same sources is the same. */
export class Sources {
  private readonly computed = new Map<string, Source>();
  private readonly pairs = new Map<string, Pair>();
  private made = 0;
  private count = 1;

  add(name: string): Source {
    return { name, number: this.count++ };
  }

  /** What an operation makes of two bytes. */
  compute(operate: (a: number, b: number) => number, a: Byte, b: Byte, address: number): Source {
    const key = [operate, a.source.number, a.of, b.source.number, b.of].join(' ');
    let source = this.computed.get(key);
    if (source === undefined) this.computed.set(key, (source = this.make(operate, a, b, address)));
    return source;
  }

  private make(operate: (a: number, b: number) => number, a: Byte, b: Byte, address: number): Source {
    const source = this.add(`the result at ${hexWord(address)}`);
    const pair = this.made < MOST_MADE ? this.pairOf(a.source, b.source) : undefined;
    if (pair === undefined) return source;
    const result = { ...source, made: new Made(pair, () => tableOf(operate, pair.roots[0], a, b)) };
    pair.parts.push(result);
    this.made++;
    return result;
  }

  /** The two sources of which two others are made, or which they are. */
  private pairOf(a: Source, b: Source): Pair | undefined {
    const roots = new Set([a, b].flatMap((source) => source.made?.pair.roots ?? [source]));
    const [first, second] = [...roots].sort((one, other) => one.number - other.number);
    if (first === undefined || second === undefined || roots.size > 2) return undefined;
    const key = `${first.number} ${second.number}`;
    const pair = this.pairs.get(key) ?? { roots: [first, second], parts: [] };
    this.pairs.set(key, pair);
    return pair;
  }

  /**
   * Sources with which one cannot have any of its values, if they have theirs: two that make it, or that it makes others
   * with, and all that these make. Undefined if it can.
   */
  opposed(source: Source, valuesOf: (source: Source) => readonly number[]): readonly Source[] | undefined {
    const pairs = source.made
      ? [source.made.pair]
      : [...this.pairs.values()].filter(({ roots }) => roots.includes(source));
    const wrong = pairs.find((pair) => !canBe(pair, valuesOf));
    return wrong && [...wrong.roots, ...wrong.parts].filter((each) => each !== source);
  }
}

/** What an operation makes of two bytes, by 256 times the value of one of the two roots, and that of the other. */
function tableOf(operate: (a: number, b: number) => number, first: Source, a: Byte, b: Byte): Uint8Array {
  const valueOf = ({ source: { number, made }, of }: Byte, index: number): number => {
    const own = number === first.number ? index >> 8 : index & 0xff;
    return of[made?.values[index] ?? own] ?? 0;
  };
  return new Uint8Array(0x10000).map((_, index) => operate(valueOf(a, index), valueOf(b, index)));
}

/** Whether two sources can have values with which all that they make can have theirs. */
function canBe({ roots, parts }: Pair, valuesOf: (source: Source) => readonly number[]): boolean {
  const allowed = parts.flatMap((part) => {
    const values = valuesOf(part);
    return values.length === ALL_VALUES.length ? [] : [{ of: part.made.values, values: new Set(values) }];
  });
  const seconds = valuesOf(roots[1]);
  return valuesOf(roots[0]).some((high) =>
    seconds.some((low) => allowed.every(({ of, values }) => values.has(of[(high << 8) | low] ?? 0))),
  );
}
