/** A session of the language server, and what a case can ask of it; test/server/sessions/README.md lists it. */
import { existsSync } from 'node:fs';
import type {
  CodeLens,
  Diagnostic,
  InlayHint,
  Location,
  Position,
  Range,
  SemanticTokens,
  TextEdit,
} from 'vscode-languageserver-protocol';
import { matches } from '../cases.ts';
import { inShell } from '../cli/run-cli.ts';
import type { Script } from '../scripts.ts';
import type { Answer, Answering } from '../sessions.ts';
import { SourceFolder } from '../source-folder.ts';
import { type ClientOptions, LanguageClient } from './language-client.ts';
import { applied, markedSource, OpenSource } from './language-fixture.ts';

/** A session of the language server with the files of a case in the folder that is open. */
export function beginEditing(files: Script['files']): Answering {
  const session = new ServerSession(files);
  return { answerTo: (verb, argument) => session.answerTo(verb, argument), end: () => session.end() };
}

class ServerSession {
  readonly folder: SourceFolder;
  private readonly sources = new Map<string, OpenSource>();
  private started: LanguageClient | undefined;

  constructor(private readonly files: Script['files']) {
    this.folder = new SourceFolder();
    for (const [name, content] of files)
      this.folder.write(name, typeof content === 'string' ? markedSource(content).text : content);
  }

  async answerTo(verb: string, argument: string): Promise<Answer> {
    const ask = VERBS[verb];
    if (ask === undefined) throw new Error(`a case cannot ask "${verb}"`);
    const [, name = '', rest = ''] = /^(\S*) ?(.*)$/.exec(argument) ?? [];
    const answer = await ask(this, name, rest).catch((error: Error) => `! ${error.message}`);
    const folder = this.folder.uri('');
    const { path } = this.folder;
    const text = JSON.stringify(answer ?? null)
      .replaceAll(`${folder}/`, './')
      .replaceAll(`${path}/`, './');
    return JSON.parse(text.replaceAll(path, '.'), (_, value: unknown) => shown(value)) as Answer;
  }

  async end(): Promise<readonly string[]> {
    await this.started?.stop();
    return [];
  }

  /** Starts a server, after the one before has ended. @param folder the one that is open, in that of the case; or null */
  async start({
    folder = '',
    ...options
  }: Omit<ClientOptions, 'folder'> & { folder?: string | null } = {}): Promise<void> {
    await this.end();
    this.sources.clear();
    this.started = await LanguageClient.start({
      ...options,
      ...(folder !== null && { folder: this.folder.place(folder) }),
    });
  }

  async client(): Promise<LanguageClient> {
    if (this.started === undefined) await this.start();
    return this.started!;
  }

  uri(name: string): string {
    return name.includes(':/') ? name : this.folder.uri(name);
  }

  /** A file that is open, or is opened now. */
  async source(name: string, marked = String(this.files.get(name) ?? '')): Promise<OpenSource> {
    const source = this.sources.get(name) ?? (await OpenSource.open(await this.client(), this.uri(name), marked));
    this.sources.set(name, source);
    return source;
  }

  async close(name: string): Promise<void> {
    await (await this.client()).close(this.uri(name));
    this.sources.delete(name);
  }

  /** Tells the server that a file has come (1), changed (2) or gone (3). */
  async told(name: string, type: 1 | 2 | 3): Promise<string> {
    await (await this.client()).notify('workspace/didChangeWatchedFiles', { changes: [{ uri: this.uri(name), type }] });
    return '';
  }

  /** Arguments in JSON, in which `./name` is a file of the case, and `1:0` or `1:0-5` a place. */
  read<T = Record<string, unknown>>(text: string): T {
    return JSON.parse(text || '{}', (_, value: unknown) => {
      if (typeof value !== 'string') return value;
      return value.startsWith('./') ? this.uri(value.slice(2)) : (placeIn(value) ?? value);
    }) as T;
  }

  async send<R>(method: string, parameters: unknown): Promise<R> {
    return (await this.client()).send<R>(method, parameters);
  }
}

/** A place, or a range on one line, with the line from 1. */
function placeIn(text: string): Position | Range | undefined {
  const [, line, character, end] = /^(\d+):(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (line === undefined) return undefined;
  const start = { line: Number(line) - 1, character: Number(character) };
  return end === undefined ? start : { start, end: { ...start, character: Number(end) } };
}

/** A part of an answer as a case has it: places are texts. */
function shown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { line, character, start, end } = value as Partial<Position & Record<'start' | 'end', string>>;
  if (line !== undefined && character !== undefined) return `${line + 1}:${character}`;
  if (typeof start !== 'string' || end === undefined || Object.keys(value).length > 2) return value;
  const [startLine, endLine] = [start, end].map((place) => place.replace(/:.*/, ''));
  return `${start}-${startLine === endLine ? end.replace(/.*:/, '') : end}`;
}

const rangeText = ({ start, end }: Range): string => String(shown({ start: shown(start), end: shown(end) }));

const found = ({ code, message, range }: Diagnostic): string =>
  `${code === undefined ? '' : `${code} `}${rangeText(range)} ${message}`;

/** Answers a request about a file of the case, with what follows its name. */
type Ask = (session: ServerSession, name: string, rest: string) => Promise<Answer | null>;

