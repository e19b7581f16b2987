/** The language server on the engine's sources: every name of every file, through the real protocol. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  DocumentSymbol,
  Hover,
  Location,
  Position,
  SymbolInformation,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { assemble, isMnemonic, LIBRARY_NAMES, readLibrary, type Assembly, type SourceHost } from '#assembler';
import { errorsOf, LanguageClient } from '#test/server/language-client.ts';
import { applied, textIn } from '#test/server/language-fixture.ts';

const FOLDER = join(import.meta.dirname, '../../engine-asm');
const MAIN = readFileSync(join(FOLDER, 'main.gtasm'), 'utf8');
const FILES = ['main.gtasm', ...[...MAIN.matchAll(/\.include "([^"]+)"/g)].map((match) => match[1]!)];
const uriOf = (name: string): string => pathToFileURL(join(FOLDER, name)).toString();
const TEXTS = new Map(FILES.map((name) => [uriOf(name), readFileSync(join(FOLDER, name), 'utf8')]));

let client: LanguageClient;
beforeAll(async () => {
  client = await LanguageClient.start({ folder: FOLDER });
  for (const [uri, text] of TEXTS) await client.open(uri, text);
});
afterAll(() => client.stop());

/** The text of a source, including libraries. */
function textOf(uri: string): string {
  const library = LIBRARY_NAMES.find((name) => uri === `gigatron-library:/${name}.gtasm`);
  const source = library === undefined ? { text: TEXTS.get(uri) } : readLibrary(library);
  return ('text' in source ? source.text : undefined) ?? '';
}

/** One out of this many symbols is renamed. */
const EVERY = 60;
/** How many symbols are renamed before the engine is assembled again. */
const TOGETHER = 25;
/** Labels whose locals are named in full elsewhere. */
const QUALIFIED = ['generateCastling', 'paintCharacter'];

/**
 * The engine, from texts by URI; images that it includes come from the disk.
 * @param before an assembly of other texts, which makes this one quick
 */
function assembled(texts: ReadonlyMap<string, string>, before?: Assembly): Assembly {
  const host: SourceHost = {
    read: (path) => {
      const text = texts.get(uriOf(path));
      return text === undefined ? { bytes: readFileSync(join(FOLDER, path)) } : { text };
    },
  };
  return assemble('main.gtasm', host, { check: false }, before);
}

interface Word {
  readonly line: number;
  readonly character: number;
  readonly word: string;
}

/** Words that may be names, outside comments and texts: the first and the last place of each. */
function namesIn(text: string): Word[] {
  const first = new Map<string, Word>();
  const last = new Map<string, Word>();
  text.split('\n').forEach((line, number) => {
    const code = line.replace(/;.*|\/\/.*|"[^"]*"/g, (match) => ' '.repeat(match.length));
    for (const { index, 0: word } of code.matchAll(/(?<![\w.$%])\.?[A-Za-z_]\w*(?:\.\w+)*/g)) {
      if (isMnemonic(word)) continue;
      const place = { line: number, character: index, word };
      if (!first.has(word)) first.set(word, place);
      last.set(word, place);
    }
  });
  return [...new Set([...first.values(), ...last.values()])];
}

/** The lines with references to what is defined at a place, by that place. */
const references = new Map<string, Set<string>>();

/**
 * Whether a place is among the references to a definition. The server is asked for them at the first place that leads
 * there, since some names have thousands; and again at one that is not among them, since a macro has another local
 * label for each call.
 */
async function isReference(definition: Location, uri: string, position: Position): Promise<boolean> {
  const key = `${definition.uri}:${definition.range.start.line}:${definition.range.start.character}`;
  const here = `${uri}:${position.line}`;
  const known = references.get(key) ?? new Set();
  references.set(key, known);
  if (known.has(here)) return true;
  const context = { includeDeclaration: true };
  const found = await client.request<Location[]>('textDocument/references', uri, { position, context });
  for (const use of found) known.add(`${use.uri}:${use.range.start.line}`);
  return known.has(here);
}

