/** Tokenizes with the project's TextMate grammars and the engine that VS Code uses. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IRawGrammar } from 'vscode-textmate';
import { projectText } from '../project.ts';

const FILES: Readonly<Record<string, string>> = {
  'source.gigatron': 'gigatron.tmLanguage.json',
  'text.gigatron-listing': 'gigatron-listing.tmLanguage.json',
};

/** A piece of a line and its innermost scope, without the language's suffix. */
export type ScopedText = readonly [text: string, scope: string];

/** Makes a function that tokenizes a text by lines, leaving out white space that has no scope of its own. */
export async function tokenizer(scopeName: string): Promise<(text: string) => ScopedText[][]> {
  const engine = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(engine).buffer as ArrayBuffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: (name) => Promise.resolve(readGrammar(name)),
  });
  const grammar = await registry.loadGrammar(scopeName);
  if (grammar === null) throw new Error(`no grammar ${scopeName}`);
  const suffix = scopeName.slice(scopeName.indexOf('.'));
  return (text) => {
    let state = textmate.INITIAL;
    return text.split('\n').map((line) => {
      const result = grammar.tokenizeLine(line, state);
      state = result.ruleStack;
      return result.tokens
        .map((token): ScopedText => {
          const scope = token.scopes.at(-1) ?? '';
          return [line.slice(token.startIndex, token.endIndex), scope === scopeName ? '' : scope.replace(suffix, '')];
        })
        .filter(([piece, scope]) => piece.trim() !== '' || scope !== '');
    });
  };
}

function readGrammar(scopeName: string): IRawGrammar | null {
  const file = FILES[scopeName];
  if (file === undefined) return null;
  return textmate.parseRawGrammar(projectText('syntaxes', file), file);
}
