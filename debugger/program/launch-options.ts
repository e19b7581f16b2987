/** Checks the attributes of a launch configuration; protocol.ts says what each means. */
import { isFailure } from '#basics';
import {
  arrayOf,
  boolean,
  either,
  integer,
  mismatch,
  number,
  object,
  oneOf,
  optional,
  recordOf,
  string,
  type Shape,
} from '#basics/shape';
import type { Pace } from '#emulator';
import { CLOCK_HZ, RAM_SIZES } from '#isa';
import type { LaunchArguments, Speed } from '../protocol.ts';

/** A factor of real time; below one cycle per second, nothing would seem to happen. */
const factor: Shape<number> = (value, name) => {
  const checked = number(value, name);
  return !isFailure(checked) && checked <= 1 / CLOCK_HZ ? mismatch(name, 'above 0') : checked;
};

export const speed: Shape<Speed> = either(
  oneOf('realtime', 'unlimited'),
  factor,
  '"realtime", "unlimited" or a number above 0',
);

/** A checked launch configuration: as {@link LaunchArguments}, with everything that may be absent as undefined. */
export type LaunchOptions = { readonly [K in keyof Required<LaunchArguments>]: LaunchArguments[K] };

export const LAUNCH_OPTIONS: Shape<LaunchOptions> = object({
  program: string,
  build: optional(string),
  debugInfo: optional(string),
  stopOnEntry: optional(boolean),
  state: optional(string),
  ram: optional(oneOf(...RAM_SIZES)),
  seed: optional(integer),
  input: optional(string),
  load: optional(string),
  loader: optional(boolean),
  symbols: optional(arrayOf(string)),
  speed: optional(speed),
  keys: optional(oneOf('pad', 'typed')),
  views: optional(arrayOf(string)),
  defines: optional(recordOf(either(string, number, 'a number'))),
  invariantAt: optional(string),
  test: optional(string),
  testFile: optional(string),
  noDebug: optional(boolean),
  token: optional(string),
  workspace: optional(string),
});

export function paceOf(wanted: Speed = 'realtime'): Pace {
  return wanted === 'realtime' ? 1 : wanted;
}

export function speedOf(pace: Pace): Speed {
  return pace === 1 ? 'realtime' : pace;
}