describe('the engine', () => {
  it('is one program with the main file at its head', async () => {
    for (const uri of TEXTS.keys()) {
      const answer = await client.send<{ uri: string }>('gigatron/mainFile', { uri });
      expect(answer.uri, uri).toBe(uriOf('main.gtasm'));
    }
  });

  it.each(FILES)('%s has no errors', async (name) => {
    const diagnostics = await client.diagnostics(uriOf(name));
    expect(errorsOf(diagnostics)).toEqual([]);
  });

  it.each(FILES)(
    '%s: each name that has a definition is found there, among its references, with a hover',
    async (name) => {
      const uri = uriOf(name);
      const names = namesIn(TEXTS.get(uri)!).map(({ word, line, character }) => {
        const position = { line, character: character + word.lastIndexOf('.') + 1 };
        return { word, position, at: `${word} at line ${line + 1}` };
      });
      const ask = <R>(method: string): Promise<R[]> =>
        Promise.all(names.map(({ position }) => client.request<R>(`textDocument/${method}`, uri, { position })));
      const targets = await ask<Location | null>('definition');
      const hovers = await ask<Hover | null>('hover');
      let found = 0;
      for (const [index, { word, position, at }] of names.entries()) {
        const target = targets[index]!;
        if (target === null || target.range.end.line + target.range.end.character === 0) continue;
        found++;
        const last = word.slice(word.lastIndexOf('.') + 1);
        expect(textIn(textOf(target.uri), target.range).split('.').at(-1), at).toBe(last);
        expect(hovers[index], at).not.toBeNull();
        expect(await isReference(target, uri, position), at).toBe(true);
      }
      if (name !== 'main.gtasm') expect(found).toBeGreaterThan(0);
    },
  );

  it.each(FILES)('%s has an outline whose names are where it says', async (name) => {
    const text = TEXTS.get(uriOf(name))!;
    const check = (symbols: readonly DocumentSymbol[]): number =>
      symbols.reduce((count, symbol) => {
        expect(textIn(text, symbol.selectionRange).split('.').at(-1)).toBe(symbol.name.split('.').at(-1));
        return count + 1 + check(symbol.children ?? []);
      }, 0);
    const symbols = await client.request<DocumentSymbol[]>('textDocument/documentSymbol', uriOf(name));
    if (name !== 'main.gtasm') expect(check(symbols)).toBeGreaterThan(0);
  });

  describe('under other names', () => {
    const program = assembled(TEXTS);
    let last: Assembly | undefined;
    // A library that uses a name cannot be changed.
    const usedByLibraries = new Set(
      program.symbols.references.filter(({ file }) => !TEXTS.has(uriOf(file))).map(({ definition }) => definition),
    );
    const asked = program.symbols.definitions.filter(
      (definition, index) =>
        TEXTS.has(uriOf(definition.file)) &&
        !usedByLibraries.has(definition) &&
        (index % EVERY === 0 || QUALIFIED.includes(definition.name)),
    );
    // A label of a macro is another symbol for each call, all written at one place.
    const chosen = [...new Map(asked.map((each) => [JSON.stringify([each.file, each.range]), each])).values()];
    const together = Array.from({ length: Math.ceil(chosen.length / TOGETHER) }, (_, index) => {
      const definitions = chosen.slice(TOGETHER * index, TOGETHER * (index + 1));
      return { names: definitions.map(({ name }) => name).join(', '), definitions };
    });

    it.each(together)('of $names is the same image', async ({ names, definitions }) => {
      const edits = new Map<string, TextEdit[]>();
      for (const [index, { scope, file, range }] of definitions.entries()) {
        const newName = `${scope === '' ? '' : '.'}renamedHere${index}`;
        const parameters = { position: range.start, newName };
        const edit = await client.request<WorkspaceEdit>('textDocument/rename', uriOf(file), parameters);
        for (const [uri, list] of Object.entries(edit.changes!)) edits.set(uri, [...(edits.get(uri) ?? []), ...list]);
      }
      const texts = new Map(TEXTS);
      for (const [uri, list] of edits) texts.set(uri, applied(texts.get(uri)!, list));
      const renamed = (last = assembled(texts, last));
      expect(
        renamed.diagnostics.filter(({ severity }) => severity === 'error'),
        names,
      ).toEqual([]);
      expect(Buffer.from(renamed.rom()).equals(Buffer.from(program.rom())), names).toBe(true);
    });
  });

  it('has symbols that the workspace search finds in their files', async () => {
    const found = await client.send<SymbolInformation[]>('workspace/symbol', { query: 'board' });
    expect(found.length).toBeGreaterThan(0);
    for (const { name, location } of found) {
      expect(textIn(TEXTS.get(location.uri)!, location.range).split('.').at(-1)).toBe(name.split('.').at(-1));
    }
  });
});
