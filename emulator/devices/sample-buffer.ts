/**
 * Audio: XOUT as loaded once a line; at most the last second.
 *
 * Values are the audio DAC's, XOUT bits 7..4 (0..15), at the line rate of 31,250 a second when sync is exact.
 */

/** How many samples are kept until someone takes them: one second. */
export const SAMPLES_KEPT = 31_250;

export class SampleBuffer {
  private readonly ring = new Uint8Array(SAMPLES_KEPT);
  private count = 0;
  private next = 0;

  /** Appends what XOUT was loaded with; beyond {@link SAMPLES_KEPT} the oldest is lost. */
  add(xout: number): void {
    this.ring[this.next] = xout >> 4;
    this.next = this.next + 1 === SAMPLES_KEPT ? 0 : this.next + 1;
    if (this.count < SAMPLES_KEPT) this.count++;
  }

  /** Remembers how much there is, for {@link back}. */
  mark(): { count: number; next: number } {
    return { count: this.count, next: this.next };
  }

  /** Forgets the samples since a mark. They must be added again, since they may have overwritten the oldest. */
  back({ count, next }: { count: number; next: number }): void {
    this.count = count;
    this.next = next;
  }

  /** All samples since the last call, oldest first. */
  take(): Uint8Array {
    const samples = new Uint8Array(this.count);
    const start = (this.next - this.count + SAMPLES_KEPT) % SAMPLES_KEPT;
    for (let i = 0; i < samples.length; i++) samples[i] = this.ring[(start + i) % SAMPLES_KEPT]!;
    this.count = 0;
    return samples;
  }
}
