import { describe, expect, it } from 'vitest';
import {
  averageRows,
  fillPixels,
  HEIGHT,
  Keys,
  screenTexts,
  wholeWidth,
  WIDTH,
  parseSpeed,
  speedOptions,
} from './screen-model.ts';

describe('fillPixels', () => {
  it('spreads each two-bit level over a colour byte', () => {
    const bytes = Buffer.alloc(WIDTH * HEIGHT);
    bytes[0] = 0b110110;
    bytes[1] = 0b111111;
    const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT);
    fillPixels(bytes, rgba);
    expect([...rgba.slice(0, 12)]).toEqual([170, 85, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255]);
  });

  it('fills a short message with black', () => {
    const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(7);
    fillPixels(Buffer.from([63]), rgba);
    expect([...rgba.slice(0, 8)]).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
    expect([...rgba.slice(-4)]).toEqual([0, 0, 0, 255]);
  });
});

it.each([
  [{ width: 1000, height: 700 }, 1, 800],
  [{ width: 344, height: 640 }, 1, 320],
  [{ width: 344, height: 640 }, 3, 320],
  [{ width: 360, height: 640 }, 2, 320],
  [{ width: 1000, height: 300 }, 1.5, (3 * 160) / 1.5],
  [{ width: 300, height: 700 }, 1, undefined],
])('wholeWidth fits a multiple of the pixels into %j, with %f pixels of the screen for one', (room, ratio, width) => {
  expect(wholeWidth(room, ratio)).toBe(width);
});

describe('averageRows', () => {
  /** The red of the first pixel in each row, of a picture in which only one line of four is lit. */
  function reds(height: number): number[] {
    const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT);
    for (let y = 0; y < HEIGHT; y += 4) rgba.fill(255, 4 * WIDTH * y, 4 * WIDTH * (y + 1));
    const shrunk = new Uint8ClampedArray(4 * WIDTH * height);
    averageRows(rgba, shrunk);
    return Array.from({ length: height }, (_, y) => shrunk[4 * WIDTH * y]!);
  }

  it.each([120, 60])('drops no row, and gives the light of lines that are too fine to see: %i rows', (height) => {
    expect(new Set(reds(height))).toEqual(new Set([128]));
  });

  it.each([100, 113, 225, 240, 360, 479])('keeps all light where rows are cut in two: %i rows', (height) => {
    const light = reds(height).reduce((sum, red) => sum + (red / 255) ** 2, 0);
    expect(light / height).toBeCloseTo(0.25, 2);
  });

  it('changes nothing where all rows have room', () => {
    expect(reds(HEIGHT).slice(0, 5)).toEqual([255, 0, 0, 0, 255]);
  });
});

it('screenTexts shows LEDs leftmost first and counts faults', () => {
  const counts = { cycle: 25_584_691, frames: 1, badLines: 2000, badFrames: 0 };
  const message = { running: true, speed: 2, pixels: '', leds: 0b0101, ...counts };
  expect(screenTexts(message)).toEqual({
    leds: [true, false, true, false],
    counters: '1 frame · 2,000 bad lines · 0 bad frames · cycle 25,584,691',
    faulty: true,
  });
  expect(screenTexts({ ...message, badLines: 0 }).faulty).toBe(false);
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

it('offers real time, multiples of it, and no limit', () => {
  const options = speedOptions('realtime');
  expect(options.map(({ text }) => text)).toEqual(['Real time', '× 2', '× 4', '× 8', '× 16', 'Unlimited']);
  expect(options.map(({ value }) => parseSpeed(value))).toEqual(['realtime', 2, 4, 8, 16, 'unlimited']);
});

it('offers the speed in force as well, in its place', () => {
  expect(speedOptions(0.25)[0]).toEqual({ value: '0.25', text: '× 0.25' });
  expect(speedOptions(3).map(({ value }) => value)).toEqual(['realtime', '2', '3', '4', '8', '16', 'unlimited']);
  expect(speedOptions(4)).toHaveLength(6);
});
