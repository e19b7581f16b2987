/**
 * Hover: what a name is and its value, what an instruction does, what a directive means.
 *
 * Values come from the assembly, effects from the instruction table; nothing is computed again here.
 */
import { counted, hexDigits } from '#basics';
import { decode, formatWord, hexByte, hexWord, nearTarget } from '#isa';
import { DIRECTIVES, isTimedBlock, lineRange } from '#assembler';
import type { AssembledWord, DebugTiming, Position, SymbolDefinition, SymbolReference } from '#assembler';
import type { Hover, MarkupContent } from 'vscode-languageserver';
import { elementHelp, numberText, MNEMONIC_HELP, REGISTER_HELP, FUNCTION_HELP } from '../help/words.ts';
import { effectOf, vcpuHelp } from '../help/instruction-effect.ts';
import { codeBlock, plain } from '../help/markdown.ts';
import { describeRoutine, handlerAt, verdictsAt } from '../help/routines.ts';
import { describeDefine, describeSymbol } from '../help/symbols.ts';
import type { View } from '../project/view.ts';
import { referenceAt } from '../tree/reference-at.ts';
import { localNameAt } from '../tree/parameters.ts';
import { valueHelp, wordHelp } from './hover-words.ts';
import { callsOf } from './call-hierarchy.ts';
import { placeAt, symbolAt, type Place } from '../tree/places.ts';
import { setAt } from '../tree/sets.ts';

/** How many words of a line are listed. */
const MOST_WORDS = 8;
/** How many words of a macro call are listed. */
const MOST_EXPANDED = 24;
/** How many steps of a verdict's path are listed; the last ones are. */
const MOST_STEPS = 40;

interface MarkdownHover extends Hover {
  readonly contents: MarkupContent;
}

/** What to show at a position; null for nothing. */
export function hover(view: View, position: Position): MarkdownHover | null {
  const local = localNameAt(view.assembly, view.path, position)?.block;
  if (local !== undefined) return markdown(`**${plain(local.name)}** — ${plain(local.description)}`, undefined);
  const reference = referenceAt(view.assembly, view.path, position);
  if (reference !== undefined) return symbolHover(view, reference);
  const set = setAt(view.assembly, view.path, position);
  if (set !== undefined) return markdown(codeBlock(set.text, 'gigatron'), undefined);
  const define = defineHover(view, position);
  if (define !== undefined) return define;
  const place = placeAt(view, position);
  const text = place === undefined ? '' : placeText(view, position.line, place);
  if (place !== undefined && text !== '') return markdown(text, place.range);
  const help = wordHelp(view, position) ?? valueHelp(view, position);
  return help === undefined ? null : markdown(help.text, help.range);
}

/** A constant that comes from the settings, not from a source. */
function defineHover(view: View, position: Position): MarkdownHover | undefined {
  const statement = view.file.lines[position.line]?.statement;
  const symbol = statement === undefined ? undefined : symbolAt(statement, position.character);
  const value = symbol === undefined ? undefined : view.settings.defines[symbol.name];
  if (symbol === undefined || value === undefined) return undefined;
  return markdown(describeDefine(symbol.name, value), lineRange(position.line, symbol.start, symbol.end));
}

function symbolHover(view: View, reference: SymbolReference): MarkdownHover {
  const { definition } = reference;
  const parts = [describeSymbol(view.assembly, definition)];
  if (definition.documentation !== '') parts.push(codeBlock(definition.documentation, 'text'));
  if (definition.kind === 'macro') parts.push(...expansionText(view, reference));
  if (definition.kind === 'label') {
    const facts = describeRoutine(view.assembly, definition, callsOf(view.assembly, definition));
    if (facts !== '') parts.push(facts);
  }
  if (!reference.isDefinition) parts.push(plain(originOf(view, definition)));
  return markdown(parts.join('\n\n'), reference.range);
}

function expansionText(view: View, { file, range, isDefinition }: SymbolReference): string[] {
  if (isDefinition) return [];
  const site = view.assembly.expansionsAt(file, range.start.line).find(({ kind }) => kind === 'macro');
  if (site === undefined || site.words.length === 0) return [];
  const listed = listing(site.words, MOST_EXPANDED, (line, { address, word }) => {
    return `${line}  ${formatWord(word, { address, inDelaySlot: false })}`;
  });
  return [listed, countOf(site.words)];
}

function originOf(view: View, definition: SymbolDefinition): string {
  if (definition.file === view.path) return `Line ${definition.range.start.line + 1}`;
  return `${definition.file.slice(definition.file.lastIndexOf('/') + 1)}, line ${definition.range.start.line + 1}`;
}

function placeText(view: View, line: number, place: Place): string {
  switch (place.kind) {
    case 'mnemonic':
      return mnemonicText(view, line, place.name);
    case 'vcpu':
      return vcpuText(view, line, place.name);
    case 'directive':
      return directiveText(view, line, place.name);
    case 'element':
      return helpText(place.name, elementHelp(place.name));
    case 'register':
      return helpText(place.name.toUpperCase(), REGISTER_HELP[place.name] ?? '');
    case 'function': {
      const known = FUNCTION_HELP.get(place.name);
      return helpText(`${place.name}()`, known && `${known.summary}; takes ${known.usage}`);
    }
    case 'number':
      return numberText(place.value);
  }
}

