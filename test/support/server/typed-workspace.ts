/** The language server's workspace without a connection: tests type into its documents. */
import type { Range } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { failure } from '#basics';
import { FileStore, findingsByUri, Workspace, type FileHost } from '#server';
import type { View } from '../../../server/project/view.ts';

const isSource = (uri: string): boolean => uri.endsWith('.gtasm') && !uri.includes('/node_modules/');

/** Files with these texts, by URI; without any, only open documents can be read. */
export function textFiles(texts: ReadonlyMap<string, string> = new Map()): FileHost {
  return {
    read(uri) {
      const text = texts.get(uri);
      const content = text === undefined ? failure('there is no such file') : { bytes: new TextEncoder().encode(text) };
      return Promise.resolve(content);
    },
    // As any host, it does not search libraries of Node.
    findSources: (folder) =>
      Promise.resolve([...texts.keys()].filter((uri) => isSource(uri) && uri.startsWith(`${folder}/`))),
  };
}

export class TypedWorkspace extends Workspace {
  private version = 0;

  constructor(files: FileHost = textFiles()) {
    super(new FileStore(files));
  }

  /** Gives a document a text, as typing does; opens it if it is not open. */
  type(uri: string, text: string): void {
    this.setDocument(TextDocument.create(uri, 'gigatron', ++this.version, text));
  }
}

/** The view of a text that is the only document. */
export async function viewOf(uri: string, text: string): Promise<View> {
  const workspace = new TypedWorkspace();
  workspace.type(uri, text);
  return (await workspace.view(uri))!;
}

/** All findings of programs, by their main files. */
export async function findingsOf(projects: Awaited<ReturnType<Workspace['openProjects']>>): Promise<unknown[]> {
  const lists: [string, unknown[]][] = [];
  for (const project of projects) {
    const assembly = (await project.assembly()).checked();
    const files = findingsByUri(assembly, (path) => project.uriOf(path));
    lists.push([project.main, [...files].map(([uri, { findings }]) => [uri, findings])]);
  }
  return lists.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Text that takes the place of some characters from an offset on. */
export interface Keystroke {
  readonly at: number;
  readonly deleted: number;
  readonly inserted: string;
}

/** A keystroke as a change of a document; what is beyond the document's end is left out. */
export function changeOf(document: TextDocument, { at, deleted, inserted }: Keystroke): { range: Range; text: string } {
  const { length } = document.getText();
  const start = Math.min(at, length);
  const end = Math.min(start + deleted, length);
  return { range: { start: document.positionAt(start), end: document.positionAt(end) }, text: inserted };
}
