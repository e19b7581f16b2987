/**
 * The language server's work between a keystroke and what the editor shows: names for the features,
 * then findings with the timing proof. The pause that the server makes for fast typists is not counted.
 */
import { diagnosticsByUri, FileStore, Workspace, type FileHost } from '#server';
import type { SourceHost } from '#assembler';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Benchmark } from './benchmark.ts';

/** Lines of the generated project. */
const LARGE_PROJECT_LINES = 20_000;
const LARGE_PROJECT = 'file:///large/main.gtasm';

/** @param main path of a program that `host` reads */
export function serverBenchmarks(main: string, host: SourceHost, title: string): Benchmark[] {
  const files: FileHost = {
    read: (uri) => {
      const content = host.read(new URL(uri).pathname, 'bytes');
      return Promise.resolve(
        'bytes' in content ? content : { failure: 'error' in content ? content.error : 'no bytes' },
      );
    },
    findSources: () => Promise.resolve([]),
  };
  const text = host.read(main, 'text');
  const uri = pathToFileURL(main).toString();
  const small = 'text' in text ? text.text : '';
  return [
    keystroke(`${title}, keystroke to names`, editing(files, uri, small), false),
    keystroke(`${title}, keystroke to findings`, editing(files, uri, small), true),
    keystroke('20,000 lines, keystroke to names', editing(files, LARGE_PROJECT, largeProject()), false),
  ];
}

interface Editing {
  readonly workspace: Workspace;
  document: TextDocument;
}

function editing(files: FileHost, uri: string, text: string): Editing {
  const workspace = new Workspace(new FileStore(files));
  return { workspace, document: TextDocument.create(uri, 'gigatron', 1, text) };
}

/** Each round types a letter of a comment at the end of the document, or takes it back. */
function keystroke(name: string, state: Editing, withFindings: boolean): Benchmark {
  return {
    group: 'language server',
    name,
    unit: 'keystrokes',
    async run() {
      const { workspace, document } = state;
      const end = document.positionAt(document.getText().length);
      const isTyped = document.getText().endsWith(';');
      const start = isTyped ? { line: end.line, character: end.character - 1 } : end;
      const changes = [{ range: { start, end }, text: isTyped ? '' : ';' }];
      state.document = TextDocument.update(document, changes, document.version + 1);
      workspace.store.setDocument(state.document);
      workspace.changed(document.uri);
      const view = await workspace.view(document.uri);
      if (view === undefined) throw new Error(`${document.uri} has no view`);
      if (withFindings) diagnosticsByUri(view.assembly.checked(), (path) => view.uriOf(path));
      return view.assembly.symbols.references.length > 0 ? 1 : 0;
    },
  };
}

/** Routines of twenty lines that call one another, in as many pages as they need. */
function largeProject(): string {
  const lines: string[] = ['.zp cell', '.zp back'];
  for (let routine = 0; lines.length < LARGE_PROJECT_LINES; routine++) {
    lines.push('', `; Routine ${routine}.`, '        .onepage', `routine${routine}:`, '        st   [back]');
    for (let step = 0; step < 6; step++) {
      lines.push(
        `.step${step}: ld   [cell]          ; value ${step}`,
        `        bne  .step${step}`,
        `        adda ${step}`,
      );
    }
    lines.push('        bra  [back]', '        nop', '        .endonepage');
  }
  return lines.join('\n');
}
