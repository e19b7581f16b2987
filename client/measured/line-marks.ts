/** What is shown at the lines of a measured file: heat or coverage, with the figures in a tooltip. */
import { grouped } from '#basics';
import type { MeasuredFile } from '#debugger/protocol';

/** How measured lines are marked: by their cycles, or by whether they executed. */
export type Marking = 'heat' | 'coverage';

/** Kinds of marks: heat from the least to the most, then coverage. */
export const MARKS = ['heat1', 'heat2', 'heat3', 'heat4', 'heat5', 'covered', 'partly', 'missed'] as const;
export type Mark = (typeof MARKS)[number];

const HEATS = 5;
/** From this share of all cycles on, a line shows it at its end. */
const SHOWN_SHARE = 0.01;

/** @param cycles those of the whole stretch @param hottest those of the line with the most @returns 0-based lines */
export function lineMarks(file: MeasuredFile, marking: Marking, cycles: number, hottest: number) {
  return file.lines.flatMap((line) => {
    const arms = file.branches.filter((branch) => branch.line === line.line);
    const mark = marking === 'heat' ? heat(line.cycles, hottest) : covered(line, arms);
    if (mark === undefined) return [];
    const share = line.cycles / Math.max(1, cycles);
    // What is shown at the line's end.
    const shown = marking === 'heat' && share >= SHOWN_SHARE ? percent(share) : undefined;
    return [{ line: line.line, mark, text: figures(line, arms, share), share: shown }];
  });
}

/** Logarithmic: each step is the same factor, so that a few very hot lines do not leave the rest cold. */
function heat(cycles: number, hottest: number): Mark | undefined {
  if (cycles === 0) return undefined;
  const level = hottest <= 1 ? HEATS : Math.ceil((HEATS * Math.log(cycles + 1)) / Math.log(hottest + 1));
  return MARKS[Math.min(HEATS, Math.max(1, level)) - 1];
}

type Line = MeasuredFile['lines'][number];
type Arm = MeasuredFile['branches'][number];

function covered({ words, covered: done }: Line, arms: readonly Arm[]): Mark {
  if (done === 0) return 'missed';
  const whole = done === words && arms.every(({ taken, notTaken }) => taken > 0 && notTaken > 0);
  return whole ? 'covered' : 'partly';
}

function figures({ count, cycles, words, covered: done }: Line, arms: readonly Arm[], share: number): string {
  if (done === 0) return 'Not executed.';
  const parts = [`${grouped(cycles)} cycles (${percent(share)}), ${times(count)}.`];
  if (done < words) parts.push(`${done} of ${words} words executed.`);
  if (arms.length > 0) {
    const sum = (of: (arm: Arm) => number): number => arms.reduce((all, arm) => all + of(arm), 0);
    parts.push(`Taken ${times(sum(({ taken }) => taken))}, not taken ${times(sum(({ notTaken }) => notTaken))}.`);
  }
  return parts.join(' ');
}

function times(count: number): string {
  return count === 1 ? 'once' : `${grouped(count)} times`;
}

/** 0.0316 as `3.2 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
