/**
 * Findings of the proof that have one cause.
 *
 * A branch whose delay slot is missing takes the next word along, so that every way through it runs differently from
 * what its author wrote. The slot is reported as an error, and what follows from it as related places. A word too many
 * after a label makes every way that leads there wrong. Ways that miss by the same number of cycles and end alike are
 * one finding, where they come together.
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

  /** The lost slot on the way that a result shows, if there is one. */
  of({ path, place }: Pick<TimingResult | HandlerResult, 'path' | 'place'>): LintFinding | undefined {
    if (this.lost.length === 0) return undefined;
    const passed = new Set(path.map(({ address }) => address));
    return this.lost.find(({ address }) => passed.has(address) || place === address + 1);
  }

  /** Hangs a finding under its cause. */
  add(cause: LintFinding, related: readonly Related[]): void {
    this.consequences.set(cause, [...this.under(cause), ...related]);
  }

  /** What follows from a lint, in the order in which it was found. */
  under(lint: LintFinding): readonly Related[] {
    return this.consequences.get(lint) ?? [];
  }

  /** Whether something follows from a lost slot: it is a slip, and not a trick that the proof confirms. */
  isError(lint: LintFinding): boolean {
    return this.consequences.has(lint);
  }

  /** Whether some slip makes the program run differently from what its text says. */
  get hasErrors(): boolean {
    return this.lost.some((lint) => this.isError(lint));
  }

  /** Whether a lint only repeats that a slot is lost: the word that is now in it is a branch. */
  follows({ name, address }: LintFinding): boolean {
    return name === 'branch-in-slot' && this.lost.some((lint) => lint.address === address - 1 && this.isError(lint));
  }
}

/** From this number on, checks are reported together. */
const FEWEST = 3;

/** Wrong checks whose paths come together, and where: at the first word that all of them share. */
export interface SharedEnd {
  readonly results: readonly TimingResult[];
  readonly address: number;
}

/** Groups of wrong checks with one end, in the order of their first ones. */
export function sharedEnds(results: readonly TimingResult[]): readonly SharedEnd[] {
  const groups = new Map<string, TimingResult[]>();
  for (const result of results.filter(isMissed)) {
    const key = [result.difference, ...result.path.slice(-2).map(({ address }) => address)].join();
    addTo(groups, key, result);
  }
  return [...groups.values()].flatMap((group) => {
    const address = firstShared(group);
    return group.length < FEWEST || address === undefined ? [] : [{ results: group, address }];
  });
}

/** Whether a path takes another number of cycles than was charged, and has a word before the check at its end. */
function isMissed({ verdict, reason, kind, path }: TimingResult): boolean {
  return !isTimedBlock(kind) && verdict === 'wrong' && reason === 'timing-wrong' && path.length > 2;
}

/** The first of the words with which all paths end; it must not be one that a path begins with. */
function firstShared(results: readonly TimingResult[]): number | undefined {
  const [first, ...others] = results.map(({ path }) => path.map(({ address }) => address).reverse());
  const isShared = (address: number, index: number): boolean => others.every((path) => path[index] === address);
  const end = first?.findIndex((address, index) => !isShared(address, index)) ?? -1;
  return end < 2 ? undefined : first?.[end - 1];
}
