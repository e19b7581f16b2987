/**
 * The language server's work between a keystroke and what the editor shows: names for the features at the cursor,
 * then findings with the timing proof. The pause that the server makes for fast typists is not counted. In large
 * programs, the keystrokes fall in the middle of the middle file.
 */
import { failure, isFailure } from '#basics';
import { findingsByUri, FileStore, Workspace, type FileHost } from '#server';
import { type SourceHost, type SourceText } from '#assembler';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Benchmark } from './benchmark.ts';
import { KEYSTROKES, largeProject, type Keystroke } from './large-project.ts';

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
  document: TextDocument;
  isTyped: boolean;
}

function startEditing(files: FileHost, path: string, text: string): Editing {
  const workspace = new Workspace(new FileStore(files));
  return { workspace, document: openDocument(workspace, path, text), isTyped: false };
}

function openDocument(workspace: Workspace, path: string, text: string): TextDocument {
  const document = TextDocument.create(pathToFileURL(path).toString(), 'gigatron', 1, text);
  workspace.store.setDocument(document);
  workspace.changed(document.uri);
  return document;
}

/** Each round types a text, or deletes it. */
function keystroke(name: string, state: Editing, key: Keystroke, withFindings: boolean): Benchmark {
  const { line, character, text } = key;
  const start = { line, character };
  const isLine = text.endsWith('\n');
  const end = isLine ? { line: line + 1, character: 0 } : { line, character: character + text.length };
  return {
    group: 'language server',
    name,
    unit: 'keystrokes',
    rounds: KEYSTROKES,
    async run() {
      const { workspace, document } = state;
      const change = state.isTyped ? { range: { start, end }, text: '' } : { range: { start, end: start }, text };
      state.isTyped = !state.isTyped;
      state.document = TextDocument.update(document, [change], document.version + 1);
      workspace.store.setDocument(state.document);
      workspace.changed(document.uri);
      const view = await workspace.view(document.uri);
      if (view === undefined) throw new Error(`${document.uri} has no view`);
      if (withFindings) findingsByUri(view.assembly.checked(), (path) => view.uriOf(path));
      view.assembly.symbols.at(view.path, start);
      return 1;
    },
  };
}
