/** How much RAM the machine has that runs a program. */
import type { RamSize } from './state/ram.ts';

export interface RamChoice {
  readonly ramKib: RamSize;
  /** A sentence without its full stop, if the program needs more. */
  readonly warning: string | undefined;
}

/** What is asked for, otherwise what the program needs. */
export function chooseRam(needed: RamSize, asked: RamSize = needed): RamChoice {
  const warning = `${asked} KiB of RAM are less than the ${needed} KiB that the program needs (.ram ${needed})`;
  return { ramKib: asked, warning: asked < needed ? warning : undefined };
}
