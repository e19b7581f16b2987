/** Attributes of a launch configuration, checked; protocol.ts says what each means. */
import {
  arrayOf,
  boolean,
  either,
  integer,
  number,
  object,
  oneOf,
  optional,
  recordOf,
  string,
  type Shape,
} from '../connection/shape.ts';
import { CLOCK_HZ } from '#isa';
import type { LaunchArguments, Speed } from '../protocol.ts';
import type { Pace } from './pace.ts';

const ram: Shape<32 | 64 | 128> = (value) =>
  value === 32 || value === 64 || value === 128
    ? { ok: true, value }
    : { ok: false, wrong: '"ram" must be 32, 64 or 128' };

/** A factor of real time; below a cycle per second nothing would be seen to happen. */
const factor: Shape<number> = (value, name) => {
  const checked = number(value, name);
  return checked.ok && checked.value <= 1 / CLOCK_HZ ? { ok: false, wrong: `"${name}" must be above 0` } : checked;
};

/** A speed as the protocol writes it. */
export const speed: Shape<Speed> = either(
  oneOf('realtime', 'unlimited'),
  factor,
  '"realtime", "unlimited" or a number above 0',
);

/** A checked launch configuration: as {@link LaunchArguments}, with everything that may be absent as undefined. */
export type LaunchOptions = { readonly [K in keyof Required<LaunchArguments>]: LaunchArguments[K] };

export const LAUNCH_OPTIONS: Shape<LaunchOptions> = object({
  program: string,
  debugInfo: optional(string),
  stopOnEntry: optional(boolean),
  ram: optional(ram),
  seed: optional(integer),
  input: optional(string),
  speed: optional(speed),
  keys: optional(oneOf('pad', 'typed')),
  views: optional(arrayOf(string)),
  defines: optional(recordOf(either(string, number, 'a number'))),
  invariantAt: optional(string),
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
