/**
 * Messages on their way to a view. If the view is hidden in the meantime, VS Code never settles the promise of a
 * message; here, it is settled for the code that waits.
 */
export class PendingPosts {
  private readonly pending = new Set<() => void>();

  /** Resolves when the message has arrived, cannot arrive, or is given up. */
  arrival(post: PromiseLike<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.pending.delete(end);
        resolve();
      };
      this.pending.add(end);
      post.then(end, end);
    });
  }

  /** Stops waiting for all of them. */
  giveUp(): void {
    this.pending.forEach((end) => end());
  }
}
