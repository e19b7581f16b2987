/**
 * Collects what does not fit together, one sentence per sort of fault.
 *
 * RAM before the program has built its tables is all faults; a hundred sentences would say less than
 * one with a count and the first example.
 */
export class ProblemList {
  private readonly ownSentences: string[] = [];
  private readonly counted = new Map<string, { count: number; first: string }>();

  /** A fault that occurs once. */
  add(sentence: string): void {
    this.ownSentences.push(sentence);
  }

  /** One case of a fault; cases of the same `fault` become one sentence with their number and the first example. */
  count(fault: string, example: string): void {
    const known = this.counted.get(fault);
    if (known) known.count++;
    else this.counted.set(fault, { count: 1, first: example });
  }

  sentences(): string[] {
    const counted = [...this.counted].map(([fault, { count, first }]) =>
      count === 1 ? `${fault}: ${first}.` : `${fault}: ${first}, and ${String(count - 1)} more.`,
    );
    return [...this.ownSentences, ...counted];
  }
}
