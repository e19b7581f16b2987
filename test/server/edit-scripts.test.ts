/**
 * Random edit scripts: a server that saw every keystroke says the same as one that is started on the result.
 *
 * Many scripts run against the workspace itself, a few through the whole protocol.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { diagnosticsByUri } from '../../server/features/diagnostics.ts';
import type { FileHost } from '../../server/files/file-host.ts';
import { FileStore } from '../../server/files/file-store.ts';
import { Workspace } from '../../server/project/workspace.ts';
import { LanguageClient } from '../support/language-client.ts';
import { SourceFolder } from '../support/source-folder.ts';

const NAMES = ['main.gtasm', 'ram.gtasm', 'draw.gtasm'] as const;
const TEXTS: readonly string[] = [
  '        .include "ram.gtasm"\nstart:  bra  draw\n        nop\n        .include "draw.gtasm"\n',
  '.zp line at $30\n.zp count\nwidth = 160\n',
  '.proc draw\n.loop:  ld   [line]\n        adda width\n        bra  .loop\n        st   [count]\n.endproc\n',
];
const FRAGMENTS = [
  '\n',
  ' ',
  '        nop\n',
  'draw',
  ':',
  '.',
  '[',
  ']',
  ',',
  '"',
  '; ',
  '$',
  'line',
  'start: ',
  '.include "ram.gtasm"\n',
  '.zp more\n',
  '.macro m a\n',
  '.endmacro\n',
  '        m 1\n',
  '.if 0\n',
  '.endif\n',
  '.proc p\n',
  '.endproc\n',
  '.org $200\n',
  'é',
];

/** Replaces `deleted` characters of one of the texts by a fragment. */
interface Edit {
  readonly file: number;
  readonly at: number;
  readonly deleted: number;
  readonly inserted: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  file: fc.nat({ max: NAMES.length - 1 }),
  at: fc.nat({ max: 200 }),
  deleted: fc.nat({ max: 12 }),
  inserted: fc.oneof(fc.constantFrom(...FRAGMENTS), fc.constant('')),
});

/** The range and text of an edit in a document as it is. */
function changeOf(
  document: TextDocument,
  { at, deleted, inserted }: Edit,
): { range: { start: { line: number; character: number }; end: { line: number; character: number } }; text: string } {
  const length = document.getText().length;
  const start = Math.min(at, length);
  return {
    range: { start: document.positionAt(start), end: document.positionAt(Math.min(start + deleted, length)) },
    text: inserted,
  };
}

const noFiles: FileHost = {
  read: () => Promise.resolve({ failure: 'there is no such file' }),
  findSources: () => Promise.resolve([]),
};

function newDocuments(texts: readonly string[]): TextDocument[] {
  return NAMES.map((name, index) => TextDocument.create(`file:///project/${name}`, 'gigatron', 1, texts[index]!));
}

function newWorkspace(documents: readonly TextDocument[]): Workspace {
  const workspace = new Workspace(new FileStore(noFiles));
  workspace.setFolders(['file:///project']);
  for (const document of documents) {
    workspace.store.setDocument(document);
    workspace.changed(document.uri);
  }
  return workspace;
}

/** Every finding of every open program. */
async function findings(workspace: Workspace): Promise<unknown> {
  const projects = await workspace.openProjects();
  const lists: [string, [string, Diagnostic[]][]][] = [];
  for (const project of projects) {
    lists.push([
      project.main,
      [...diagnosticsByUri((await project.assembly()).checked(), (path) => project.uriOf(path))],
    ]);
  }
  return lists.sort(([a], [b]) => (a < b ? -1 : 1));
}

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
        expect(await findings(workspace)).toEqual(await findings(fresh));
      }),
      { numRuns: 150 },
    );
  });

  it('is the same through the protocol', async () => {
    const folder = new SourceFolder(Object.fromEntries(NAMES.map((name) => [name, ''])));
    try {
      for (const script of fc.sample(fc.array(edit, { minLength: 5, maxLength: 25 }), 4)) {
        const documents = newDocuments(TEXTS);
        const edited = await LanguageClient.start({ folder: folder.path });
        for (const [index, name] of NAMES.entries()) await edited.open(folder.uri(name), TEXTS[index]!);
        for (const step of script) {
          const document = documents[step.file]!;
          const change = changeOf(document, step);
          await edited.change(folder.uri(NAMES[step.file]!), [change]);
          TextDocument.update(document, [change], document.version + 1);
        }
        const fresh = await LanguageClient.start({ folder: folder.path });
        for (const [index, name] of NAMES.entries()) await fresh.open(folder.uri(name), documents[index]!.getText());
        for (const name of NAMES) {
          expect(await edited.diagnostics(folder.uri(name))).toEqual(await fresh.diagnostics(folder.uri(name)));
        }
        await Promise.all([edited.stop(), fresh.stop()]);
      }
    } finally {
      folder.remove();
    }
  });
});
