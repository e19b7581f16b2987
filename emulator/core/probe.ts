/**
 * Somebody who looks at the machine at marked addresses while it runs, in either core.
 *
 * Translated code calls the probe in front of each instruction at a marked address and goes on; it stays fast where
 * the probe is.
 */
export interface Probe {
  /** 65,536 flags by ROM address: not 0 where the probe is asked. They do not change while it is in use. */
  readonly marked: Uint8Array;
  /** Places where translated code need not ask; the probe may say more there than it needs. */
  readonly quiet?: QuietPlaces;
  /**
   * A run begins.
   * @param cycle the machine's cycle
   * @param edits how often somebody has changed registers, RAM or the position; a run that begins elsewhere than the
   *   one before has ended, or behind an edit, says nothing of what the probe has seen
   */
  begin(cycle: number, edits: number): void;
  /** The run has ended in front of a cycle. */
  end(cycle: number): void;
  /**
   * Asked in front of an instruction; perhaps twice in the same cycle, which counts once.
   * @param address of the instruction, @param next of the one after it
   * @returns whether the run stops in front of the instruction
   */
  ask(address: number, next: number, ac: number, y: number, cycle: number): boolean;
}

/**
 * Places where nothing is to be said as long as the cycle and a byte of the zero page together are the same number: a
 * check of an account that counts the cycles down, whose sum with AC is not negative.
 */
export interface QuietPlaces {
  /** Address of the byte, 0..255. */
  readonly byte: number;
  /** By ROM address: what is taken from the sum there; {@link NOT_QUIET} elsewhere. 65,536 numbers. */
  readonly offsets: Int16Array;
  /** The sum at all of these places, less their offset; undefined while it is not known. */
  readonly sum: number | undefined;
}

export const NOT_QUIET = -0x8000;
