/**
 * Grammar and assembler agree on every line of the engine, the samples and the documentation: where the comment begins,
 * what the labels are, and what kind of statement it is.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble, type ParsedLine } from '#assembler';
import { tokenizer, type ScopedText } from '#test/syntaxes/tokenize.ts';
import { projectText, PROJECT } from '#test/project.ts';

const tokenize = await tokenizer('source.gigatron');

function sourcesBelow(folder: string): [string, string][] {
  return readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.gtasm'))
    .map((name) => [`${folder}/${name}`, projectText(folder, name)]);
}

const examples = [...projectText('docs/language.md').matchAll(/```gtasm\n([^]*?)```/g)];
const SOURCES: [string, string][] = [
  ...sourcesBelow('engine-asm'),
  ...sourcesBelow('samples'),
  ...examples.map((match, index): [string, string] => [`example ${index + 1} of docs/language.md`, match[1]!]),
];

/** The parsed lines of a text, without what it includes. */
function linesOf(text: string): readonly ParsedLine[] {
  const host = { read: (path: string) => (path === 'source' ? { text } : failure('not read here')) };
  return assemble('source', host, { check: false }).file('source')!.lines;
}

/** The first token after the labels. */
function statementToken(tokens: readonly ScopedText[]): ScopedText | undefined {
  return tokens.find(([, scope]) => !/label|comment/.test(scope) || scope.startsWith('variable'));
}

function expectedScope({ statement }: ParsedLine): RegExp | undefined {
  switch (statement?.kind) {
    case 'instruction':
      return /^keyword\.(mnemonic|control\.branch)$/;
    case 'directive':
      return /^keyword\.control\./;
    case 'call':
      return /^(entity\.name\.function\.macro|keyword\.mnemonic\.vcpu)$/;
    case 'constant':
      return /^variable\.other\.constant$/;
    case undefined:
      return undefined;
  }
}

describe('grammar and assembler', () => {
  it('have sources to compare', () => expect(SOURCES.length).toBeGreaterThan(20));

  it.each(SOURCES)('agree on %s', (_, text) => {
    const tokens = tokenize(text.trimEnd());
    linesOf(text.trimEnd()).forEach((line, index) => {
      if (line.problems.length > 0) return;
      const found = tokens[index]!;
      const comment = found.filter(([, scope]) => scope.startsWith('comment')).map(([piece]) => piece);
      expect(comment.join(''), line.text).toBe(line.comment < 0 ? '' : line.text.slice(line.comment));
      const labels = found.filter(([, scope]) => /^entity\.name\.function\.label(\.local)?$/.test(scope));
      expect(labels.map(([piece]) => piece), line.text).toEqual(line.labels.map((label) => label.text).filter(Boolean));
      const scope = expectedScope(line);
      if (scope !== undefined) expect(statementToken(found)?.[1], line.text).toMatch(scope);
    });
  });
});
