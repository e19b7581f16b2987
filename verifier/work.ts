/** What a verification costs: it is counted, so that no certificate can make one take hours. */
import type { Certificate } from './certificate.ts';

export class Work {
  private done = 0;

  /** @param most with more than this, a certificate is refused; a state takes some microseconds, and counts as 1 or more */
  constructor(readonly most: number) {}

  get isTooMuch(): boolean {
    return this.done > this.most;
  }

  add(amount: number): void {
    this.done += amount;
  }
}

/** How much work a state is: a store may look at all tracked bytes and pairs, an entry into a loop at all entered. */
export function workOf({ bytes }: Certificate, pairs = 0, loops = 0): number {
  return 1 + ((bytes.length + pairs) >> 4) + (loops >> 2);
}
