/** What a verification costs: it is counted, so that no certificate can make one take hours. */

export class Work {
  private done = 0;

  /** @param most with more than this, a certificate is refused; a state takes some microseconds, and counts as 1 or more */
  constructor(public most: number) {}

  get isTooMuch(): boolean {
    return this.done > this.most;
  }

  add(amount: number): void {
    this.done += amount;
  }
}

/**
 * How much work it is to make a state: a store may look at all tracked bytes and pairs.
 * @param turns characters of what is known of loops
 */
export function workOf({ bytes }: { readonly bytes: readonly number[] }, pairs = 0, turns = 0): number {
  return 1 + ((bytes.length + pairs) >> 4) + (turns >> 6);
}
