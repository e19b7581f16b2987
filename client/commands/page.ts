/** "Export as Web Page" and "Open in Browser": the program as a page that plays it, as `gigatron page` makes it. */
import * as vscode from 'vscode';
import { failure, fromBase64, isFailure } from '#basics';
import { DEBUG_TYPE, type KeyMode } from '#debugger/protocol';
import { PAGE_STYLES, pageDocument, pageTitle, playedDeclarations, type PageBundles } from '#page';
import { PROGRAM, type ProgramParams, type ProgramResult } from '#server/protocol';
import { saveFile } from '../files.ts';
import { bundlePath } from '../platform.ts';
import { writtenFor } from './run.ts';
import type { ExtensionServer } from '../language-client.ts';
import type { FindProgram } from '../program-finder.ts';

interface MadePage {
  readonly title: string;
  readonly bytes: Uint8Array;
  /** Main file of its program. */
  readonly main: vscode.Uri;
}

const OPEN = 'Open in Browser';

/** @param hasBrowser whether a file of this machine can be opened in a browser */
export function registerPage(
  context: vscode.ExtensionContext,
  server: ExtensionServer,
  find: FindProgram,
  hasBrowser: boolean,
): void {
  const make = async (use: (page: MadePage) => Promise<void>): Promise<void> => {
    const found = await find();
    const page = isFailure(found) ? found : await makePage(context, server, found.uri);
    if (isFailure(page)) void vscode.window.showErrorMessage(page.message);
    else await use(page);
  };
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(
    registerCommand('gigatron.exportPage', () => make((page) => exportPage(page, hasBrowser))),
    registerCommand('gigatron.openInBrowser', () => make((page) => openInBrowser(context, page))),
  );
}

async function makePage(context: vscode.ExtensionContext, server: ExtensionServer, uri: string) {
  const params: ProgramParams = { uri };
  const program = await server.request<ProgramResult>(PROGRAM, params);
  if ('failure' in program) return failure(`${program.failure} No page is made.`);
  const main = vscode.Uri.parse(program.main);
  const title = pageTitle(main.path);
  const declarations = playedDeclarations(program.info);
  const rom = new Uint8Array(fromBase64(program.base64) ?? []);
  const played = { title, keys: keysOf(main), ramKib: program.ramKib, declarations, names: null, rom, state: '' };
  const text = await pageDocument(played, await readBundles(context));
  return { title, main, bytes: new TextEncoder().encode(text) };
}

async function exportPage({ title, main, bytes }: MadePage, hasBrowser: boolean): Promise<void> {
  const name = `${title}.html`;
  const defaultUri = vscode.Uri.joinPath(main, '..', name);
  const uri = await saveFile(name, bytes, { defaultUri, filters: { 'Web page': ['html'] } });
  if (uri === undefined) return;
  const size = Math.ceil(bytes.length / 1024);
  const said = `${uri.path.slice(uri.path.lastIndexOf('/') + 1)} plays ${title} in any browser (${size} KiB).`;
  const choice = await vscode.window.showInformationMessage(said, ...(hasBrowser ? [OPEN] : []));
  if (choice === OPEN) await vscode.env.openExternal(uri);
}

/** The page lies where the extension may write, not beside the sources. */
async function openInBrowser({ globalStorageUri }: vscode.ExtensionContext, { title, bytes }: MadePage): Promise<void> {
  const uri = vscode.Uri.joinPath(globalStorageUri, 'pages', `${title}.html`);
  await vscode.workspace.fs.writeFile(uri, bytes);
  await vscode.env.openExternal(uri);
}

/** The `keys` of the first launch configuration that has them. */
function keysOf(main: vscode.Uri): KeyMode {
  const first = writtenFor(main).find((each) => each.type === DEBUG_TYPE && each['keys'] !== undefined);
  return first?.['keys'] === 'typed' ? 'typed' : 'pad';
}

async function readBundles(context: vscode.ExtensionContext): Promise<PageBundles> {
  const read = async (...path: string[]): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(bundlePath(context, ...path)));
  const styles = await Promise.all(PAGE_STYLES.map((name) => read('webviews', name)));
  const [script, worker] = [await read('webviews', 'play.js'), await read('page-worker.js')];
  return { script, worker, style: styles.join('\n') };
}
