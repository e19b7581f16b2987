/**
 * Inlay hints: names of parameters before the arguments of macro calls; and, off by default, cycles of straight runs of
 * instructions, and what the timing proof says about each check.
 */
import { counted, elementAt } from '#basics';
import type { AssembledWord, CallStatement, Operand } from '#assembler';
import { opcodeOfWord } from '#isa';
import { InlayHintKind, type InlayHint, type Range } from 'vscode-languageserver';
import { verdictsAt } from '../help/routines.ts';
import type { View } from '../project/view.ts';
import type { SelectionCyclesResult } from '../protocol.ts';

/** The hints of the lines of a range, as the settings ask for them. */
export function inlayHints(view: View, range: Range): InlayHint[] {
  const first = range.start.line;
  const last = Math.min(range.end.line, view.file.lines.length - 1);
  const hints = [
    ...(view.settings['inlayHints.timing'] ? timingHints(view, first, last) : []),
    ...(view.settings['inlayHints.cycles'] ? cycleHints(view, first, last) : []),
    ...(view.settings['inlayHints.parameters'] === 'none' ? [] : parameterHints(view, first, last)),
  ];
  return hints.sort((a, b) => a.position.line - b.position.line);
}

function timingHints(view: View, first: number, last: number): InlayHint[] {
  const { timing: verdicts } = view.assembly.checked();
  return view.file.lines.slice(first, last + 1).flatMap((_, index) => {
    const line = first + index;
    const [timing] = verdictsAt(view, line, () => verdicts);
    if (timing === undefined) return [];
    return [hint(view, line, `${counted(timing.cycles, 'cycle')}, ${timing.verdict}`, timing.detail)];
  });
}

/** The names of parameters before positional arguments. */
function parameterHints(view: View, first: number, last: number): InlayHint[] {
  const isWanted = view.settings['inlayHints.parameters'] === 'all' ? () => true : isLiteral;
  const hints: InlayHint[] = [];
  for (let line = first; line <= last; line++) {
    const statement = view.file.lines[line]?.statement;
    if (statement?.kind !== 'call') continue;
    const parameters = view.assembly.symbols.macroNamed(statement.name.text)?.parameters ?? [];
    hints.push(...argumentHints(statement, parameters, line, isWanted));
  }
  return hints;
}

function argumentHints(
  { arguments: given }: CallStatement,
  parameters: readonly string[],
  line: number,
  isWanted: (operand: Operand) => boolean,
): InlayHint[] {
  return given.flatMap(({ name, operand, start }, index) => {
    const parameter = parameters[index];
    if (name !== undefined || parameter === undefined || !isWanted(operand) || isNamed(operand, parameter)) return [];
    const position = { line, character: start };
    return [{ position, label: `${parameter}:`, kind: InlayHintKind.Parameter, paddingRight: true }];
  });
}

/** Whether an argument is a number or a text, which does not say what it is for. */
function isLiteral(operand: Operand): boolean {
  const inner = operand.kind === 'memory' ? operand.parts[0] : operand;
  if (inner?.kind !== 'value') return false;
  const value = inner.value.kind === 'unary' ? inner.value.argument : inner.value;
  return value.kind === 'number' || value.kind === 'string';
}

function isNamed(operand: Operand, parameter: string): boolean {
  return operand.kind === 'value' && operand.value.kind === 'symbol' && operand.value.name === parameter;
}

/**
 * A run ends before a line with a label, after a delay slot, and where addresses are not consecutive. The run
 * of the first line is counted from its start, and that of the last line to its end.
 */
