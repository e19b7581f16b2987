/**
 * The arrows on a square of an attack map: each comes in from the side where the attacker stands and
 * points the way it moves.
 */
import type { Direction } from '#chess';
import { svg } from '../dom.ts';

interface ArrowMark {
  readonly direction: Direction;
  readonly pawn: boolean;
}

/** Degrees clockwise from north. */
const ANGLES: Readonly<Record<Direction, number>> = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };

/** One picture with all arrows of a square; pawns' arrows are short. */
export function arrow(marks: readonly ArrowMark[]): SVGElement {
  const arrows = marks.map(({ direction, pawn }) => {
    const reach = direction.length === 2 ? 19 : 16;
    const tail = pawn ? 12 : reach;
    return svg('path', {
      class: pawn ? 'arrow pawn' : 'arrow',
      d: `M0 ${String(tail)} V5 M-3.4 9 L0 4 L3.4 9`,
      transform: `translate(20 20) rotate(${String(ANGLES[direction])})`,
    });
  });
  return svg('svg', { viewBox: '0 0 40 40', class: 'arrows', 'aria-hidden': 'true', focusable: 'false' }, ...arrows);
}
