/**
 * Inlay hints, off by default: cycles of straight runs of instructions, and what the timing proof says of each check.
 */
import type { AssembledWord } from '#assembler';
import { INSTRUCTION_TABLE } from '#isa';
import { InlayHintKind, type InlayHint, type Range } from 'vscode-languageserver';
import type { View } from '../project/view.ts';

/** The hints of the lines of a range, as the settings ask for them. */
export function inlayHints(view: View, range: Range): InlayHint[] {
  const hints = [
    ...(view.settings.timingHints ? timingHints(view) : []),
    ...(view.settings.cycleHints ? cycleHints(view) : []),
  ];
  const wanted = hints.filter(({ position }) => position.line >= range.start.line && position.line <= range.end.line);
  return wanted.sort((a, b) => a.position.line - b.position.line);
}

function timingHints(view: View): InlayHint[] {
  const verdicts = new Map(view.assembly.checked().debugInfo.timing.map((timing) => [timing.address, timing]));
  return view.file.lines.flatMap((_, line) => {
    const [timing] = view.assembly.wordsAt(view.path, line).flatMap(({ address }) => verdicts.get(address) ?? []);
    if (timing === undefined) return [];
    return [hint(view, line, `${timing.cycles} cycles, ${timing.verdict}`, timing.detail)];
  });
}

/** A run ends where the next line has a label, behind a delay slot, and where addresses do not go on. */
function cycleHints(view: View): InlayHint[] {
  const hints: InlayHint[] = [];
  let run = { cycles: 0, line: -1, next: -1 };
  let slot = false;
  const close = (): void => {
    if (run.cycles > 1)
      hints.push(hint(view, run.line, `${run.cycles} cycles`, 'Cycles of the straight run that ends here'));
    run = { cycles: 0, line: -1, next: -1 };
  };
  for (const [line, { labels }] of view.file.lines.entries()) {
    if (labels.length > 0) close();
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

/** A line inside a macro has the words of every call, which are no run. */
function isRun(words: readonly AssembledWord[]): boolean {
  return words.every(({ address }, index) => address === words[0]!.address + index);
}

function isJump(word: number): boolean {
  return INSTRUCTION_TABLE[word >> 8]!.operation === 'jump';
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
