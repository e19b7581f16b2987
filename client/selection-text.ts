/** What a selection takes, in words: `12 cycles`, `12 words, 2 branches`. */
import { grouped } from '#basics';
import type { SelectionCyclesResult } from '#server/protocol';

/** The text for the status bar; empty if the selection makes no words. */
export function selectionText({ words, cycles, stretches, branches }: SelectionCyclesResult): string {
  if (words === 0) return '';
  if (stretches > 1) return `${counted(words, 'word')} in ${stretches} places`;
  return branches === 0 ? counted(cycles, 'cycle') : `${counted(words, 'word')}, ${counted(branches, 'branch', 'es')}`;
}

/** What the text means. */
export function selectionTooltip({ words, cycles, stretches, branches }: SelectionCyclesResult): string {
  if (stretches > 1) return `The selected lines make ${counted(words, 'word')}, which do not follow one another.`;
  if (branches === 0) return `The selected lines take ${counted(cycles, 'cycle')}, in ${counted(words, 'word')}.`;
  return `The selected lines take ${counted(cycles, 'cycle')} if no branch in them is taken.`;
}

function counted(count: number, word: string, plural = 's'): string {
  return `${grouped(count)} ${word}${count === 1 ? '' : plural}`;
}
