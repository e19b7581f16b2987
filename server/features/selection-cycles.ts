/** What a selection takes: the words of its lines, and the cycles of executing them one after the other. */
import { elementAt } from '#basics';
import { opcodeOfWord } from '#isa';
import type { AssembledWord } from '#assembler';
import type { View } from '../project/view.ts';
import type { SelectionCyclesResult } from '../protocol.ts';

/** What some lines take, the first and the last one included. */
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
