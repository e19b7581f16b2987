/** The generated grammar files: name in `syntaxes/` and exact content. */
import { listingGrammar } from './listing-grammar.ts';
import { sourceGrammar } from './source-grammar.ts';

/** Content of each generated file of `syntaxes/`, by file name. */
export function grammarFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['gigatron.tmLanguage.json', JSON.stringify(sourceGrammar(), null, 2) + '\n'],
    ['gigatron-listing.tmLanguage.json', JSON.stringify(listingGrammar(), null, 2) + '\n'],
  ]);
}
