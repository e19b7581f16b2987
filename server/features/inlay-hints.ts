/**
 * Inlay hints, off by default: cycles of straight runs of instructions, and what the timing proof says of each check.
 */
import type { AssembledWord } from '#assembler';
import { opcodeOfWord } from '#isa';
import { InlayHintKind, type InlayHint, type Range } from 'vscode-languageserver';
import { verdictsAt } from '../help/timing.ts';
import type { View } from '../project/view.ts';

/** The hints of the lines of a range, as the settings ask for them. */
export function inlayHints(view: View, range: Range): InlayHint[] {
  const first = range.start.line;
  const last = Math.min(range.end.line, view.file.lines.length - 1);
  const hints = [
    ...(view.settings.timingHints ? timingHints(view, first, last) : []),
    ...(view.settings.cycleHints ? cycleHints(view, first, last) : []),
  ];
  return hints.sort((a, b) => a.position.line - b.position.line);
}

function timingHints(view: View, first: number, last: number): InlayHint[] {
  const { timing: verdicts } = view.assembly.checked();
  return view.file.lines.slice(first, last + 1).flatMap((_, index) => {
    const line = first + index;
    const [timing] = verdictsAt(view, line, () => verdicts);
    if (timing === undefined) return [];
    return [hint(view, line, `${timing.cycles} cycles, ${timing.verdict}`, timing.detail)];
  });
}

/**
 * A run ends where the next line has a label, after a delay slot, and where addresses do not go on. The run
 * that the first line is in is counted from its start, the one of the last line to its end.
 */
function cycleHints(view: View, first: number, last: number): InlayHint[] {
  const { lines } = view.file;
  const hints: InlayHint[] = [];
  let run = { cycles: 0, line: -1, next: -1 };
  const start = runStart(view, first);
  let slot = isBehindJump(view, start);
  const close = (): void => {
    if (run.cycles > 1 && run.line >= first && run.line <= last)
      hints.push(hint(view, run.line, `${run.cycles} cycles`, 'Cycles of the straight run that ends here'));
    run = { cycles: 0, line: -1, next: -1 };
  };
  for (let line = start; line < lines.length; line++) {
    if (lines[line]!.labels.length > 0) close();
    if (line > last && (run.line < 0 || run.line > last)) break;
    const words = view.assembly.wordsAt(view.path, line);
    if (words.length === 0) continue;
    if (words[0]!.address !== run.next) close();
    if (!isRun(words)) continue;
    const behindBranch: boolean = slot;
    slot = isJump(words.at(-1)!.word);
    run = { cycles: run.cycles + words.length, line, next: words.at(-1)!.address + 1 };
    if (behindBranch) close();
  }
  close();
  return hints;
}

/** A line at or above another from which its run can be counted: one with a label, or the first line. */
function runStart({ file }: View, line: number): number {
  let start = Math.min(line, file.lines.length - 1);
  while (start > 0 && file.lines[start]!.labels.length === 0) start--;
  return Math.max(0, start);
}

/** Whether the last word above a line is a jump, so that the next one is its delay slot. */
function isBehindJump(view: View, line: number): boolean {
  for (let above = line - 1; above >= 0; above--) {
    const words = view.assembly.wordsAt(view.path, above);
    if (words.length > 0 && isRun(words)) return isJump(words.at(-1)!.word);
  }
  return false;
}

/** A line inside a macro has the words of every call, which are no run. */
function isRun(words: readonly AssembledWord[]): boolean {
  return words.every(({ address }, index) => address === words[0]!.address + index);
}

function isJump(word: number): boolean {
  return opcodeOfWord(word).operation === 'jump';
}

/** A hint at the end of a line's code. */
function hint(view: View, line: number, label: string, tooltip: string): InlayHint {
  const { text, comment } = view.file.lines[line]!;
  const code = comment < 0 ? text : text.slice(0, comment);
  return {
    position: { line, character: code.trimEnd().length },
    label,
    kind: InlayHintKind.Type,
    paddingLeft: true,
    ...(tooltip === '' ? {} : { tooltip }),
  };
}
