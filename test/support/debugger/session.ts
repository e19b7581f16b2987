/** A session of a case: its files and their marks, its client, and what it has set and kept so far. */
import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Script } from '../scripts.ts';
import type { Answer } from '../sessions.ts';
import { SourceFolder } from '../source-folder.ts';
import { AdapterClient, type Stopped } from './adapter-client.ts';
import { PROJECT } from '../project.ts';

/** Does what a line of a case asks, with the words after its verb. */
export type Ask = (session: Session, text: string, client: AdapterClient) => Promise<Answer>;

type Variable = DebugProtocol.Variable;

/** A text with `/` in its paths. */
const slashed = (text: string): string => text.replaceAll(sep, '/');

export class Session {
  readonly folder: SourceFolder;
  readonly kept = new Map<string, string>();
  /** Paths of files that have had breakpoints. */
  readonly broken = new Set<string>();
  /** Breakpoints as they are written in the case, by number. */
  readonly written = new Map<number | undefined, string>();
  last: Stopped = { reason: '' };
  private readonly marks = new Map<string, { readonly path: string; readonly line: number }>();
  private current: AdapterClient | undefined;
  private readonly complaints: string[] = [];

  constructor(files: Script['files']) {
    this.folder = new SourceFolder(Object.fromEntries(files));
    for (const [name, content] of files) this.mark(name, content);
  }

  /** Rewrites a file, and looks up its marks again. */
  write(path: string, content: string): void {
    writeFileSync(path, content);
    this.mark(relative(this.folder.path, path), content);
  }

  /** Notes the lines of a file that end with `; @name`. */
  private mark(name: string, content: string | Uint8Array): void {
    const path = join(this.folder.path, name);
    for (const [index, line] of (typeof content === 'string' ? content : '').split('\n').entries()) {
      const mark = /; @(\w+)$/.exec(line)?.[1];
      if (mark !== undefined) this.marks.set(mark, { path, line: index + 1 });
    }
  }

  /** A text with paths as a case writes them: `./name` for its files, others from the project on. */
  withoutPaths(text: string): string {
    return slashed(text)
      .replaceAll(`${slashed(this.folder.path)}/`, './')
      .replaceAll(`${slashed(PROJECT)}/`, '');
  }

  /** Where a mark is, or `path:line`. */
  lineOf(place: string): { path: string; line: number } {
    const [, path, line] = /^(.*):(\d*)$/.exec(place) ?? [];
    const found = path === undefined ? this.marks.get(place) : { path, line: Number(line) };
    if (found === undefined) throw new Error(`no line is marked "${place}"`);
    return found;
  }

  /** A line by its mark, if it has one. */
  placeOf({ source, line, instructionPointerReference: address }: Partial<DebugProtocol.StackFrame>): string {
    const path = source?.path;
    if (path === undefined || line === 0) return address ?? '';
    for (const [name, mark] of this.marks) if (mark.path === path && mark.line === line) return name;
    return `${path}:${line}`;
  }

  async client(): Promise<AdapterClient> {
    return (this.current ??= await AdapterClient.startWarm());
  }

  /** Begins a session after the one before, if there is one; it waits for its breakpoints. */
  async begin(launch: Readonly<Record<string, unknown>>): Promise<AdapterClient> {
    await this.endClient();
    const client = await this.client();
    await client.launch(launch);
    return client;
  }

  /** Ends everything; tells what went wrong. */
  async end(): Promise<readonly string[]> {
    await this.endClient();
    return this.complaints;
  }

  private async endClient(): Promise<void> {
    const client = this.current;
    this.current = undefined;
    if (client === undefined) return;
    const status = await client.stop();
    if (status !== 0 || client.stderr !== '') this.complaints.push(`the session ended with ${status} ${client.stderr}`);
  }

  /** The next stop, and what is said about it: ` (description): text`. */
  async stopped(): Promise<{ reason: string; place: string; about: string }> {
    const client = await this.client();
    this.last = await client.stopped();
    const { reason, description, text } = this.last;
    const [top] = await client.frames();
    const isSaidTwice = description === undefined || (text !== undefined && description.includes(text));
    const about = `${isSaidTwice ? '' : ` (${description})`}${text === undefined ? '' : `: ${text}`}`;
    return { reason, place: this.placeOf(top ?? {}), about };
  }

  /** The next stop: `reason place (description): text`. */
  async stop(): Promise<string> {
    const { reason, place, about } = await this.stopped();
    return `${reason} ${place}${about}`;
  }

  /** Variables below a scope or another variable: `Registers`, `Tables/board`. */
  async variables(path: string, args: object = {}): Promise<Variable[]> {
    const client = await this.client();
    const variablesReference = await this.reference(path);
    return (await client.request<{ variables: Variable[] }>('variables', { variablesReference, ...args })).variables;
  }

  /** The reference by which the variables below a scope or another variable are requested. */
  async reference(path: string): Promise<number> {
    const [, above, name] = /^(?:(.*)\/)?(.*)$/.exec(path) ?? [];
    const client = await this.client();
    const found =
      above === undefined
        ? (await client.request<{ scopes: DebugProtocol.Scope[] }>('scopes', { frameId: 1 })).scopes
        : await this.variables(above);
    const reference = found.find((each) => each.name === name)?.variablesReference;
    if (reference === undefined) throw new Error(`there is no "${name}"`);
    return reference;
  }

  /** Everything that a step can change, in one text. */
  async state(): Promise<string> {
    const client = await this.client();
    const ram = await client.request<{ data: string }>('readMemory', { memoryReference: 'ram', count: 0x8000 });
    const names = ['cycle', 'ac', 'x', 'y', 'out', 'pc'];
    const registers = await Promise.all(names.map((name) => client.evaluate(name)));
    return [await client.position(), ...registers, ram.data].join(' ');
  }

  /** Tells where breakpoints were set. @param written each as it is written in the case */
  setAs(set: readonly DebugProtocol.Breakpoint[], written: readonly string[]): string {
    const told = set.map((each, at) => {
      this.written.set(each.id, written[at] ?? '');
      const said = each.message === undefined ? '' : `: ${each.message}`;
      const place = each.line === undefined ? 'verified' : this.placeOf(each);
      return `${each.verified ? place : 'unverified'}${said}`;
    });
    return told.join('; ');
  }
}
