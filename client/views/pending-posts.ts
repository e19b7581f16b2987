/**
 * Messages on their way to a view. VS Code leaves the promise of one open for ever where the view goes out of sight
 * meanwhile; who waits for it is told here that it is over.
 */
export class PendingPosts {
  private readonly pending = new Set<() => void>();

  /** Ends when the message has arrived, cannot arrive, or is given up. */
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

  /** Waits for none of them any longer. */
  giveUp(): void {
    this.pending.forEach((end) => end());
  }
}
