/**
 * What an editor asks of the language server after a keystroke, request by request, over the protocol.
 *
 * A client types in the middle of a project of 20,000 lines and asks what VS Code asks: features of the whole
 * document (semantic tokens, outline, folds, links) and of what is visible or under the cursor (hints, marks,
 * fixes, completion). Each request is timed alone, on a program that has already been analysed; the analysis has
 * a line of its own.
 */
import { LanguageServer } from '#server';
import { PassThrough } from 'node:stream';
import {
  CodeActionTriggerKind,
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Position,
  type ProtocolConnection,
  type Range,
} from 'vscode-languageserver/node';
import type { Benchmark } from './benchmark.ts';
import { largeProject, TypedDocument, type Keystroke, type LargeProject } from './large-project.ts';
import { fileHost, largeFile } from './server-bench.ts';

/** Lines of the document that the editor shows. */
const VISIBLE = 60;

/** The requests after keystrokes, in one file of 20,000 lines and in forty. */
export function requestBenchmarks(): Benchmark[] {
  return [0, 40].flatMap((files) => benchmarksOf(largeProject(files), files));
}

function benchmarksOf(project: LargeProject, files: number): Benchmark[] {
  const where = files === 0 ? 'one file' : `${files} files`;
  const group = `language server, requests after a keystroke: 20,000 lines in ${where}`;
  const typist = new Typist(project);
  const toAnswer = (): Promise<unknown> => typist.type().then(() => typist.analysed());
  const toCompletion = (): Promise<unknown> => typist.type().then(() => typist.complete());
  const bench = (name: string, unit: string, work: () => Promise<unknown>): Benchmark => {
    return { group, name, unit, run: () => work().then(() => 1) };
  };
  const single = Object.entries(REQUESTS).map(([name, ask], index, all): Benchmark => ({
    ...bench(name, 'requests', () => ask(typist)),
    before: async () => void (await toAnswer()),
    ...(index === all.length - 1 && { end: () => typist.end() }),
  }));
  return [
    bench('keystroke to the first answer', 'keystrokes', toAnswer),
    bench('keystroke to the first completion', 'keystrokes', toCompletion),
    ...single,
  ];
}

/** VS Code's requests, by what the user sees. */
const REQUESTS: Readonly<Record<string, (typist: Typist) => Promise<unknown>>> = {
  'semantic tokens, what changed': (typist) => typist.tokens(),
  'semantic tokens of the visible lines': (typist) =>
    typist.ask('textDocument/semanticTokens/range', { range: typist.visible }),
  outline: (typist) => typist.ask('textDocument/documentSymbol'),
  folds: (typist) => typist.ask('textDocument/foldingRange'),
  links: (typist) => typist.ask('textDocument/documentLink'),
  'inlay hints of the visible lines': (typist) => typist.ask('textDocument/inlayHint', { range: typist.visible }),
  'marks on other uses': (typist) => typist.ask('textDocument/documentHighlight', { position: typist.name }),
  hover: (typist) => typist.ask('textDocument/hover', { position: typist.name }),
  completion: (typist) => typist.ask('textDocument/completion', { position: typist.name }),
  'completion before a letter is typed': (typist) => typist.complete(),
  'signature help': (typist) => typist.ask('textDocument/signatureHelp', { position: typist.name }),
  'fixes and actions': (typist) =>
    typist.ask('textDocument/codeAction', {
      range: { start: typist.name, end: typist.name },
      context: { diagnostics: [], triggerKind: CodeActionTriggerKind.Automatic },
    }),
};

/** An editor with one document of a project open, in the middle of which a digit is typed. */
class Typist {
  readonly visible: Range;
  /** A name in an operand, near the place where the typist types. */
  readonly name: Position;
  private readonly client: ProtocolConnection;
  private readonly uri: string;
  private readonly keystroke: Keystroke;
  private readonly typed: TypedDocument;
  private isOpen = false;
  private resultId = '';

  constructor(project: LargeProject) {
    const keystroke = project.keystrokes.find(({ name }) => name === 'a digit of an operand')!;
    const text = project.texts.get(keystroke.path)!;
    const { line } = keystroke;
    this.keystroke = keystroke;
    this.uri = uriOf(keystroke.path);
    this.typed = new TypedDocument(this.uri, text);
    const above = text.split('\n').findLastIndex((row, index) => index < line && row.includes('['));
    this.name = { line: above, character: text.split('\n')[above]!.indexOf('[') + 2 };
    const [first, last] = [line - VISIBLE / 2, line + VISIBLE / 2];
    this.visible = { start: { line: first, character: 0 }, end: { line: last, character: 0 } };
    this.client = connect(project);
  }

  /** Sends one keystroke: a digit is typed after an operand, or deleted. */
  async type(): Promise<void> {
    if (!this.isOpen) await this.open();
    const contentChanges = [this.typed.press(this.keystroke)];
    const textDocument = { uri: this.uri, version: this.typed.document.version };
    await this.client.sendNotification('textDocument/didChange', { textDocument, contentChanges });
  }

  /** Waits until the program has been analysed: hovering over a number needs nothing more. */
  analysed(): Promise<unknown> {
    const { line, character } = this.keystroke;
    return this.ask('textDocument/hover', { position: { line, character: character - 1 } });
  }

  /** Asks for completions where an operand begins. */
  complete(): Promise<unknown> {
    const { line, character } = this.name;
    return this.ask('textDocument/completion', { position: { line, character: character - 2 } });
  }

  /** Asks for the semantic tokens as an editor does: all at first, what changed from then on. */
  async tokens(): Promise<void> {
    const method = this.resultId === '' ? 'full' : 'full/delta';
    const answer = await this.ask<{ resultId: string }>(`textDocument/semanticTokens/${method}`, {
      previousResultId: this.resultId,
    });
    this.resultId = answer.resultId;
  }

  ask<R>(method: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<R> {
    return this.client.sendRequest(method, { textDocument: { uri: this.uri }, ...parameters });
  }

  end(): void {
    this.client.dispose();
  }

  private async open(): Promise<void> {
    const settings = { inlayHints: { cycles: true } };
    this.client.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) => items.map(() => settings));
    this.client.onRequest('client/registerCapability', () => null);
    this.client.listen();
    const workspaceFolders = [{ uri: uriOf('/large'), name: 'large' }];
    const capabilities = { workspace: { configuration: true } };
    await this.client.sendRequest('initialize', { processId: null, rootUri: null, capabilities, workspaceFolders });
    await this.client.sendNotification('initialized', {});
    const textDocument = { uri: this.uri, languageId: 'gigatron', version: 1, text: this.typed.document.getText() };
    await this.client.sendNotification('textDocument/didOpen', { textDocument });
    this.isOpen = true;
  }
}

function uriOf(path: string): string {
  return `file://${path}`;
}

/** A client of a language server in this process; messages go through streams as between processes. */
function connect({ texts }: LargeProject): ProtocolConnection {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const files = fileHost((path) => largeFile(texts, path), [...texts.keys()].map(uriOf));
  const connection = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  new LanguageServer(connection, files).listen();
  return createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
}
