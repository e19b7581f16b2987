/**
 * Polls at a rate, but never faster than answers are used.
 *
 * A picture is large, and its way to a view is long. Sent unasked, pictures would pile up in front of a busy window
 * and freeze it; requested one by one, they only come less often. A fifth of the time always stays free for
 * everything else.
 */
export class Pull {
  private wanted = false;
  private outdated = false;
  private running = false;
  private wake = (): void => undefined;

  /**
   * @param ask asks once; its promise resolves when the answer has been used, and does not reject
   * @param rate how often per second, at most; asked each time if it may change
   */
  constructor(
    private readonly ask: () => Promise<void>,
    private readonly rate: number | (() => number),
  ) {}

  /** Starts or stops the repeated requests. */
  want(wanted: boolean): void {
    this.wanted = wanted;
    this.run();
  }

  /** Asks at once, or as soon as the answer that is on its way has been used. */
  refresh(): void {
    this.outdated = true;
    this.wake();
    this.run();
  }

  private run(): void {
    if (!this.running) void this.askAgain();
  }

  private async askAgain(): Promise<void> {
    this.running = true;
    while (this.wanted || this.outdated) {
      this.outdated = false;
      const began = performance.now();
      await this.ask();
      const taken = performance.now() - began;
      const rate = typeof this.rate === 'number' ? this.rate : this.rate();
      if (this.wanted && !this.outdated) await this.pause(Math.max(1000 / rate - taken, taken / 4));
    }
    this.running = false;
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

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

  giveUp(): void {
    this.pending.forEach((end) => end());
  }
}
