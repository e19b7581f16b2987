/** Bursts of pixels of every length and place in the line: picture and hash of the output agree in both cores. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMachine } from '#emulator';
import { program } from '#test/emulator/program.ts';
import { forAll } from '#test/draws.ts';

/**
 * Falls of vSync, 36 pulses of hSync, then lines forever: `before` cycles after the rise, `count` pixels from the page
 * in Y, and a rest of the line in black.
 */
function burstProgram(before: number, count: number, x: number): Uint16Array {
  const pulse = ['ld $00,out', 'ld $40,out'];
  const start = [
    'ld $00',
    'st [$30]',
    'ld $c0,out',
    'ld $40,out',
    ...Array.from({ length: 36 }, () => pulse).flat(),
    'ld $c0',
  ];
  const nops = (length: number): string[] => Array.from({ length }, () => 'nop');
  const line = [
    'ld $08,y',
    `ld $${x.toString(16).padStart(2, '0')},x`,
    ...nops(before),
    ...Array.from({ length: count }, () => 'ora [y,x++],out'),
    ...nops(20),
    'ld $80,out',
    'ld $c0,out',
  ];
  const loop = 0x200;
  return program([...start, 'ld $02,y', 'jmp y,$00', 'nop'], { [loop]: [...line, 'ld $02,y', 'jmp y,$00', 'nop'] });
}

/** Runs both cores and compares; true if anything was visible. */
function compareCores(before: number, count: number, x: number): boolean {
  const rom = burstProgram(before, count, x);
  const [fast, reference] = (['fast', 'reference'] as const).map((core) =>
    createMachine(rom, { core, seed: 5, translateAfter: 1 }),
  );
  for (const cycles of [5000, 7001, 9003]) {
    fast!.run(cycles);
    reference!.run(cycles);
    expect(fast!.outHash).toBe(reference!.outHash);
    expect(Buffer.compare(fast!.monitor.pixels, reference!.monitor.pixels)).toBe(0);
  }
  return reference!.monitor.pixels.some((pixel) => pixel !== 0);
}

describe('bursts', () => {
  it.each([
    [20, 160, 0],
    [0, 160, 0],
    [30, 160, 0],
    [40, 13, 7],
    [140, 30, 3],
    [20, 72, 0x10],
    [20, 72, 0xf0],
    [20, 4, 0],
  ])('after %i cycles, of %i pixels, from column %i of the page', (before, count, x) => {
    expect(compareCores(before, count, x)).toBe(true);
  });

  it('agree wherever they begin and end, out of sight too', () => {
    const below = (bound: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: bound - 1 });
    forAll(40, [below(200), below(200), below(256)], (before, count, x) => {
      compareCores(before, count, x);
    });
  });
});
