/** What the status bar says: the proof, a selection, the program that runs. */
import { counted, grouped } from '#basics';
import type { ProofState, SelectionCyclesResult } from '#server/protocol';
import type { StatusMessage } from '#debugger/protocol';

export function proofText({ isProving, isPrevented, exact, wrong, unproven, handler }: ProofState): string {
  if (isProving) return 'Proving the timing…';
  if (isPrevented) return 'Not proven: the program has errors';
  const counts = Object.entries({ wrong, unproven, exact });
  const parts = counts.flatMap(([word, count]) => (count === 0 ? [] : [`${grouped(count)} ${word}`]));
  if (handler !== null) parts.push(`handler ${handler}`);
  return parts.length === 0 ? 'No time checks' : parts.join(', ');
}

/** The text for the status bar; empty if the selection makes no words. */
export function selectionText({ words, cycles, stretches, branches }: SelectionCyclesResult): string {
  if (words === 0) return '';
  if (stretches > 1) return `${counted(words, 'word')} in ${stretches} places`;
  return branches === 0
    ? counted(cycles, 'cycle')
    : `${counted(words, 'word')}, ${counted(branches, 'branch', 'branches')}`;
}

export function selectionTooltip({ words, cycles, stretches, branches }: SelectionCyclesResult): string {
  if (stretches > 1) return `The selected lines make ${counted(words, 'word')}, which do not follow one another.`;
  if (branches === 0) return `The selected lines take ${counted(cycles, 'cycle')}, in ${counted(words, 'word')}.`;
  return `The selected lines take ${counted(cycles, 'cycle')} if no branch in them is taken.`;
}

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
  const factor = speed === undefined ? '' : `${speed.toFixed(2)}×`;
  const bad = badLines + badFrames;
  const parts = [
    running ? factor : `line ${line} cycle ${lineCycle}`,
    bad === 0 ? '' : counted(bad, 'bad line'),
    handlerShare === null ? '' : `handler ${Math.round(100 * handlerShare)} %`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
