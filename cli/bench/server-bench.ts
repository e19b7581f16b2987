/**
 * The language server's work between a keystroke and what the editor shows: names for the features at the cursor,
 * then findings with the timing proof. The pause that the server makes for fast typists is not counted. In large
 * programs, the keystrokes fall in the middle of the middle file.
 */
import { failure, isFailure } from '#basics';
import { findingsByUri, FileStore, Workspace, type FileHost } from '#server';
import { type SourceHost, type SourceText } from '#assembler';
import { pathToFileURL } from 'node:url';
import type { Benchmark } from './benchmark.ts';
import { KEYSTROKES, largeProject, TypedDocument, type Keystroke } from './large-project.ts';

/** @param main path of a program that `host` reads */
export function serverBenchmarks(main: string, host: SourceHost, title: string): Benchmark[] {
  const files = fileHost((path) => host.read(path, 'bytes'));
  const text = host.read(main, 'text');
  const small = 'text' in text ? text.text : '';
  // The first line of the file is a comment.
  const comment = { name: 'a comment', path: main, line: 0, character: small.indexOf('\n'), text: 'x' };
  const word = { name: 'a word', path: main, line: small.split('\n').length - 1, character: 0, text: '        nop\n' };
  const editing = (): Editing => startEditing(files, main, small);
  return [
    keystroke(`${title}, keystroke to names`, editing(), comment, false),
    keystroke(`${title}, a comment to findings`, editing(), comment, true),
    // A comment keeps the proof; a word needs a new one.
    keystroke(`${title}, a word to findings`, editing(), word, true),
    ...[0, 40].flatMap(largeBenchmarks),
  ];
}

function largeBenchmarks(files: number): Benchmark[] {
  const { main, texts, keystrokes } = largeProject(files);
  const host = fileHost((path) => largeFile(texts, path));
  const title = files === 0 ? '20,000 lines' : `20,000 lines in ${files} files`;
  return keystrokes.map((key) => {
    const editing = startEditing(host, key.path, texts.get(key.path) ?? '');
    // An open main file leads from its parts to the program.
    openDocument(editing.workspace, main, texts.get(main) ?? '');
    return keystroke(`${title}, ${key.name} to names`, editing, key, false);
  });
}

/** A file of a generated program. */
export function largeFile(texts: ReadonlyMap<string, string>, path: string): SourceText {
  const text = texts.get(path);
  return text === undefined ? failure('there is no such file') : { bytes: new TextEncoder().encode(text) };
}

/** @param sources the addresses of all sources in the folder */
export function fileHost(read: (path: string) => SourceText, sources: readonly string[] = []): FileHost {
  return {
    read: (uri) => {
      const content = read(decodeURIComponent(new URL(uri).pathname));
      if ('bytes' in content) return Promise.resolve(content);
      return Promise.resolve(failure(isFailure(content) ? content.message : 'it has no bytes'));
    },
    findSources: () => Promise.resolve(sources),
  };
}

interface Editing {
  readonly workspace: Workspace;
  readonly typed: TypedDocument;
}

function startEditing(files: FileHost, path: string, text: string): Editing {
  const workspace = new Workspace(new FileStore(files));
  return { workspace, typed: openDocument(workspace, path, text) };
}

function openDocument(workspace: Workspace, path: string, text: string): TypedDocument {
  const typed = new TypedDocument(pathToFileURL(path).toString(), text);
  workspace.store.setDocument(typed.document);
  workspace.changed(typed.document.uri);
  return typed;
}

/** Each round types a text, or deletes it. */
function keystroke(name: string, { workspace, typed }: Editing, key: Keystroke, withFindings: boolean): Benchmark {
  return {
    group: 'language server',
    name,
    unit: 'keystrokes',
    rounds: KEYSTROKES,
    async run() {
      const { start } = typed.press(key).range;
      const { uri } = typed.document;
      workspace.store.setDocument(typed.document);
      workspace.changed(uri);
      const view = await workspace.view(uri);
      if (view === undefined) throw new Error(`${uri} has no view`);
      if (withFindings) findingsByUri(view.assembly.checked(), (path) => view.uriOf(path));
      view.assembly.symbols.at(view.path, start);
      return 1;
    },
  };
}