function cycleHints(view: View, first: number, last: number): InlayHint[] {
  const { lines } = view.file;
  const hints: InlayHint[] = [];
  let run = { cycles: 0, line: -1, next: -1 };
  const start = runStart(view, first);
  let slot = isAfterJump(view, start);
  const close = (): void => {
    if (run.cycles > 1 && run.line >= first && run.line <= last)
      hints.push(hint(view, run.line, `${run.cycles} cycles`, 'Cycles of the straight run that ends here'));
    run = { cycles: 0, line: -1, next: -1 };
  };
  for (let line = start; line < lines.length; line++) {
    if (elementAt(lines, line).labels.length > 0) close();
    if (line > last && (run.line < 0 || run.line > last)) break;
    const words = view.assembly.wordsAt(view.path, line);
    const [begin] = words;
    const end = words.at(-1);
    if (begin === undefined || end === undefined) continue;
    if (begin.address !== run.next) close();
    if (!isRun(words)) continue;
    const isSlot: boolean = slot;
    slot = isJump(end.word);
    run = { cycles: run.cycles + words.length, line, next: end.address + 1 };
    if (isSlot) close();
  }
  close();
  return hints;
}

/** A line at or above another from which its run can be counted: one with a label, or the first line. */
function runStart({ file }: View, line: number): number {
  let start = Math.min(line, file.lines.length - 1);
  while (start > 0 && elementAt(file.lines, start).labels.length === 0) start--;
  return Math.max(0, start);
}

/** Whether the last word above a line is a jump, so that the next one is its delay slot. */
function isAfterJump(view: View, line: number): boolean {
  for (let above = line - 1; above >= 0; above--) {
    const words = view.assembly.wordsAt(view.path, above);
    const last = words.at(-1);
    if (last !== undefined && isRun(words)) return isJump(last.word);
  }
  return false;
}

/** A line inside a macro has the words of every call, which are not a run. */
function isRun(words: readonly AssembledWord[]): boolean {
  const [first] = words;
  return words.every(({ address }, index) => address === (first?.address ?? 0) + index);
}

function isJump(word: number): boolean {
  return opcodeOfWord(word).operation === 'jump';
}

/** A hint at the end of a line's code. */
function hint(view: View, line: number, label: string, tooltip: string): InlayHint {
  const { text, comment } = elementAt(view.file.lines, line);
  const code = comment < 0 ? text : text.slice(0, comment);
  return {
    position: { line, character: code.trimEnd().length },
    label,
    kind: InlayHintKind.Type,
    paddingLeft: true,
    ...(tooltip === '' ? {} : { tooltip }),
  };
}

/** What some lines take, `first` and `last` included. */
export function selectionCycles(view: View, first: number, last: number): SelectionCyclesResult {
  const end = Math.min(last, view.file.lines.length - 1);
  const words = new Map<number, number>();
  const waiting = new Set<number>();
  let cycles = 0;
  for (let line = first; line <= end; line++) {
    const ofLine = wordsOf(view, line);
    const wait = waitCycles(view, line, ofLine);
    if (wait !== undefined) for (const { address } of ofLine) waiting.add(address);
    cycles += wait ?? ofLine.filter(({ address }) => !words.has(address)).length;
    for (const { address, word } of ofLine) words.set(address, word);
  }
  const addresses = [...words.keys()].sort((a, b) => a - b);
  const stretches = addresses.filter((address, index) => address !== (addresses[index - 1] ?? -2) + 1).length;
  // A branch at the end leads away after its delay slot, when all words have been executed.
  const inside = addresses.slice(0, -2).filter((address) => !waiting.has(address));
  const branches = inside.filter((address) => opcodeOfWord(words.get(address) ?? 0).operation === 'jump').length;
  return { words: addresses.length, cycles, stretches, branches };
}

/** The words that are written on a line, and those of the calls and repetitions that begin there. */
function wordsOf({ assembly, path }: View, line: number): readonly AssembledWord[] {
  const expansions = assembly.expansionsAt(path, line).filter(({ kind }) => kind !== 'include');
  return [...assembly.wordsAt(path, line), ...expansions.flatMap(({ words }) => words)];
}

/** The cycles of a line with `.wait`, whose words may go round in a loop; undefined for other lines. */
function waitCycles(view: View, line: number, words: readonly AssembledWord[]): number | undefined {
  const { statement } = elementAt(view.file.lines, line);
  if (statement?.kind !== 'directive' || statement.name !== 'wait' || words.length === 0) return undefined;
  const [expression] = statement.expressions;
  const values = expression === undefined ? [] : view.assembly.valuesOn(view.path, line, expression);
  return values.length === 1 ? values[0]?.value : undefined;
}
