/**
 * Asks for the same thing again and again, at a rate, but never faster than answers are used.
 *
 * A picture is large, and its way to a view is long. Sent unasked, pictures would pile up in front of a busy window
 * and freeze it; requested one by one, they only come less often. A fifth of the time always stays free for
 * everything else.
 */
export class Pull {
  private wanted = false;
  private running = false;

  /**
   * @param ask asks once; its promise resolves when the answer has been used, and does not reject
   * @param rate how often per second, at most
   */
  constructor(
    private readonly ask: () => Promise<void>,
    private readonly rate: () => number,
  ) {}

  /** Starts or stops asking. */
  want(wanted: boolean): void {
    this.wanted = wanted;
    if (wanted && !this.running) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.wanted) {
      const began = performance.now();
      await this.ask();
      const taken = performance.now() - began;
      const pause = Math.max(1000 / this.rate() - taken, taken / 4);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.running = false;
  }
}
