/** The text of the status bar for what the debugged program does. */
import type { StatusMessage } from '#debugger/protocol';

/** How fast a program runs, from two readings; undefined if it was stopped or has gone back. */
export function speedBetween(
  before: { readonly seconds: number; readonly time: number } | undefined,
  now: { readonly seconds: number; readonly time: number },
): number | undefined {
  if (before === undefined || now.seconds <= before.seconds || now.time <= before.time) return undefined;
  return ((now.seconds - before.seconds) * 1000) / (now.time - before.time);
}

/** @param speed as a factor of real time, while it runs */
export function statusText(
  { running, line, lineCycle, badLines, badFrames, handlerShare }: StatusMessage,
  speed: number | undefined,
): string {
  const place = running ? `${speed === undefined ? '' : `${speed.toFixed(2)}×`}` : `line ${line} cycle ${lineCycle}`;
  const bad = badLines + badFrames;
  const parts = [
    place,
    bad === 0 ? '' : `${bad} bad line${bad === 1 ? '' : 's'}`,
    handlerShare === null ? '' : `handler ${Math.round(100 * handlerShare)} %`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
