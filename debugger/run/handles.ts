/**
 * Numbers for things that the client refers to later; a number is valid until `clear`, and is never reused. The
 * library's `Handles` start again from the first number, so a late request would get an answer about something else.
 */
export class Handles<T> {
  private readonly items = new Map<number, T>();
  private next = 1000;

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
