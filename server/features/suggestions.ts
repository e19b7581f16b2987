/**
 * Quick fixes for names and files that do not exist: the most similar ones that do.
 *
 * Similarity is the number of letters to insert, delete, replace or swap with a neighbour, ignoring case; up to
 * a third of the word may differ.
 */
import { editDistance } from '#basics';
import { DIRECTIVES, LIBRARY_NAMES, mnemonics, type Diagnostic as Finding, type DiagnosticCode } from '#assembler';
import type { View } from '../project/view.ts';

/** Names offered for one finding. */
const MOST_NAMES = 3;

/** The names that may have been meant by an unknown name in a finding, the likeliest first. */
export function suggestionsFor(view: View, { code, range }: Finding): readonly string[] {
  const candidates = candidatesFor(view, code, range.start);
  if (candidates.length === 0 || range.start.line !== range.end.line) return [];
  const line = view.file.lines[range.start.line]?.text ?? '';
  return similarNames(line.slice(range.start.character, range.end.character), candidates);
}

export function similarNames(word: string, candidates: readonly string[]): readonly string[] {
  const wanted = word.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return [...new Set(candidates)]
    .filter((name) => name !== word && Math.abs(name.length - word.length) <= limit)
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}

function candidatesFor(view: View, code: string, position: Finding['range']['start']): readonly string[] {
  switch (code as DiagnosticCode) {
    case 'GT0106':
      return Object.keys(DIRECTIVES).map((name) => `.${name}`);
    case 'GT0201':
      return view.assembly.symbols.inScope(view.path, position).map(({ name }) => name);
    case 'GT0301':
      return [...mnemonics(), ...macroNames(view)];
    case 'GT0701':
      return [...view.includable().map((path) => `"${path}"`), ...LIBRARY_NAMES.map((name) => `<${name}>`)];
    default:
      return [];
  }
}

function macroNames(view: View): readonly string[] {
  return view.assembly.symbols.definitionsOf('macro').map(({ name }) => name);
}
