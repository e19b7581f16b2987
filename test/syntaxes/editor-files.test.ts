import { describe, expect, it } from 'vitest';
import { assembleUnchecked } from '#test/assembler/assembled-text.ts';
import { projectText } from '#test/project.ts';

interface Snippet {
  readonly prefix: string;
  readonly body: readonly string[];
}

const snippets = Object.entries(JSON.parse(projectText('syntaxes/snippets.json')) as Record<string, Snippet>);
/** What a snippet may leave to the user: names, and the account and trampoline of time checks. */
const LEFT_OPEN = /^GT(0201|08\d\d|0705)$/;

/** The text that a snippet inserts, with all placeholders unchanged. */
function inserted({ body }: Snippet): string {
  return body
    .join('\n')
    .replace(/(?<!\\)\$\d/g, '')
    .replace(/\$\{\d+:((?:\\.|[^}])*)\}/g, (_, text: string) => text.replace(/\\(.)/g, '$1'));
}

describe('snippets', () => {
  it.each(snippets)('%s is in the language', (_, snippet) => {
    const { diagnostics } = assembleUnchecked(`zone:\n${inserted(snippet)}\n`);
    expect(diagnostics.filter(({ code }) => !LEFT_OPEN.test(code))).toEqual([]);
  });

  it('have prefixes of their own', () => {
    expect(new Set(snippets.map(([, { prefix }]) => prefix)).size).toBe(snippets.length);
  });
});

describe('the language configuration', () => {
  interface LanguageConfiguration {
    readonly wordPattern: string;
    readonly folding: { readonly markers: { readonly start: string; readonly end: string } };
    readonly indentationRules: { readonly increaseIndentPattern: string; readonly decreaseIndentPattern: string };
    readonly onEnterRules: readonly { readonly beforeText: string; readonly action: { readonly indent: string } }[];
  }

  const configuration = JSON.parse(projectText('syntaxes/language-configuration.json')) as LanguageConfiguration;

  it('takes a local label with its dot, and a number with its base, as one word', () => {
    const words = '  bra  .next+$1F ; %0101'.match(new RegExp(configuration.wordPattern, 'g'));
    expect(words).toEqual(['bra', '.next', '$1F', '%0101']);
  });

  it.each([
    ...['proc draw', 'MACRO add a', 'repeat 3', 'for v in 1..8', 'if x', 'onepage', 'lookup t'],
    'frame f, 1..2 at 0 bytes 4',
  ])('folds a block from .%s to its end', (opening) => {
    const { start, end } = configuration.folding.markers;
    expect(`  .${opening}`).toMatch(new RegExp(start));
    expect(`  .end${opening.split(' ')[0]!}`).toMatch(new RegExp(end));
    expect(`  .end${opening.split(' ')[0]!}`).not.toMatch(new RegExp(start));
  });

  it('indents after a label that is alone, and outdents a label', () => {
    const { increaseIndentPattern, decreaseIndentPattern } = configuration.indentationRules;
    expect('loop: ; again').toMatch(new RegExp(increaseIndentPattern));
    expect('loop: nop').not.toMatch(new RegExp(increaseIndentPattern));
    expect('        .next:').toMatch(new RegExp(decreaseIndentPattern));
    expect('        bra  :-').not.toMatch(new RegExp(decreaseIndentPattern));
  });

  it('goes on in the column of statements below a statement with a label', () => {
    const indents = (line: string): string | undefined =>
      configuration.onEnterRules.find(({ beforeText }) => new RegExp(beforeText).test(line))?.action.indent;
    for (const line of ['main:   .check .end', '.edge:  .wait 3 ; at the edge', ':       nop']) {
      expect(indents(line)).toBe('indent');
    }
    for (const line of ['SIZE = 4', 'loop: ; again', 'loop: // again', '        bra  :-']) {
      expect(indents(line)).toBeUndefined();
    }
  });
});
