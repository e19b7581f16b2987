/**
 * From the machine's samples to what Web Audio plays: samples, the hardware's filters, and when each piece starts.
 *
 * The machine's audio output passes a high-pass of 160 Hz and a low-pass of 700 Hz, of first order each. The
 * high-pass also takes away the DC that a DAC of 0..15 has. Nothing here touches Web Audio (controls.ts).
 */
/** Samples a second: one a scan line. */
export const SOUND_RATE = 31_250;
const HIGH_PASS_HZ = 160;
const LOW_PASS_HZ = 700;
/** The highest value of the DAC. */
const FULL = 15;

/** Filters a stream of samples that comes in pieces. */
export class SoundFilter {
  private input = 0;
  private high = 0;
  private low = 0;

  /** Samples, a byte each, after the filters; between -1 and 1. */
  process(bytes: Uint8Array): Float32Array<ArrayBuffer> {
    const filtered = new Float32Array(bytes.length);
    for (const [i, byte] of bytes.entries()) {
      const input = (byte & FULL) / FULL;
      this.high = HIGH_KEPT * (this.high + input - this.input);
      this.input = input;
      this.low += LOW_TAKEN * (this.high - this.low);
      filtered[i] = this.low;
    }
    return filtered;
  }
}

/** Time constants of the filters, as factors for each sample. */
const HIGH_KEPT = 1 / (1 + (2 * Math.PI * HIGH_PASS_HZ) / SOUND_RATE);
const LOW_TAKEN = 1 - Math.exp((-2 * Math.PI * LOW_PASS_HZ) / SOUND_RATE);

/** Delay of a piece after a gap, so that the next one arrives in time; seconds. */
export const LEAD = 0.1;
/** Sound that waits longer than this has fallen behind the picture; seconds. */
export const MOST_WAITING = 0.3;

/** Joins pieces of sound without gaps. */
export class SoundQueue {
  private end = 0;

  /** When a piece that arrives at `now` starts, in seconds; undefined if it arrives too late to be played. */
  start(now: number, duration: number): number | undefined {
    const start = this.end < now ? now + LEAD : this.end;
    if (start - now > MOST_WAITING) return undefined;
    this.end = start + duration;
    return start;
  }
}
