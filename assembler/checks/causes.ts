/**
 * Lost delay slots and what the proof finds because of them. A branch whose slot is missing takes the next word along, so
 * that every way through it runs differently from what its author wrote. The slot is told as an error, and what follows
 * from it as related places.
 */
import type { HandlerResult, TimingResult } from '#proof';
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
  get areErrors(): boolean {
    return this.lost.some((lint) => this.isError(lint));
  }

  /** Whether a lint only says once more that a slot is lost: the word that is now in it is a branch. */
  follows({ name, address }: LintFinding): boolean {
    return name === 'branch-in-slot' && this.lost.some((lint) => lint.address === address - 1 && this.isError(lint));
  }
}
