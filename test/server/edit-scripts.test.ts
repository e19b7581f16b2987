/**
 * Random edit scripts: a server that saw every keystroke says the same as one started on the result.
 *
 * Many scripts run on the workspace itself, some through the whole protocol with every feature that shows something
 * about a document.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { LanguageClient } from '#test/server/language-client.ts';
import { changeOf, findingsOf, type Keystroke, TypedWorkspace } from '#test/server/typed-workspace.ts';
import { SourceFolder } from '#test/source-folder.ts';

const NAMES = ['main.gtasm', 'ram.gtasm', 'draw.gtasm'] as const;
const TEXTS: readonly string[] = [
  '        .include "ram.gtasm"\nstart:  bra  draw\n        nop\n        .include "draw.gtasm"\n',
  '.zp line at $30\n.zp count\nwidth = 160\n',
  '.proc draw\n.loop:  ld   [line]\n        adda width\n        bra  .loop\n        st   [count]\n.endproc\n',
];
const FRAGMENTS = [
  ...[...'\n :.[],"$é', '; ', 'draw', 'line', 'start: ', '        nop\n', '        m 1\n', '.include "ram.gtasm"\n'],
  ...['.zp more\n', '.macro m a\n', '.endmacro\n', '.if 0\n', '.endif\n', '.proc p\n', '.endproc\n', '.org $200\n'],
];

/** A keystroke in one of the texts. */
interface Edit extends Keystroke {
  readonly file: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  file: fc.nat({ max: NAMES.length - 1 }),
  at: fc.nat({ max: 200 }),
  deleted: fc.nat({ max: 12 }),
  inserted: fc.oneof(fc.constantFrom(...FRAGMENTS), fc.constant('')),
});

function newDocuments(texts: readonly string[]): TextDocument[] {
  return NAMES.map((name, index) => TextDocument.create(`file:///project/${name}`, 'gigatron', 1, texts[index]!));
}

function newWorkspace(documents: readonly TextDocument[]): TypedWorkspace {
  const workspace = new TypedWorkspace();
  workspace.setFolders(['file:///project']);
  for (const document of documents) workspace.setDocument(document);
  return workspace;
}

/** How many scripts go through the protocol. */
const SCRIPTS = 12;
const HINTS = { inlayHints: { cycles: true, timing: true } };

describe('an edited workspace', () => {
  it('has the findings of a fresh one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 25 }), async (script) => {
        const documents = newDocuments(TEXTS);
        const workspace = newWorkspace(documents);
        for (const step of script) {
          const document = documents[step.file]!;
          TextDocument.update(document, [changeOf(document, step)], document.version + 1);
          workspace.changed(document.uri);
          if (step.at % 2 === 0) await workspace.view(document.uri);
        }
        const fresh = newWorkspace(newDocuments(documents.map((document) => document.getText())));
        expect(await findingsOf(await workspace.openProjects())).toEqual(await findingsOf(await fresh.openProjects()));
      }),
      { numRuns: 150 },
    );
  });

  it('answers every request as a fresh server does', async () => {
    const folder = new SourceFolder(Object.fromEntries(NAMES.map((name) => [name, ''])));
    const edited = await LanguageClient.start({ folder: folder.path, settings: HINTS });
    let round = 0;
    try {
      for (const script of fc.sample(fc.array(edit, { minLength: 5, maxLength: 25 }), SCRIPTS)) {
        // A folder of its own for each script, so that the server goes on with what it knows.
        const uris = NAMES.map((name) => folder.uri(`${round}/${name}`));
        for (const name of NAMES) folder.write(`${round}/${name}`, '');
        round++;
        const texts = await typed(edited, uris, script);
        const fresh = await LanguageClient.start({ folder: folder.path, settings: HINTS });
        for (const [index, uri] of uris.entries()) await fresh.open(uri, texts[index]!);
        for (const [index, uri] of uris.entries()) {
          expect(await answers(edited, uri, texts[index]!), texts.join('\n----\n')).toEqual(
            await answers(fresh, uri, texts[index]!),
          );
        }
        await fresh.stop();
        for (const uri of uris) await edited.close(uri);
      }
    } finally {
      await edited.stop();
    }
  });
});

/** Types a script into open documents, with requests between the keystrokes; returns the resulting texts. */
async function typed(client: LanguageClient, uris: readonly string[], script: readonly Edit[]): Promise<string[]> {
  const documents = newDocuments(TEXTS);
  for (const [index, uri] of uris.entries()) await client.open(uri, TEXTS[index]!);
  for (const step of script) {
    const document = documents[step.file]!;
    const change = changeOf(document, step);
    await client.change(uris[step.file]!, [change]);
    TextDocument.update(document, [change], document.version + 1);
    if (step.at % 3 === 0) await client.request('textDocument/semanticTokens/full', uris[step.file]!);
    if (step.at % 5 === 0) await client.request('textDocument/documentSymbol', uris[step.file]!);
  }
  return documents.map((document) => document.getText());
}

/** What a server shows for a document: as a whole, and at some places. */
async function answers(client: LanguageClient, uri: string, text: string): Promise<Record<string, unknown>> {
  const lines = text.split('\n');
  const range = { start: { line: 0, character: 0 }, end: { line: lines.length - 1, character: lines.at(-1)!.length } };
  const tokens = await client.request<{ data: number[] }>('textDocument/semanticTokens/full', uri);
  const someLines = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } };
  const some = await client.request<{ data: number[] }>('textDocument/semanticTokens/range', uri, { range: someLines });
  // Hints of timing wait until the programs are proven, and the findings are sent before that.
  const hints = await client.request('textDocument/inlayHint', uri, { range });
  const result: Record<string, unknown> = {
    diagnostics: await client.diagnostics(uri),
    tokens: tokens.data,
    someTokens: some.data,
    hints,
    actions: await client.request('textDocument/codeAction', uri, { range, context: { diagnostics: [] } }),
  };
  for (const method of ['documentSymbol', 'foldingRange', 'documentLink']) {
    result[method] = await client.request(`textDocument/${method}`, uri);
  }
  for (const [line, { length }] of lines.entries()) {
    const position = { line, character: Math.min(14, length) };
    const parameters = { position, context: { includeDeclaration: true } };
    for (const method of ['hover', 'definition', 'references', 'documentHighlight', 'completion', 'signatureHelp']) {
      result[`${method} ${line}`] = await client.request(`textDocument/${method}`, uri, parameters);
    }
  }
  return result;
}
