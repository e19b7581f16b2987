/** ROM images, samples: what goes in and out as bytes. */
import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import { loadRom } from './state/rom-image.ts';
import { SampleBuffer, SAMPLES_KEPT } from './devices/sample-buffer.ts';

describe('ROM images', () => {
  it.each([
    [0, 'is empty'],
    [3, 'has 3 bytes'],
    [131_074, 'has 131074 bytes'],
  ])('of %i bytes are refused', (length, message) => {
    expect(loadRom(new Uint8Array(length))).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('may be short; opcode first', () => {
    const loaded = loadRom(Uint8Array.of(0x5d, 0x00, 0xfc, 0x12));
    if (isFailure(loaded)) throw new Error(loaded.message);
    expect([...loaded.rom.subarray(0, 3)]).toEqual([0x5d00, 0xfc12, 0]);
    expect(loaded.rom).toHaveLength(65_536);
  });
});

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
