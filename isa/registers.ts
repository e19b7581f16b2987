/**
 * The machine's registers by name, and what a program's state between two cycles is.
 *
 * `outx` is the hardware's XOUT (four LEDs and the audio DAC) and `in` the storage register of the
 * serial input; both change only at a rising edge of OUT bit 6, outside the processor proper.
 */
import type { Cycle, RomAddress } from '#basics';

/** Register names as they appear in the debugger, in JSON output and in {@link Registers}. */
export type RegisterName = 'ac' | 'x' | 'y' | 'out' | 'outx' | 'in';

/** All registers, each 0..255. */
export type Registers = Record<RegisterName, number>;

/** Processor state between two cycles; plain data, owned by the machine. */
export interface CpuState extends Registers {
  /** Address of the instruction that executes next (the one in the pipeline register), 0..65535. */
  address: RomAddress;
  /** Address of the one after it, the hardware's PC: the word fetched while `address` executes. */
  nextAddress: RomAddress;
  /** Cycles executed since power-on. */
  cycle: Cycle;
}
