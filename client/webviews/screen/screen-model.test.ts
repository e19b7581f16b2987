import { describe, expect, it } from 'vitest';
import { fillPixels, HEIGHT, Keys, screenTexts, WIDTH } from './screen-model.ts';

describe('fillPixels', () => {
  it('spreads each two-bit level over a colour byte', () => {
    const bytes = Buffer.alloc(WIDTH * HEIGHT);
    bytes[0] = 0b110110;
    bytes[1] = 0b111111;
    const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT);
    fillPixels(bytes.toString('base64'), rgba);
    expect([...rgba.slice(0, 12)]).toEqual([170, 85, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255]);
  });

  it('fills a short message with black', () => {
    const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(7);
    fillPixels(Buffer.from([63]).toString('base64'), rgba);
    expect([...rgba.slice(0, 8)]).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
    expect([...rgba.slice(-4)]).toEqual([0, 0, 0, 255]);
  });
});

describe('screenTexts', () => {
  it('shows LEDs leftmost first and counts faults', () => {
    const message = {
      cycle: 5,
      running: true,
      speed: 2,
      pixels: '',
      leds: 0b0101,
      frames: 1,
      badLines: 2,
      badFrames: 0,
    };
    expect(screenTexts(message)).toEqual({
      leds: [true, false, true, false],
      counters: '1 frame · 2 bad lines · 0 bad frames · cycle 5',
      faulty: true,
    });
    expect(screenTexts({ ...message, badLines: 0 }).faulty).toBe(false);
  });
});

describe('Keys', () => {
  it('holds buttons while their keys are down, in either case', () => {
    const keys = new Keys();
    expect(keys.press('ArrowLeft')).toEqual({ pad: ['left'] });
    expect(keys.press('A')).toEqual({ pad: ['left', 'a'] });
    expect(keys.press('a')).toBeUndefined();
    expect(keys.release('ArrowLeft')).toEqual({ pad: ['a'] });
    expect(keys.release('ArrowLeft')).toBeUndefined();
    expect(keys.releaseAll()).toEqual({ pad: [] });
    expect(keys.releaseAll()).toBeUndefined();
    expect(keys.press('x')).toBeUndefined();
    expect(keys.takes('Tab')).toBe(false);
  });

  it('types characters in typed mode, with the arrows still on the pad', () => {
    const keys = new Keys();
    keys.mode = 'typed';
    expect(keys.press('a')).toEqual({ key: 'a' });
    expect(keys.press('Enter')).toEqual({ key: 'Enter' });
    expect(keys.press('ArrowUp')).toEqual({ pad: ['up'] });
    expect(keys.press('PageUp')).toEqual({ pad: ['up', 'start'] });
    expect(keys.press('Shift')).toBeUndefined();
    expect(keys.press('ä')).toBeUndefined();
    expect(keys.takes('Tab')).toBe(false);
  });
});
