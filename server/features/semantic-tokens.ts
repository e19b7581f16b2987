/**
 * Semantic tokens: what each name is, which the grammar cannot know.
 *
 * Only names are sent. Mnemonics, numbers, texts and comments keep the colours that the grammar gives
 * them, so that a theme's finer scopes (branches, registers) are not painted over.
 */
import type { Assembly, Range } from '#assembler';
import type { SemanticTokens as TokensResult, SemanticTokensDelta, SemanticTokensLegend } from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { eachClassifiedName, type NameClass } from '../tree/name-classes.ts';

/** Types and modifiers, in the order of their numbers. */
export const SEMANTIC_TOKENS_LEGEND: SemanticTokensLegend = {
  tokenTypes: ['macro', 'function', 'variable', 'parameter'],
  tokenModifiers: ['declaration', 'readonly', 'local'],
};

const DECLARATION = 1;
const READONLY = 2;
const LOCAL = 4;

const CLASSES: Readonly<Record<NameClass, readonly [type: number, modifiers: number]>> = {
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
      const [type, modifiers] = CLASSES[nameClass];
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
