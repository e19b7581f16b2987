/**
 * Whether some run comes to a state, while a handler is followed strictly.
 *
 * At a test of a value that is not followed, perhaps no run goes one of the ways. All are followed, and each is in
 * doubt. Where they come together again, the doubt is over: whichever way a run has gone, it comes there.
 */

/** One execution of a test of a value that is not followed. */
export interface LostTest {
  readonly address: number;
  /** How many ways there are. */
  readonly ways: number;
}

/** For each such test on a path, the ways that the path may have gone, as bits. */
type Gone = ReadonlyMap<LostTest, bigint>;

/** Some run comes to a state if one goes the ways of one of these paths; undefined if one comes there in any case. */
export type Doubts = readonly Gone[] | undefined;

/** The most paths that a state keeps apart. */
const MOST_PATHS = 8;
/** The most tests in doubt on a path. */
const MOST_TESTS = 6;

/**
 * The doubts after a test. Paths with so many doubts that these will hardly ever be over are left out.
 * @param way the number of the way that is gone
 */
export function withWay(doubts: Doubts, test: LostTest, way: number): readonly Gone[] {
  const paths = (doubts ?? [new Map()]).filter(({ size }) => size < MOST_TESTS);
  return paths.map((gone) => new Map(gone).set(test, 1n << BigInt(way)));
}

/** The doubts of a state to which two paths come. */
export function either(a: Doubts, b: Doubts): Doubts {
  if (a === undefined || b === undefined) return undefined;
  if (a === b) return a;
  const all = b.reduce(withPath, a);
  return all.some(({ size }) => size === 0) ? undefined : all.slice(0, MOST_PATHS);
}

/** The addresses of the tests in doubt. */
export function testsOf(doubts: Doubts): readonly number[] {
  return (doubts ?? []).flatMap((gone) => [...gone.keys()].map(({ address }) => address));
}

function withPath(paths: readonly Gone[], path: Gone): readonly Gone[] {
  for (const [index, other] of paths.entries()) {
    const both = joined(other, path);
    if (both !== undefined) return withPath(paths.toSpliced(index, 1), both);
  }
  return [...paths, path];
}

/** Two paths as one, if one covers the other or they differ only in the ways of one test; otherwise undefined. */
function joined(a: Gone, b: Gone): Gone | undefined {
  if (isWithin(b, a)) return a;
  if (isWithin(a, b)) return b;
  if (a.size !== b.size) return undefined;
  let test: LostTest | undefined;
  for (const [each, ways] of a) {
    if (b.get(each) === ways) continue;
    if (test !== undefined || !b.has(each)) return undefined;
    test = each;
  }
  if (test === undefined) return a;
  const ways = (a.get(test) ?? 0n) | (b.get(test) ?? 0n);
  const both = new Map(a).set(test, ways);
  if (ways === (1n << BigInt(test.ways)) - 1n) both.delete(test);
  return both;
}

/** Whether each run that goes the ways of a path also goes those of another. */
function isWithin(path: Gone, other: Gone): boolean {
  if (other.size > path.size) return false;
  for (const [test, ways] of other) if (((path.get(test) ?? -1n) & ~ways) !== 0n) return false;
  return true;
}
