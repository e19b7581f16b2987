/**
 * Semantic tokens: what each name is, which the grammar cannot know.
 *
 * Only names are sent. Mnemonics, numbers, texts and comments keep the colours that the grammar gives
 * them, so that a theme's finer scopes (branches, registers) are not painted over.
 */
import type { Assembly, Range, SymbolKind } from '#assembler';
import type { SemanticTokens as TokensResult, SemanticTokensDelta, SemanticTokensLegend } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { elementAt } from '#basics';
import { argumentNames, blockNames } from '../tree/block-names.ts';

/** Types and modifiers, in the order of their numbers. */
export const SEMANTIC_TOKENS_LEGEND: SemanticTokensLegend = {
  tokenTypes: ['macro', 'function', 'variable', 'parameter'],
  tokenModifiers: ['declaration', 'readonly', 'local'],
};

const DECLARATION = 1;
const READONLY = 2;
const LOCAL = 4;

const TOKENS: Readonly<Record<NameClass, readonly [type: number, modifiers: number]>> = {
  macro: [0, 0],
  label: [1, 0],
  local: [1, LOCAL],
  constant: [2, READONLY],
  variable: [2, 0],
  parameter: [3, 0],
};

/** Numbers that a token takes. */
const TOKEN_SIZE = 5;

interface Sent {
  readonly id: string;
  readonly data: Uint32Array;
}

/** The tokens last sent for each document, so that a change sends only what is new. */
export class SemanticTokens {
  private readonly sent = new Map<string, Sent>();
  private results = 0;
  /** The buffer for tokens, shared by all answers. */
  private room = new Uint32Array(1024 * TOKEN_SIZE);

  full(uri: string, view: View): TokensResult {
    const { id, data } = this.keep(uri, view);
    return { resultId: id, data: [...data] };
  }

  /** What changed since the result with that id; all tokens if it is not the last one. */
  delta(uri: string, view: View, previousResultId: string): TokensResult | SemanticTokensDelta {
    const before = this.sent.get(uri);
    if (before?.id !== previousResultId) return this.full(uri, view);
    const { id, data } = this.keep(uri, view);
    return { resultId: id, edits: differences(before.data, data) };
  }

  range(view: View, { start, end }: Range): TokensResult {
    return { data: [...this.encode(view, start.line, end.line)] };
  }

  forget(uri: string): void {
    this.sent.delete(uri);
  }

  private keep(uri: string, view: View): Sent {
    const sent = { id: String(++this.results), data: this.encode(view, 0, Infinity).slice() };
    this.sent.set(uri, sent);
    return sent;
  }

  /** The tokens of some lines in LSP's encoding, in an array that the next call overwrites. */
  private encode({ assembly, path }: { assembly: Assembly; path: string }, first: number, last: number): Uint32Array {
    let at = 0;
    let previousLine = 0;
    let previousStart = 0;
    eachClassifiedName(assembly, path, first, last, (line, start, end, nameClass, isDefinition) => {
      if (at === this.room.length) this.grow();
      const { room } = this;
      const [type, modifiers] = TOKENS[nameClass];
      room[at++] = line - previousLine;
      room[at++] = line === previousLine ? start - previousStart : start;
      room[at++] = end - start;
      room[at++] = type;
      room[at++] = modifiers | (isDefinition ? DECLARATION : 0);
      previousLine = line;
      previousStart = start;
    });
    return this.room.subarray(0, at);
  }

  private grow(): void {
    const larger = new Uint32Array(2 * this.room.length);
    larger.set(this.room);
    this.room = larger;
  }
}

/** The one edit that turns the old numbers into the new; none if they are equal. */
function differences(before: Uint32Array, after: Uint32Array): SemanticTokensDelta['edits'] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return [];
  let kept = 0;
  while (kept < most - start && before[before.length - 1 - kept] === after[after.length - 1 - kept]) kept++;
  const data = [...after.subarray(start, after.length - kept)];
  return [{ start, deleteCount: before.length - kept - start, data }];
}

type NameClass = 'macro' | 'label' | 'local' | 'constant' | 'variable' | 'parameter';

/** Receives a name: its line and columns, what it is, and whether it is defined there. */
type ClassVisitor = (line: number, start: number, end: number, nameClass: NameClass, isDefinition: boolean) => void;

const CLASSES: Readonly<Record<SymbolKind, NameClass>> = {
  label: 'label',
  local: 'local',
  vcpu: 'label',
  constant: 'constant',
  'zero-page': 'variable',
  row: 'variable',
  column: 'variable',
  frame: 'variable',
  field: 'variable',
  macro: 'macro',
};

/** Visits the names on some lines of a file, the last one included, in order of their place, each place once. */
export function eachClassifiedName(
  assembly: Assembly,
  path: string,
  first: number,
  last: number,
  visit: ClassVisitor,
): void {
  const parameters = parametersOn(assembly, path, first, last);
  let next = 0;
  let doneLine = -1;
  let doneStart = -1;
  /** Visits the parameters before a place, or at it. */
  const showParameters = (line: number, start: number): void => {
    for (; next < parameters.length; next++) {
      const parameter = elementAt(parameters, next);
      if (parameter.line > line || (parameter.line === line && parameter.start > start)) return;
      visit(parameter.line, parameter.start, parameter.end, 'parameter', parameter.isDefinition);
      doneLine = parameter.line;
      doneStart = parameter.start;
    }
  };
  assembly.symbols.eachName(path, first, last, (line, start, end, kind, isDefinition) => {
    showParameters(line, start);
    if (line === doneLine && start === doneStart) return;
    visit(line, start, end, CLASSES[kind], isDefinition);
    doneLine = line;
    doneStart = start;
  });
  showParameters(Infinity, 0);
}

interface Parameter {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly isDefinition: boolean;
}

/** Names of the blocks and of arguments on some lines, by place, each place once. */
function parametersOn(assembly: Assembly, path: string, first: number, last: number): readonly Parameter[] {
  const lines = assembly.file(path)?.lines ?? [];
  const found: Parameter[] = [];
  for (const { ranges } of blockNames(lines)) {
    for (const [index, { start, end }] of ranges.entries()) {
      if (start.line < first || start.line > last) continue;
      found.push({ line: start.line, start: start.character, end: end.character, isDefinition: index === 0 });
    }
  }
  for (const { line, name } of argumentNames(lines))
    if (line >= first && line <= last) found.push({ line, start: name.start, end: name.end, isDefinition: false });
  return found
    .sort((a, b) => a.line - b.line || a.start - b.start)
    .filter(({ line, start }, index, all) => {
      const before = all[index - 1];
      return before?.line !== line || before.start !== start;
    });
}
