/**
 * Semantic tokens: what each name is, which the grammar cannot know.
 *
 * Only names are sent. Mnemonics, numbers, texts and comments keep the colours that the grammar gives
 * them, so that a theme's finer scopes (branches, registers) are not painted over.
 */
import type { Range } from '#assembler';
import {
  SemanticTokensBuilder,
  type SemanticTokens as TokensResult,
  type SemanticTokensDelta,
  type SemanticTokensLegend,
} from 'vscode-languageserver';
import type { View } from '../project/view.ts';
import { classifyNames, type ClassifiedName, type NameClass } from '../tree/name-classes.ts';

/** Types and modifiers, in the order of their numbers. */
export const SEMANTIC_TOKENS_LEGEND: SemanticTokensLegend = {
  tokenTypes: ['macro', 'function', 'variable', 'parameter'],
  tokenModifiers: ['declaration', 'readonly', 'local'],
};

const DECLARATION = 1;
const READONLY = 2;
const LOCAL = 4;

/** Type and modifiers of each class. */
const CLASSES: Readonly<Record<NameClass, readonly [type: number, modifiers: number]>> = {
  macro: [0, 0],
  label: [1, 0],
  local: [1, LOCAL],
  constant: [2, READONLY],
  variable: [2, 0],
  parameter: [3, 0],
};

/** The tokens last sent for each document, so that a change sends only what is new. */
export class SemanticTokens {
  private readonly builders = new Map<string, SemanticTokensBuilder>();

  /** All tokens of a document. */
  full(uri: string, view: View): TokensResult {
    const builder = new SemanticTokensBuilder();
    this.builders.set(uri, builder);
    for (const token of classifyNames(view.assembly, view.path)) push(builder, token);
    return builder.build();
  }

  /** What changed since the result of that name; all tokens where it is not the last one. */
  delta(uri: string, view: View, previousResultId: string): TokensResult | SemanticTokensDelta {
    const builder = this.builders.get(uri);
    if (builder === undefined) return this.full(uri, view);
    builder.previousResult(previousResultId);
    for (const token of classifyNames(view.assembly, view.path)) push(builder, token);
    return builder.buildEdits();
  }

  /** The tokens of some lines. */
  range(view: View, { start, end }: Range): TokensResult {
    const builder = new SemanticTokensBuilder();
    for (const token of classifyNames(view.assembly, view.path, start.line, end.line)) push(builder, token);
    return builder.build();
  }

  /** Forgets a closed document. */
  forget(uri: string): void {
    this.builders.delete(uri);
  }
}

function push(
  builder: SemanticTokensBuilder,
  { line, start, end, class: nameClass, isDefinition }: ClassifiedName,
): void {
  const [type, modifiers] = CLASSES[nameClass];
  builder.push(line, start, end - start, type, modifiers | (isDefinition ? DECLARATION : 0));
}
