import { describe, expect, it } from 'vitest';
import { heldButtons } from './game-pads.ts';

function held(pressed: readonly number[], axes: readonly number[] = []): string[] {
  const buttons = Array.from({ length: 17 }, (_, at) => ({ pressed: pressed.includes(at), touched: false, value: 0 }));
  return [...heldButtons({ buttons, axes })].sort();
}

describe("a browser's game pad", () => {
  it('has the buttons of the machine’s pad', () => {
    expect(held([0, 1, 8, 9, 12, 13, 14, 15])).toEqual(['a', 'b', 'down', 'left', 'right', 'select', 'start', 'up']);
    expect(held([5, 16])).toEqual([]);
  });

  it('has a stick', () => {
    expect(held([], [-1, 0.9])).toEqual(['down', 'left']);
    expect(held([], [0.3, -0.2])).toEqual([]);
  });

  it('reports a direction once that comes from both', () => {
    expect(held([15], [1, 0])).toEqual(['right']);
  });
});
