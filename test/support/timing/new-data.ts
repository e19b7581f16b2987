/** Random data that programs read, new at each check. */
import type { Machine } from '#emulator';
import type { CheckForm } from '#isa';
import { ACCOUNT } from '../assembler/timed-program.ts';

/** Bytes that may hold anything. */
const [FIRST, LAST] = [0x50, 0x53];
/** A byte with a page for Y of which nothing is known, and which is believed not to be 0. */
export const PAGE = 0x54;
/** A byte with a page that is 0 or 3. */
export const PAGE_OR_ZERO = 0x55;

/**
 * Writes new data into a machine, and an account that now and then is too small, so that the path leads through the
 * handler; a short check has it in AC already.
 */
export function newData(machine: Machine, seed: number): (check: { readonly form?: CheckForm }) => void {
  let random = seed >>> 0;
  return ({ form }) => {
    for (let byte = FIRST; byte <= LAST; byte++) {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      machine.writeRam(byte, random >>> 28 < 5 ? 0 : random >>> 24);
    }
    machine.writeRam(PAGE, 0x30 + (random & 0xf));
    machine.writeRam(PAGE_OR_ZERO, (random >>> 20) % 2 === 0 ? 0 : 3);
    if (form !== 'short') machine.writeRam(ACCOUNT, (random >>> 9) % 4 === 0 ? 1 : 127);
  };
}
