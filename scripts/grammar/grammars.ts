/** The generated grammar files: name in `syntaxes/` and exact content. */
import { anyOf, BRANCHES, GENERATED, include, NAME, numbers, registers, STRAIGHT, type Grammar } from './rules.ts';
import { sourceGrammar } from './source-grammar.ts';

const SUFFIX = 'gigatron-listing';
const LABEL = `\\.?${NAME}(?:\\.${NAME})*`;

/**
 * The TextMate grammar of listings (`.lst`).
 *
 * A listing line is `label: AAAA OOOO  instruction` with a comment or the source line after it; the other lines are
 * labels of their own, `* … times` for runs of equal words, the lines of the head, and the address after the last word.
 */
function listingGrammar(): Grammar {
  const label = { name: `entity.name.function.label.${SUFFIX}` };
  const colon = { name: `punctuation.separator.label.${SUFFIX}` };
  return {
    comment: GENERATED,
    name: 'Gigatron Listing',
    scopeName: `text.${SUFFIX}`,
    fileTypes: [],
    patterns: [
      { match: '^\\s*\\*.*$', name: `comment.line.star.${SUFFIX}` },
      { match: ';.*$', name: `comment.line.semicolon.${SUFFIX}` },
      { match: '^\\s+(?:address|[|V])(?:\\s.*)?$', name: `comment.line.legend.${SUFFIX}` },
      { match: '^\\s+[0-9a-f]{4}$', name: `constant.other.address.${SUFFIX}` },
      {
        begin: `^(?:(${LABEL})(:))?\\s*([0-9a-f]{4})[ ]+([0-9a-f]{4})(?![\\w:])`,
        end: '$',
        beginCaptures: {
          '1': label,
          '2': colon,
          '3': { name: `constant.other.address.${SUFFIX}` },
          '4': { name: `constant.numeric.hex.word.${SUFFIX}` },
        },
        patterns: [
          { match: ';.*$', name: `comment.line.semicolon.${SUFFIX}` },
          ...include('instruction', 'number', 'register', 'symbol'),
        ],
      },
      { match: `^\\s*(${LABEL})(:)`, captures: { '1': label, '2': colon } },
    ],
    repository: {
      instruction: {
        patterns: [
          { match: `\\b(?:${anyOf(BRANCHES)})(?:\\.[0-7])?(?=\\s|$)`, name: `keyword.control.branch.${SUFFIX}` },
          { match: `\\b(?:${anyOf(STRAIGHT)})(?:\\.[0-7])?(?=\\s|$)`, name: `keyword.mnemonic.${SUFFIX}` },
        ],
      },
      number: numbers(SUFFIX),
      register: registers(SUFFIX),
      symbol: { match: `\\b${NAME}(?:\\.${NAME})*`, name: `variable.other.${SUFFIX}` },
    },
  };
}

/** Content of each generated file of `syntaxes/`, by file name. */
export function grammarFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['gigatron.tmLanguage.json', JSON.stringify(sourceGrammar(), null, 2) + '\n'],
    ['gigatron-listing.tmLanguage.json', JSON.stringify(listingGrammar(), null, 2) + '\n'],
  ]);
}
