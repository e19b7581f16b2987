/**
 * Messages on their way to a view. VS Code never settles the promise of a message if the view goes out of sight
 * meanwhile; here it is settled for whoever waits.
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
