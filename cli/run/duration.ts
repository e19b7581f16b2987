/** How long `run` runs: cycles, seconds of emulated time, or frames. */
import { InvalidArgumentError } from 'commander';
import { CLOCK_HZ, CYCLES_PER_FRAME } from '#isa';
import { commandFailure, type CommandFailure } from '../output.ts';

export interface DurationOptions {
  readonly cycles?: number;
  readonly seconds?: number;
  readonly frames?: number;
}

/** Parser of an option that takes a whole number ≥ 0. */
export function wholeNumber(text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0) {
    throw new InvalidArgumentError('expected a whole number, 0 or more');
  }
  return value;
}

/** Parser of an option that takes seconds, perhaps with a fraction. */
export function secondsNumber(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text.trim()) || !Number.isSafeInteger(Math.round(value * CLOCK_HZ))) {
    throw new InvalidArgumentError('expected seconds, such as 2 or 0.5');
  }
  return value;
}

/** Cycles to run, from exactly one of the options. */
export function cyclesOf({ cycles, seconds, frames }: DurationOptions): number | CommandFailure {
  const given = [cycles, seconds && seconds * CLOCK_HZ, frames && frames * CYCLES_PER_FRAME].filter(
    (value) => value !== undefined,
  );
  const [only] = given;
  if (only === undefined) return commandFailure(2, 'say how long to run: --cycles, --seconds or --frames');
  if (given.length > 1) return commandFailure(2, 'only one of --cycles, --seconds and --frames can be given');
  return Math.round(only);
}
