/**
 * Findings of the proof that share a cause.
 *
 * A branch whose delay slot is missing executes the next word instead, so that no path through it runs as its author
 * meant. The slot is reported as an error, and what follows from it as related places. An extra word after a label
 * makes every path through there wrong. Paths that are off by the same number of cycles and end alike are one finding,
 * where they join.
 */
import { addTo } from '#basics';
import { type HandlerResult, type TimingResult, isTimedBlock } from '#proof';
import type { Related } from '../contract/diagnostic.ts';
import type { LintFinding } from '../lints/index.ts';

export class Causes {
  private readonly lost: readonly LintFinding[];
  private readonly consequences = new Map<LintFinding, Related[]>();

  constructor(lints: readonly LintFinding[]) {
    this.lost = lints.filter(({ name }) => name === 'label-in-slot' || name === 'no-slot');
  }

  /** The lost slot on the path of a result, if there is one. */
  of({ path, place }: Pick<TimingResult | HandlerResult, 'path' | 'place'>): LintFinding | undefined {
    if (this.lost.length === 0) return undefined;
    const passed = new Set(path.map(({ address }) => address));
    return this.lost.find(({ address }) => passed.has(address) || place === address + 1);
  }

  /** Files a finding under its cause. */
  add(cause: LintFinding, related: readonly Related[]): void {
    this.consequences.set(cause, [...this.under(cause), ...related]);
  }

  /** What follows from a lint, in the order in which it was found. */
  under(lint: LintFinding): readonly Related[] {
    return this.consequences.get(lint) ?? [];
  }

  /** Whether anything follows from a lost slot: then it is a slip, not a trick that the proof confirms. */
  isError(lint: LintFinding): boolean {
    return this.consequences.has(lint);
  }

  /** Whether any slip makes the program run differently from what its text says. */
  get hasErrors(): boolean {
    return this.lost.some((lint) => this.isError(lint));
  }

  /** Whether a lint only repeats that a slot is lost: the word that is now in it is a branch. */
  follows({ name, address }: LintFinding): boolean {
    return name === 'branch-in-slot' && this.lost.some((lint) => lint.address === address - 1 && this.isError(lint));
  }
}

/** The fewest wrong checks that are reported together. */
const FEWEST = 3;

/** Groups of wrong checks whose paths end alike, with the first word of that end, in order of their first members. */
export function sharedEnds(results: readonly TimingResult[]) {
  const groups = new Map<string, TimingResult[]>();
  for (const result of results) {
    const { kind, verdict, reason, path } = result;
    // A path of two words has nothing before the check at its end.
    const isMissed = verdict === 'wrong' && reason === 'timing-wrong' && path.length > 2 && !isTimedBlock(kind);
    if (!isMissed) continue;
    const key = [result.difference, ...result.path.slice(-2).map(({ address }) => address)].join();
    addTo(groups, key, result);
  }
  return [...groups.values()].flatMap((group) => {
    const address = firstShared(group);
    return group.length < FEWEST || address === undefined ? [] : [{ results: group, address }];
  });
}

/** Where the common end of all paths begins; undefined if it is a single word, or the whole of the first path. */
function firstShared(results: readonly TimingResult[]): number | undefined {
  const [first, ...others] = results.map(({ path }) => path.map(({ address }) => address).reverse());
  const isShared = (address: number, index: number): boolean => others.every((path) => path[index] === address);
  const end = first?.findIndex((address, index) => !isShared(address, index)) ?? -1;
  return end < 2 ? undefined : first?.[end - 1];
}
