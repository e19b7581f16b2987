/**
 * Hovers for words that are not names of the program: keys of declarations and tests, bits of sets, codes of findings,
 * paths, and words of routine headers. Also for what is calculated: operators, `*`, anonymous labels.
 */
import { DIAGNOSTIC_CODES, lineRange } from '#assembler';
import type { DiagnosticCode, DirectiveStatement, Expression, Position, Range, Span } from '#assembler';
import { hexWord } from '#isa';
import {
  elementHelp,
  numberText,
  REGISTER_HELP,
  headerHelp,
  keyHelp,
  setBitHelp,
  testPlaceHelp,
} from '../help/words.ts';
import { codeSpan } from '../help/markdown.ts';
import type { View } from '../project/view.ts';
import { headerWordAt } from '../tree/header-names.ts';
import { covers, expressionParts } from '../tree/places.ts';

interface WordHelp {
  readonly text: string;
  readonly range: Range;
}

/** How many values of one expression are listed. */
const MOST_VALUES = 4;

/** Help on the word at a position that is neither a name of the program nor an instruction. */
export function wordHelp(view: View, position: Position): WordHelp | undefined {
  const statement = view.file.lines[position.line]?.statement;
  const found = statement?.kind === 'directive' ? directiveWord(view, statement, position) : undefined;
  return found ?? headerWord(view, position);
}

/** The value of the innermost expression at a position. */
export function valueHelp(view: View, { line, character }: Position): WordHelp | undefined {
  const statement = view.file.lines[line]?.statement;
  const [expression] = (statement === undefined ? [] : expressionParts(statement))
    .filter((part) => covers(part, character) && part.kind !== 'error' && part.kind !== 'string')
    .sort((a, b) => a.end - a.start - (b.end - b.start));
  if (expression === undefined) return undefined;
  const isLabel = expression.kind === 'anonymous';
  const text = isLabel ? anonymousText(view, line, expression.distance) : valueText(view, line, expression);
  return text === '' ? undefined : { text, range: lineRange(line, expression.start, expression.end) };
}

function anonymousText(view: View, line: number, distance: number): string {
  return view.assembly
    .anonymousFrom(view.path, line, distance)
    .slice(0, MOST_VALUES)
    .map((place) => `**:** — anonymous label, ROM \`${hexWord(place.address)}\`, line ${place.line + 1}`)
    .join('\n\n');
}

function valueText(view: View, line: number, expression: Expression): string {
  const written = view.file.lines[line]?.text.slice(expression.start, expression.end) ?? '';
  return view.assembly
    .valuesOn(view.path, line, expression)
    .slice(0, MOST_VALUES)
    .map(
      ({ value, isAddress }) =>
        `${codeSpan(written)} — ${isAddress ? `address \`${hexWord(value)}\`` : numberText(value)}`,
    )
    .join('\n\n');
}

function directiveWord(view: View, statement: DirectiveStatement, { line, character }: Position): WordHelp | undefined {
  const help = (span: Span, text: string | undefined): WordHelp | undefined =>
    text === undefined || text === '' ? undefined : { text, range: lineRange(line, span.start, span.end) };
  const key = statement.keys.find((word) => covers(word, character));
  if (key !== undefined) return help(key, keyText(statement.name, key.key, key.value));
  const text = statement.texts.findIndex((word) => covers(word, character));
  const word = statement.texts[text];
  if (word !== undefined)
    return help(word, statement.name === 'set' ? setBitHelp(word.text, text) : pathText(view, line, word.text));
  const name = statement.names.find((each) => covers(each, character));
  if (name === undefined) return undefined;
  if (statement.name === 'lint') return help(name, codeText(name.text));
  return statement.relation === undefined ? undefined : help(name, testPlaceHelp(name.text));
}

function keyText(directive: string, key: string, value: string): string | undefined {
  const text = keyHelp(directive, key, value);
  if (text === undefined) return undefined;
  const element = key === 'element' ? elementHelp(value) : undefined;
  if (element !== undefined) return `${text}\n\n**${value}** — ${element}`;
  const number = /^(?:\$|0x)([\da-f]+)$|^(\d+)$/i.exec(value);
  if (number === null) return text;
  return `${text}\n\n${numberText(number[1] === undefined ? Number(number[2]) : parseInt(number[1], 16))}`;
}

function codeText(code: string): string | undefined {
  const name = code.toUpperCase() as DiagnosticCode;
  if (!Object.hasOwn(DIAGNOSTIC_CODES, name)) return undefined;
  const [severity, title] = DIAGNOSTIC_CODES[name];
  return `**${name}** — ${title} (${severity})`;
}

/** What the named file contributes: lines of a source, words of an image. */
function pathText(view: View, line: number, path: string): string {
  const site = view.assembly.expansionsAt(view.path, line).find(({ kind }) => kind === 'include');
  const words = site?.words ?? view.assembly.wordsAt(view.path, line);
  return `**${path}** — ${words.length === 1 ? '1 word' : `${words.length} words`}`;
}

function headerWord(view: View, position: Position): WordHelp | undefined {
  const word = headerWordAt(view.file.lines, position);
  if (word === undefined) return undefined;
  if (word.kind === 'key') return { text: headerHelp(word.text), range: word.range };
  const register = REGISTER_HELP[word.text.toLowerCase()];
  return register === undefined ? undefined : { text: `**${word.text}** — ${register}`, range: word.range };
}
