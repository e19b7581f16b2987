/**
 * Numbers for things that the client refers to later; a number stays good until `clear`, and is never used for another
 * thing. The library's `Handles` start again from the first number, so that a late question would be answered about
 * something else.
 */
export class Handles<T> {
  private readonly items = new Map<number, T>();
  private next = 1000;

  /** A new number for `item`. */
  create(item: T): number {
    this.items.set(this.next, item);
    return this.next++;
  }

  get(handle: number): T | undefined {
    return this.items.get(handle);
  }

  clear(): void {
    this.items.clear();
  }
}
