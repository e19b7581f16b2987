/**
 * Semantic tokens: what each name is, which the grammar cannot know.
 *
 * Only names are sent. Mnemonics, numbers, texts and comments keep the colours that the grammar gives
 * them, so that a theme's finer scopes (branches, registers) are not painted over.
 */
import type { Assembly, Range } from '#assembler';
import { SemanticTokensBuilder } from 'vscode-languageserver';
import type { SemanticTokens as TokensResult, SemanticTokensDelta, SemanticTokensLegend } from 'vscode-languageserver';
import { KINDS, type TokenClass } from '../help/symbols.ts';
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

const TOKENS: Readonly<Record<TokenClass, readonly [type: number, modifiers: number]>> = {
  macro: [0, 0],
  label: [1, 0],
  local: [1, LOCAL],
  constant: [2, READONLY],
  variable: [2, 0],
  parameter: [3, 0],
};

/** The tokens last sent for each document, so that a change sends only what is new. */
export class SemanticTokens {
  private readonly sent = new Map<string, { readonly resultId: string; readonly data: number[] }>();
  private results = 0;

  full(uri: string, view: View): TokensResult {
    const result = { resultId: String(++this.results), data: tokensOn(view, 0, Infinity) };
    this.sent.set(uri, result);
    return result;
  }

  /** What changed since the result with that id; all tokens if it is not the last one. */
  delta(uri: string, view: View, previousResultId: string): TokensResult | SemanticTokensDelta {
    const before = this.sent.get(uri);
    const { resultId = '', data } = this.full(uri, view);
    if (before?.resultId !== previousResultId) return { resultId, data };
    return { resultId, edits: differences(before.data, data) };
  }

  range(view: View, { start, end }: Range): TokensResult {
    return { data: tokensOn(view, start.line, end.line) };
  }

  forget(uri: string): void {
    this.sent.delete(uri);
  }
}

/** The tokens of some lines in LSP's encoding. */
function tokensOn({ assembly, path }: View, first: number, last: number): number[] {
  const builder = new SemanticTokensBuilder();
  eachClassifiedName(assembly, path, first, last, (line, start, end, token, isDefinition) => {
    const [type, modifiers] = TOKENS[token];
    builder.push(line, start, end - start, type, modifiers | (isDefinition ? DECLARATION : 0));
  });
  return builder.build().data;
}

/** The one edit that turns the old numbers into the new; none if they are equal. */
function differences(before: readonly number[], after: readonly number[]): SemanticTokensDelta['edits'] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return [];
  let kept = 0;
  while (kept < most - start && before[before.length - 1 - kept] === after[after.length - 1 - kept]) kept++;
  const data = after.slice(start, after.length - kept);
  return [{ start, deleteCount: before.length - kept - start, data }];
}

/** Receives a name: its line and columns, what it is, and whether it is defined there. */
type ClassVisitor = (line: number, start: number, end: number, token: TokenClass, isDefinition: boolean) => void;

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
    visit(line, start, end, KINDS[kind].token, isDefinition);
    doneLine = line;
    doneStart = start;
  });
  showParameters(Infinity, 0);
}

/** Names of the blocks and of arguments on some lines, by place, each place once. */
function parametersOn(assembly: Assembly, path: string, first: number, last: number) {
  const lines = assembly.file(path)?.lines ?? [];
  const found: { line: number; start: number; end: number; isDefinition: boolean }[] = [];
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
