/**
 * Collects contradictions, one sentence for each kind of fault.
 *
 * Before the program has built its tables, RAM is full of faults. One sentence with a count and the first example then
 * says more than a hundred.
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
