/**
 * Inlay hints, off by default: cycles of straight runs of instructions, and what the timing proof says of each check.
 */
import { INSTRUCTION_TABLE } from '#isa';
import { InlayHintKind, type InlayHint, type Range } from 'vscode-languageserver';
import type { View } from '../project/view.ts';

/** The hints of the lines of a range, as the settings ask for them. */
export function inlayHints(view: View, range: Range): InlayHint[] {
  const hints = [
    ...(view.settings.timingHints ? timingHints(view, range) : []),
    ...(view.settings.cycleHints ? cycleHints(view, range) : []),
  ];
  return hints.sort((a, b) => a.position.line - b.position.line);
}

function timingHints(view: View, range: Range): InlayHint[] {
  const verdicts = new Map(view.assembly.debugInfo.timing.map((timing) => [timing.address, timing]));
  return linesOf(view, range).flatMap((line) => {
    const [timing] = view.assembly.wordsAt(view.path, line).flatMap(({ address }) => verdicts.get(address) ?? []);
    if (timing === undefined) return [];
    return [hint(view, line, `${timing.cycles} cycles, ${timing.verdict}`, timing.detail)];
  });
}

/** A run ends where the next line has a label, behind a delay slot, and where addresses do not go on. */
function cycleHints(view: View, range: Range): InlayHint[] {
  const hints: InlayHint[] = [];
  let run = { cycles: 0, line: -1, next: -1 };
  let slot = false;
  const close = (): void => {
    if (run.cycles > 1)
      hints.push(hint(view, run.line, `${run.cycles} cycles`, 'Cycles of the straight run that ends here'));
    run = { cycles: 0, line: -1, next: -1 };
  };
  for (const line of linesOf(view, range)) {
    if (view.file.lines[line]!.labels.length > 0) close();
    const words = view.assembly.wordsAt(view.path, line);
    if (words.length === 0) continue;
    if (words[0]!.address !== run.next) close();
    const behindBranch: boolean = slot;
    slot = isJump(words.at(-1)!.word);
    run = { cycles: run.cycles + words.length, line, next: words.at(-1)!.address + 1 };
    if (behindBranch) close();
  }
  close();
  return hints;
}

function linesOf(view: View, { start, end }: Range): number[] {
  const last = Math.min(end.line, view.file.lines.length - 1);
  return Array.from({ length: Math.max(0, last - start.line + 1) }, (_, index) => start.line + index);
}

function isJump(word: number): boolean {
  return INSTRUCTION_TABLE[word >> 8]!.operation === 'jump';
}

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
