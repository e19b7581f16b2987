/**
 * Lines that begin with a name that is neither an instruction nor a macro: what was probably meant.
 *
 * A macro that is defined further down, a label without its colon, a constant in the notation of other
 * assemblers, or a typing mistake.
 */
import { closestName, elementAt } from '#basics';
import type { Fix } from '../contract/diagnostic.ts';
import type { Expander } from './expander.ts';
import { lineRange } from '../contract/source.ts';
import { libraryHint } from '../library/library.ts';
import { blockStructure } from '../syntax/block-structure.ts';
import { foreignStatement } from '../syntax/foreign-words.ts';
import { isMnemonic, mnemonics } from '../syntax/instruction-forms.ts';
import { labelWithoutColon } from '../values/unknown-names.ts';
import type { CallStatement, Name } from '../contract/syntax.ts';

/** Unknown names that are compared with all known ones. */
const MAX_SUGGESTIONS = 20;

/** How a message says what was meant, and the edit that writes it. */
interface Guess {
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/** Reports a statement that calls a macro that does not exist. */
export function reportUnknownCall(expander: Expander, { name }: CallStatement): void {
  const { findings } = expander.program;
  // It still counts as an attempt.
  if (findings.isFull) return findings.add('GT0301', '', expander.origin(), name);
  const below = lineOfLaterMacro(expander, name.text);
  if (below !== undefined) {
    const message = `The macro "${name.text}" is called before its definition, which is on line ${below + 1}`;
    const place = { file: expander.fileIndex, line: below };
    const related = findings.related('The definition', place, elementAt(expander.lines, below).statement!);
    return findings.add('GT0301', message, expander.origin(), name, { related });
  }
  const { message, fixes } = guess(expander, name);
  findings.add('GT0301', message, expander.origin(), name, { fixes });
}

/** Line further down in this file that defines a macro. */
function lineOfLaterMacro({ lines, line }: Expander, name: string): number | undefined {
  for (const { name: kind, start } of blockStructure(lines).blocks.values()) {
    const { statement } = elementAt(lines, start);
    const defines = kind === 'macro' && statement?.kind === 'directive' && statement.names[0]?.text === name;
    if (defines && start > line) return start;
  }
  return undefined;
}

function guess(expander: Expander, name: Name): Guess {
  const brought = libraryHint(name.text, expander.program.files);
  const unknown = `There is no instruction or macro "${name.text}"`;
  if (brought !== '') return { message: unknown + brought, fixes: [] };
  const { text } = elementAt(expander.lines, expander.line);
  const rest = text.slice(name.end);
  const known = isLabelAlone(name, rest) ? undefined : foreignStatement(name.text);
  if (known !== undefined) {
    const { hint, text: meant } = known;
    const fixes = meant === undefined ? [] : fix(expander, `Write "${meant}"`, name.start, name.end, meant);
    return { message: `${unknown}; ${hint}`, fixes };
  }
  if (isLabel(expander, name, rest)) {
    return {
      message: labelWithoutColon(name.text),
      fixes: fix(expander, `Write "${name.text}:"`, name.end, name.end, ':'),
    };
  }
  if (++expander.suggestions > MAX_SUGGESTIONS) return { message: unknown, fixes: [] };
  const meant = closestName(name.text, [...mnemonics(), ...expander.program.macros.keys()]);
  if (meant === undefined) return { message: unknown, fixes: [] };
  const fixes = fix(expander, `Write "${meant}"`, name.start, name.end, meant);
  return { message: `${unknown}; did you mean "${meant}"?`, fixes };
}

/** A name at the start of a line with nothing after it but perhaps a comment. */
function isLabelAlone({ start }: Name, rest: string): boolean {
  return start === 0 && /^\s*(?:;.*|\/\/.*)?$/.test(rest);
}

/** A name at the start of a line, alone or before a statement, or one that is a symbol. */
function isLabel({ program, lines, line }: Expander, name: Name, rest: string): boolean {
  if (program.globals.has(name.text)) return true;
  if (name.start > 0 || elementAt(lines, line).labels.length > 0) return false;
  const next = /^\s*(?:;.*|\/\/.*)?$/.test(rest) ? '' : /^\s+(\.?\w+)/.exec(rest)?.[1]?.toLowerCase();
  if (next === undefined) return false;
  return next === '' || next.startsWith('.') || isMnemonic(next) || program.macros.has(next);
}

function fix({ program, fileIndex, line }: Expander, title: string, start: number, end: number, text: string): Fix[] {
  const edits = [{ file: elementAt(program.files, fileIndex).path, range: lineRange(line, start, end), newText: text }];
  return [{ title, edits }];
}
