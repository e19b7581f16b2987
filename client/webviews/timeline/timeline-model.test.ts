import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Happening, TimelineMessage } from '#debugger/protocol';
import {
  cycleAt,
  framePath,
  listed,
  markPath,
  neighbours,
  nowText,
  placeOf,
  SPANS,
  stretchOf,
  ticks,
  WIDTH,
} from './timeline-model.ts';
import { forAll } from '#test/draws.ts';

const mark = (cycle: number): Happening => ({ kind: 'stop', cycle, text: '' });

function run(now: number, latest: number, happenings: readonly Happening[] = []): TimelineMessage {
  return { oldest: 0, latest, now, running: false, frameCycles: 104_200, happenings };
}

describe('the strip', () => {
  it('shows the program, whatever part is chosen', () => {
    const cycles = fc.integer({ min: 0, max: 10_000_000_000 });
    forAll(100, [cycles, cycles, fc.constantFrom(...SPANS)], (one, other, span) => {
      const [now, latest] = [Math.min(one, other), Math.max(one, other)];
      const stretch = stretchOf(run(now, latest), span);
      expect(stretch.from).toBeGreaterThanOrEqual(0);
      expect(stretch.from).toBeLessThan(stretch.to);
      expect(now).toBeGreaterThanOrEqual(stretch.from);
      expect(now).toBeLessThanOrEqual(stretch.to);
      const back = cycleAt(placeOf(now, stretch) / WIDTH, stretch);
      expect(Math.abs(back - now)).toBeLessThanOrEqual((stretch.to - stretch.from) / WIDTH + 1);
      const marks = ticks(stretch, 500);
      expect(marks.length).toBeLessThanOrEqual(7);
      expect(new Set(marks.map(({ text }) => text)).size).toBe(marks.length);
    });
  });

  it('has one line for marks at one place', () => {
    const stretch = { from: 0, to: 1_000_000 };
    expect(markPath([mark(500), mark(501), mark(900_000), mark(2_000_000)], 'stop', stretch, 1, 8)).toBe(
      'M1 1v8M900 1v8',
    );
    expect(markPath([mark(500)], 'move', stretch, 1, 8)).toBe('');
  });

  it('has its numbers at even steps', () => {
    const texts = (width: number): string[] => ticks({ from: 0, to: 12_500_000 }, width).map(({ text }) => text);
    expect(texts(500)).toEqual(['0.0 s', '0.5 s', '1.0 s', '1.5 s']);
    expect(texts(200)).toEqual(['0 s', '1 s']);
    expect(ticks({ from: 0, to: 1 }, 500)).toEqual([]);
  });
});

it('says where the program is, and what is around it', () => {
  const message = run(6_250_000, 12_500_000, [mark(1), mark(6_250_000), mark(9_000_000)]);
  expect(nowText(message)).toBe('1.0000 s, cycle 6,250,000, frame 59; the run goes to 2.0000 s');
  expect(neighbours(message, 6_250_000)).toEqual({ before: 1, after: 9_000_000 });
  expect(neighbours(message, 0)).toEqual({ before: undefined, after: 1 });
  const many = Array.from({ length: 500 }, (_, at) => mark(at));
  expect(listed(run(250, 500, many)).map(({ cycle }) => cycle)).toEqual(many.slice(200, 300).map(({ cycle }) => cycle));
  expect(listed(run(500, 500, many)).at(-1)).toEqual(mark(499));
});

it('the beginnings of frames are marked where they are far enough apart', () => {
  const message = run(0, 2_000_000);
  expect(framePath(message, { from: 0, to: 1_042_000 }, 50)).toBe(
    Array.from({ length: 11 }, (_, frame) => `M${100 * frame} 0v50`).join(''),
  );
  expect(framePath(message, { from: 104_201, to: 312_601 }, 50)).toBe('M500 0v50M1000 0v50');
  expect(framePath(message, { from: 0, to: 100_000_000 }, 50)).toBe('');
});
