/**
 * Memory as text, with lines of sixteen bytes, which follows the program from stop to stop; for a VS Code without a hex
 * editor.
 */
import * as vscode from 'vscode';
import { fromBase64, hexByte, hexWord } from '#basics';
import type { ByteOwner } from '#debugger/protocol';
import { memoryReference } from '../webviews/messages.ts';

/** Also the language, in which VS Code does not mark all bytes that are equal to the selected one. */
const SCHEME = 'gigatron-memory';
const BYTES = 512;
const PER_LINE = 16;
/** Column of the first byte, and how many columns each takes. */
const FIRST_COLUMN = 7;
const COLUMNS = 3;

export class MemoryText implements vscode.TextDocumentContentProvider, vscode.HoverProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration: vscode.Disposable;
  private readonly sessions = new Map<string, vscode.DebugSession>();

  constructor() {
    this.registration = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerHoverProvider({ scheme: SCHEME }, this),
      vscode.debug.onDidChangeActiveStackItem(() => this.refresh()),
      vscode.debug.onDidTerminateDebugSession(({ id }) => this.sessions.delete(id)),
    );
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  /** Opens the text around a memory reference with its byte selected. */
  async show(session: vscode.DebugSession, reference: string): Promise<void> {
    const [space = 'ram', address = '0'] = reference.split(':');
    const first = Number(address) & ~(PER_LINE - 1);
    this.sessions.set(session.id, session);
    const path = `/${space.toUpperCase()} ${hexWord(first)}`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query: `${session.id}:${space}:${String(first)}` });
    this.changed.fire(uri);
    const opened = await vscode.workspace.openTextDocument(uri);
    const document = await vscode.languages.setTextDocumentLanguage(opened, SCHEME);
    const bytes = space === 'rom' ? 2 : 1;
    const at = (Number(address) - first) * bytes;
    const column = FIRST_COLUMN + COLUMNS * (at % PER_LINE);
    const line = Math.floor(at / PER_LINE);
    const selection = new vscode.Range(line, column, line, column + COLUMNS * bytes - 1);
    await vscode.window.showTextDocument(document, { selection, preview: true });
  }

  async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
    const [id = '', space = 'ram', first = '0'] = query.split(':');
    const session = this.sessions.get(id);
    if (session === undefined) return 'The program has ended.\n';
    const range = { memoryReference: memoryReference(space, Number(first)), count: BYTES };
    const { data } = (await session.customRequest('readMemory', range)) as { readonly data?: string };
    return memoryLines(fromBase64(data ?? '') ?? new Uint8Array(0), Number(first), space === 'rom' ? 2 : 1);
  }

  /** What is declared at the byte that the mouse points at. */
  async provideHover({ uri }: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const [id = '', space, first = '0'] = uri.query.split(':');
    const { line, character } = position;
    const isByte = character >= FIRST_COLUMN && character < FIRST_COLUMN + COLUMNS * PER_LINE;
    const session = this.sessions.get(id);
    if (session === undefined || space !== 'ram' || !isByte) return undefined;
    const at = byteAt(position);
    const owner = (await session.customRequest('gigatron/byteOwner', { address: Number(first) + at })) as ByteOwner;
    const column = FIRST_COLUMN + COLUMNS * (at % PER_LINE);
    const text = new vscode.MarkdownString().appendText(`${owner.name} = ${owner.value}`);
    return new vscode.Hover(text, new vscode.Range(line, column, line, column + COLUMNS - 1));
  }

  private refresh(): void {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === SCHEME) this.changed.fire(uri);
  }
}

/** The bytes that are selected in a memory text, or the one at the cursor; undefined in another text, and for ROM. */
export function placeInMemoryText(uri: vscode.Uri, editor: vscode.TextEditor | undefined): string | undefined {
  if (uri.scheme !== SCHEME || editor?.document.uri.toString() !== uri.toString()) return undefined;
  const [, space, first = '0'] = uri.query.split(':');
  if (space !== 'ram') return undefined;
  const { start, end, isEmpty } = editor.selection;
  const from = byteAt(start);
  const length = isEmpty ? 1 : byteAt(end.translate(0, end.character > 0 ? -1 : 0)) - from + 1;
  return `${memoryReference('ram', Number(first) + from)}/${String(Math.max(1, length))}`;
}

function byteAt({ line, character }: vscode.Position): number {
  const column = Math.floor((character - FIRST_COLUMN) / COLUMNS);
  return PER_LINE * line + Math.min(PER_LINE - 1, Math.max(0, column));
}

/** Lines of sixteen bytes. @param bytesPerAddress 2 for words of ROM */
function memoryLines(bytes: Uint8Array, first: number, bytesPerAddress: number): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += PER_LINE) {
    const own = bytes.subarray(at, at + PER_LINE);
    const values = Array.from(own, (byte) => hexByte(byte).slice(1)).join(' ');
    const texts = Array.from(own, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${hexWord(first + at / bytesPerAddress)}: ${values}  ${texts}`);
  }
  return `${lines.join('\n')}\n`;
}
