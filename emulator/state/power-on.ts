/**
 * What registers and RAM hold at power-on: zero, or a pattern that depends only on the seed.
 *
 * The generator is a 32-bit xorshift-multiply mixer and never uses the host's randomness, so that a seed
 * reproduces a run.
 */
import type { CpuState } from './registers.ts';

/** Fills RAM and returns the registers. @param seed any integer; absent: all zero */
export function powerOn(ram: Uint8Array, seed: number | undefined): CpuState {
  const next = seed === undefined ? () => 0 : seededBytes(seed);
  for (let i = 0; i < ram.length; i++) ram[i] = next();
  const [ac, x, y, out, outx] = [next(), next(), next(), next(), next()];
  return { ac, x, y, out, outx, in: 0xff, address: 0, nextAddress: 0, cycle: 0 };
}

/** Returns the next byte, 0..255, at each call. Seed: any integer. */
function seededBytes(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
}