const VERBS: Readonly<Record<string, Ask>> = {
  async sh(session, name, rest) {
    const { status, stderr } = inShell(session.folder.path, `${name} ${rest}`);
    return status === 0 ? '' : `! ${stderr}`;
  },
  async start(session, name, rest) {
    await session.start(session.read(`${name} ${rest}`.trim()));
    return (await session.client()).initializeResult;
  },
  async open(session, name, text) {
    await session.source(name, text === '' ? undefined : (JSON.parse(text) as string));
    return '';
  },
  async close(session, name) {
    await session.close(name);
    return '';
  },
  /** `FILE "old" "new"`: typed in the editor. */
  async change(session, name, words) {
    const [before = '', after = ''] = JSON.parse(`[${words.replace('" "', '", "')}]`) as string[];
    const source = await session.source(name);
    await source.replace(before, after);
    return '';
  },
  async configure(session, name, rest) {
    await (await session.client()).configure(session.read(`${name} ${rest}`));
    return '';
  },
  /** `FILE "text"`: changes it on the disk. */
  write(session, name, text) {
    const type = existsSync(session.folder.place(name)) ? 2 : 1;
    session.folder.write(name, JSON.parse(text) as string);
    return session.told(name, type);
  },
  delete(session, name) {
    session.folder.delete(name);
    return session.told(name, 3);
  },
  /** What the server has shown to the user. */
  said: async (session) => (await session.client()).messages.join('\n'),
  findings: async (session, name) => (await (await session.source(name)).diagnostics()).map(found).join('\n'),
  errors: async (session, name) => (await (await session.source(name)).errors()).join('\n'),
  /** Waits until a finding matches, until there are `only` such findings, or `none` at all. */
  async until(session, name, wanted) {
    const [, only, pattern = ''] = /^(only )?(.*)$/.exec(wanted) ?? [];
    const isThere = (told: readonly string[]): boolean => {
      const fitting = told.filter((each) => matches(each, pattern));
      return pattern === 'none' ? told.length === 0 : fitting.length >= (only ? Math.max(told.length, 1) : 1);
    };
    const client = await session.client();
    const all = await client.awaitDiagnostics(session.uri(name), ({ diagnostics }) => isThere(diagnostics.map(found)));
    return all.map(found).join('\n');
  },
  hover: async (session, name) => (await (await session.source(name)).hoverText()).replaceAll(/\s+/g, ' '),
  async completions(session, name) {
    return (await (await session.source(name)).completions()).map(({ label }) => label).join(' ');
  },
  async actions(session, name, kind) {
    const actions = await (await session.source(name)).actions(kind === '' ? undefined : kind);
    return actions.map(({ title }) => title).join('\n');
  },
  async definition(session, name) {
    const place = await (await session.source(name)).request<Location | null>('definition');
    return place === null ? '' : `${place.uri} ${rangeText(place.range)}`;
  },
  async lenses(session, name) {
    const lenses = await (await session.source(name)).request<CodeLens[]>('codeLens');
    const resolved = lenses.map((lens) => (lens.command ? lens : session.send<CodeLens>('codeLens/resolve', lens)));
    return (await Promise.all(resolved))
      .map(({ range, command }) => `${range.start.line + 1}: ${command?.title}`)
      .join('\n');
  },
  async hints(session, name) {
    const range = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
    const hints = await (await session.source(name)).request<InlayHint[]>('inlayHint', { range });
    return hints.map(({ label, position }) => `${String(shown(position))} ${String(label)}`).join('\n');
  },
  /** The names that are coloured in a file, or a range of it, each with its kind. */
  async tokens(session, name, rest) {
    const source = await session.source(name);
    const [method, range] = rest === '' ? ['full'] : ['range', placeIn(rest)];
    const { data } = await source.request<SemanticTokens>(`semanticTokens/${method}`, { range });
    const { tokenTypes } = (await session.client()).initializeResult.capabilities.semanticTokensProvider!.legend;
    const lines = source.text.split('\n');
    let [line, character] = [0, 0];
    const names: string[] = [];
    for (let at = 0; at < data.length; at += 5) {
      const [down, right, length, type] = data.slice(at, at + 4) as [number, number, number, number];
      [line, character] = [line + down, down === 0 ? character + right : right];
      names.push(`${tokenTypes[type]} ${lines[line]!.slice(character, character + length)}`);
    }
    return names.join(', ');
  },
  /** The file after the edits that a request for its range answers. */
  async formatted(session, name, rest) {
    const [, method = '', parameters = ''] = /^(\S+) ?(.*)$/.exec(rest) ?? [];
    const source = await session.source(name);
    const options = { tabSize: 8, insertSpaces: true };
    const [range] = source.ranges;
    const edits = await source.request<TextEdit[]>(method, { options, range, ...session.read(parameters) });
    return JSON.stringify(applied(source.text, edits));
  },
  /** Any other request about a file, at its cursor; with further parameters. */
  async request(session, method, rest) {
    const [, name = '', parameters = ''] = /^(\S+) ?(.*)$/.exec(rest) ?? [];
    return (await session.source(name)).request(method, session.read(parameters));
  },
  /** Any request that is not about a document. */
  send: (session, method, parameters) => session.send(method, session.read(parameters)),
  async notify(session, method, parameters) {
    await (await session.client()).notify(method, session.read(parameters));
    return '';
  },
};
