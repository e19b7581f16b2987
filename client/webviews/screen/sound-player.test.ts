import { describe, expect, it } from 'vitest';
import { SOUND_RATE, SoundFilter, soundQueue } from './sound-player.ts';

/** Peak in the second half of a second of a square wave, after the filters. */
function peak(hertz: number): number {
  const bytes = Buffer.from(
    Array.from({ length: SOUND_RATE }, (_, i) => (Math.floor((2 * hertz * i) / SOUND_RATE) % 2) * 15),
  );
  const filtered = new SoundFilter().process(bytes);
  return Math.max(...filtered.slice(SOUND_RATE / 2).map(Math.abs));
}

describe('the filter', () => {
  it('passes middle frequencies, and less of those below and above', () => {
    expect(peak(300)).toBeGreaterThan(0.45);
    expect(peak(5000)).toBeLessThan(0.15);
    expect(peak(300)).toBeLessThan(1);
  });

  it('removes DC', () => {
    const level = new SoundFilter().process(Buffer.alloc(SOUND_RATE / 5, 15));
    expect(Math.max(...level)).toBeGreaterThan(0.5);
    expect(Math.abs(level.at(-1)!)).toBeLessThan(1e-6);
  });

  it('goes on where the last piece ended', () => {
    const bytes = Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7) % 16));
    const whole = new SoundFilter().process(bytes);
    const pieces = new SoundFilter();
    const parts = [bytes.subarray(0, 250), bytes.subarray(250)].map((part) => pieces.process(part));
    expect([...parts[0]!, ...parts[1]!]).toEqual([...whole]);
  });
});

describe('the queue', () => {
  it('leaves no gap between pieces that come in time', () => {
    const start = soundQueue();
    const first = start(1, 0.04)!;
    expect(first).toBeGreaterThan(1);
    expect(start(1.04, 0.04)).toBeCloseTo(first + 0.04);
    expect(start(1.08, 0.04)).toBeCloseTo(first + 0.08);
  });

  it('begins again after a gap', () => {
    const start = soundQueue();
    start(1, 0.04);
    expect(start(5, 0.04)).toBeGreaterThan(5);
  });

  it('drops what would be heard too late, and plays on afterwards', () => {
    const start = soundQueue();
    start(1, 1);
    expect(start(1.1, 0.04)).toBeUndefined();
    expect(start(1.9, 0.04)).toBeCloseTo(2.1);
  });
});
