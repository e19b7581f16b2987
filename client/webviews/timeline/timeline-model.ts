/** The run as a strip of time: which part of it is shown, where its marks are, and what they say. */
import { grouped } from '#basics';
import type { Happening, HappeningKind, TimelineMessage } from '#debugger/protocol';

const CLOCK_HZ = 6_250_000;
/** Width of the strip in units of its drawing. */
export const WIDTH = 1000;
/** How many events the list shows: those nearest to now. */
const LISTED = 100;
/** The most numbers on the ruler; it has none where they would need more digits than {@link seconds} gives. */
const TICKS = 6;
/** Room for a number, in pixels. */
const TICK_WIDTH = 60;
/** Decimal places of seconds. */
const DIGITS = 4;
const STEPS = [1, 2, 5];

/** How many cycles are shown; null for the whole run. */
export const SPANS: readonly { readonly name: string; readonly cycles: number | null }[] = [
  { name: 'Whole run', cycles: null },
  { name: 'A minute', cycles: 60 * CLOCK_HZ },
  { name: 'Ten seconds', cycles: 10 * CLOCK_HZ },
  { name: 'A second', cycles: CLOCK_HZ },
  { name: 'Ten frames', cycles: 10 * 104_200 },
];

/** The stretch that the strip shows, both ends included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The part of a run that is shown: its end, or the part around the program if that is earlier. */
export function stretchOf({ oldest, latest, now }: TimelineMessage, { cycles }: (typeof SPANS)[number]): Stretch {
  if (cycles === null || latest - oldest <= cycles) return { from: oldest, to: Math.max(latest, oldest + 1) };
  const to = now >= latest - cycles ? latest : Math.min(latest, now + Math.floor(cycles / 2));
  const from = Math.max(oldest, to - cycles);
  return { from, to: from + cycles };
}

/** Where a cycle is on the strip, 0 to {@link WIDTH}. */
export function placeOf(cycle: number, { from, to }: Stretch): number {
  return Math.round((WIDTH * (Math.min(to, Math.max(from, cycle)) - from)) / (to - from));
}

export function cycleAt(share: number, { from, to }: Stretch): number {
  return Math.round(from + Math.min(1, Math.max(0, share)) * (to - from));
}

/** The marks of a kind as a path of upright lines, one for each place that has some. */
export function markPath(
  happenings: readonly Happening[],
  kind: HappeningKind,
  stretch: Stretch,
  top: number,
  height: number,
): string {
  const { from, to } = stretch;
  const shown = happenings.filter((each) => each.kind === kind && each.cycle >= from && each.cycle <= to);
  const places = new Set(shown.map(({ cycle }) => placeOf(cycle, stretch)));
  return [...places].map((x) => `M${x} ${top}v${height}`).join('');
}

/** The narrowest frame that has a mark, in units of the drawing. */
const NARROWEST_FRAME = 5;

/** Where frames begin, as a path of upright lines; empty if they would be too close to distinguish. */
export function framePath({ frameCycles }: TimelineMessage, stretch: Stretch, height: number): string {
  const { from, to } = stretch;
  if ((WIDTH * frameCycles) / (to - from) < NARROWEST_FRAME) return '';
  const first = Math.ceil(from / frameCycles);
  const count = Math.floor(to / frameCycles) - first + 1;
  const places = Array.from({ length: count }, (_, at) => placeOf((first + at) * frameCycles, stretch));
  return places.map((x) => `M${x} 0v${height}`).join('');
}

/** The numbers of the ruler: seconds at even steps, as many as fit beside each other into its width in pixels. */
export function ticks(
  { from, to }: Stretch,
  width: number,
): readonly { readonly place: number; readonly text: string }[] {
  const length = (to - from) / CLOCK_HZ;
  const most = Math.max(1, Math.min(TICKS, Math.floor(width / TICK_WIDTH)));
  const power = 10 ** Math.floor(Math.log10(length / most));
  const step = power * (STEPS.find((factor) => length / (power * factor) <= most) ?? 10);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  if (digits > DIGITS) return [];
  const first = Math.ceil(from / CLOCK_HZ / step - 1e-9);
  const made = [];
  for (let at = first; at * step * CLOCK_HZ <= to; at++) {
    made.push({ place: placeOf(at * step * CLOCK_HZ, { from, to }), text: `${(at * step).toFixed(digits)} s` });
  }
  return made.filter(({ place }) => width * (1 - place / WIDTH) >= TICK_WIDTH);
}

/** Where the program is, as a sentence. */
export function nowText({ now, latest, frameCycles }: TimelineMessage): string {
  const frame = Math.floor(now / frameCycles);
  const behind = latest > now ? `; the run goes to ${seconds(latest)}` : '';
  return `${seconds(now)}, cycle ${grouped(now)}, frame ${grouped(frame)}${behind}`;
}

/** Seconds of emulated time, to a tenth of a millisecond. */
export function seconds(cycle: number): string {
  return `${(cycle / CLOCK_HZ).toFixed(DIGITS)} s`;
}

/** The nearest events before and after a cycle, or undefined. */
export function neighbours({ happenings }: TimelineMessage, cycle: number) {
  return {
    before: happenings.findLast((each) => each.cycle < cycle)?.cycle,
    after: happenings.find((each) => each.cycle > cycle)?.cycle,
  };
}

/** The events of the list: those nearest to where the program is, in order of time. */
export function listed({ happenings, now }: TimelineMessage): readonly Happening[] {
  const at = happenings.findIndex(({ cycle }) => cycle >= now);
  const middle = at < 0 ? happenings.length : at;
  const first = Math.max(0, Math.min(middle - LISTED / 2, happenings.length - LISTED));
  return happenings.slice(first, first + LISTED);
}
