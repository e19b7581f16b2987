import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface LanguageConfiguration {
  readonly wordPattern: string;
  readonly folding: { readonly markers: { readonly start: string; readonly end: string } };
  readonly indentationRules: { readonly increaseIndentPattern: string; readonly decreaseIndentPattern: string };
}

const file = join(import.meta.dirname, '../../syntaxes/language-configuration.json');
const configuration = JSON.parse(readFileSync(file, 'utf8')) as LanguageConfiguration;

describe('language configuration', () => {
  it('takes a local label with its dot, and a number with its base, as one word', () => {
    const words = '  bra  .next+$1F ; %0101'.match(new RegExp(configuration.wordPattern, 'g'));
    expect(words).toEqual(['bra', '.next', '$1F', '%0101']);
  });

  it.each(['proc draw', 'MACRO add a', 'repeat 3', 'for v in 1..8', 'if x', 'onepage', 'lookup t', 'frame f, 1..2 at 0 bytes 4'])(
    'folds a block from .%s to its end',
    (opening) => {
      const { start, end } = configuration.folding.markers;
      expect(`  .${opening}`).toMatch(new RegExp(start));
      expect(`  .end${opening.split(' ')[0]!}`).toMatch(new RegExp(end));
      expect(`  .end${opening.split(' ')[0]!}`).not.toMatch(new RegExp(start));
    },
  );

  it('indents after a label that is alone, and outdents a label', () => {
    const { increaseIndentPattern, decreaseIndentPattern } = configuration.indentationRules;
    expect('loop: ; again').toMatch(new RegExp(increaseIndentPattern));
    expect('loop: nop').not.toMatch(new RegExp(increaseIndentPattern));
    expect('        .next:').toMatch(new RegExp(decreaseIndentPattern));
    expect('        bra  :-').not.toMatch(new RegExp(decreaseIndentPattern));
  });
});