function helpText(name: string, help: string | undefined): string {
  return help === undefined ? '' : `**${name}** — ${help}`;
}

function mnemonicText(view: View, line: number, name: string): string {
  const [first] = view.assembly.wordsAt(view.path, line);
  if (first === undefined) return helpText(name, (MNEMONIC_HELP as Readonly<Record<string, string>>)[name]);
  const { opcode, operand } = decode(first.word);
  const isNear = opcode.operation === 'jump' && opcode.condition !== 'far' && opcode.bus === 'd';
  const effect = effectOf(opcode, isNear ? hexWord(nearTarget(first.address, operand)) : hexByte(operand));
  const isPlain = opcode.operation === 'jump' || opcode.mnemonic === 'nop';
  const head = isPlain ? `**${name}**` : helpText(name, MNEMONIC_HELP[opcode.mnemonic]);
  return [head, codeBlock(effect, 'text'), wordList(view, line)].join('\n\n');
}

/** An instruction of the vCPU, and the words that hold its bytes. */
function vcpuText(view: View, line: number, name: string): string {
  const { usage, summary } = vcpuHelp(name) ?? { usage: name, summary: '' };
  const words = view.assembly.wordsAt(view.path, line).slice(0, MOST_WORDS);
  const bytes = words.map(({ address, word }) => wordLine(address, word));
  const head = helpText(usage, plain(summary));
  return bytes.length === 0 ? head : `${head}\n\n${codeBlock(bytes.join('\n'), 'text')}`;
}

function directiveText(view: View, line: number, name: string): string {
  const help = DIRECTIVES[name];
  const parts = help === undefined ? [] : [codeBlock(`.${name} ${help.usage}`.trimEnd(), 'gigatron'), help.summary];
  const timing = timingText(view, line);
  if (timing !== '') parts.push(timing);
  const words = wordList(view, line);
  if (words !== '') parts.push(words);
  return parts.join('\n\n');
}

/** Verdicts of the timing proof on the check or assertion of a line. */
function timingText(view: View, line: number): string {
  const handler = handlerAt(view, line, () => view.assembly.checked().handler);
  if (handler !== undefined) return `**The video handler is ${handler.verdict}** — ${handler.detail}`;
  const verdicts = verdictsAt(view, line, () => view.assembly.checked().timing);
  if (verdicts.length === 0) return '';
  const { diagnostics } = view.assembly.checked();
  const here = diagnostics.filter(({ file, range }) => file === view.path && range.start.line === line);
  const found = new Set(here.map(({ message }) => message));
  return verdicts.map((verdict) => verdictText(verdict, found)).join('\n\n');
}

/** A verdict and its reason, unless the editor shows that as a finding beside it; then the end of a path as a table. */
function verdictText({ kind, cycles, verdict, detail }: DebugTiming, found: ReadonlySet<string>): string {
  const [reason = '', ...steps] = detail.split('\n');
  const isTold = reason === '' || (steps.length > 0 && found.has(reason));
  const head = `**${verdict}** — ${counted(cycles, 'cycle')}${isTold ? '' : `: ${plain(reason)}`}`;
  if (steps.length === 0) return head;
  const before = Math.max(0, steps.length - MOST_STEPS);
  const rows = [
    isTimedBlock(kind) ? 'cycle' : 'cycle  left',
    ...(before > 0 ? [`… ${before} before`] : []),
    ...steps.slice(before),
  ];
  return `${head}\n\n${codeBlock(rows.join('\n'), 'text')}`;
}

/** The words that a line assembled to, with their cost: every word takes one cycle. */
function wordList(view: View, line: number): string {
  const words = view.assembly.wordsAt(view.path, line);
  if (words.length === 0) return '';
  return `${listing(words, MOST_WORDS)}\n\n${countOf(words)}`;
}

/** The first words of some, one to a line, and how many there are besides. */
function listing(
  words: readonly AssembledWord[],
  most: number,
  lineOf = (line: string, _word: AssembledWord): string => line,
): string {
  const shown = words.slice(0, most).map((each) => lineOf(wordLine(each.address, each.word), each));
  const rest = words.length > most ? [`… ${words.length - most} more`] : [];
  return codeBlock([...shown, ...rest].join('\n'), 'text');
}

function wordLine(address: number, word: number): string {
  return `${hexWord(address)}  ${hexDigits(word, 4)}`;
}

function countOf({ length }: readonly AssembledWord[]): string {
  return length === 1 ? '1 cycle' : `${length} words, one cycle each time a word executes`;
}

function markdown(value: string, range: Hover['range']): MarkdownHover {
  const contents = { kind: 'markdown' as const, value };
  return range === undefined ? { contents } : { contents, range };
}
