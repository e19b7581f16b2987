/** Audio samples on their way out. */
import { describe, expect, it } from 'vitest';
import { SampleBuffer, SAMPLES_KEPT } from './out-port.ts';

describe('audio samples', () => {
  it('are the upper four bits, oldest first, and are taken once', () => {
    const buffer = new SampleBuffer();
    for (const xout of [0x1f, 0xa0, 0xff]) buffer.add(xout);
    expect([...buffer.take()]).toEqual([1, 10, 15]);
    expect([...buffer.take()]).toEqual([]);
  });

  it('lose the oldest beyond a second', () => {
    const buffer = new SampleBuffer();
    for (let i = 0; i < SAMPLES_KEPT + 5; i++) buffer.add((i % 16) << 4);
    const samples = buffer.take();
    expect(samples).toHaveLength(SAMPLES_KEPT);
    expect(samples[0]).toBe(5);
    expect(samples.at(-1)).toBe((SAMPLES_KEPT + 4) % 16);
  });
});
