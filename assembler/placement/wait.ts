/**
 * Delays of an exact number of cycles.
 *
 * Up to four cycles are nops. From five on, a loop of three words is shorter: `ld k`, `bne` to itself and
 * `suba 1` in the delay slot take 3 + 2k cycles and change AC. Longer delays chain loops; one nop fills up
 * an even rest. The branch may not be in the last word of a page, from where it would land in the next page.
 */
import { encode, opcodeOf } from '#isa';

const NOP = encode(opcodeOf('ld', 0, 'ac'), 0);
const LD = opcodeOf('ld', 0, 'd');
const BNE = opcodeOf('jump', 3, 'd');
const SUBA_1 = encode(opcodeOf('suba', 0, 'd'), 1);
/** Cycles of the longest loop. */
const LONGEST_LOOP = 3 + 2 * 255;
/** From here on, a loop is shorter than nops. */
const SHORTEST_LOOP = 5;

/** The most cycles that `.wait` can take. */
export const MAX_WAIT = 65_535;

/**
 * The words of a delay.
 * @param cycles 0 to MAX_WAIT
 * @param address where the first word will be; only its low byte matters
 * @param keepsAc whether AC must not change, which leaves nops only
 */
export function waitWords(cycles: number, address: number, keepsAc: boolean): number[] {
  const words: number[] = [];
  let rest = cycles;
  while (rest > 0) {
    const low = (address + words.length) & 0xff;
    const isAtPageEnd = ((low + 1) & 0xff) === 0xff;
    if (keepsAc || rest < SHORTEST_LOOP || isAtPageEnd) {
      words.push(NOP);
      rest--;
      continue;
    }
    const odd = rest % 2 === 0 ? rest - 1 : rest;
    const loop = Math.min(odd, LONGEST_LOOP);
    words.push(encode(LD, (loop - 3) / 2), encode(BNE, (low + 1) & 0xff), SUBA_1);
    rest -= loop;
  }
  return words;
}
