/**
 * Commands about states of the machine: save to a file, load, compare by names, keep while the source is
 * reassembled, continue from here in a second session.
 */
import * as vscode from 'vscode';
import { isFailure, toBase64 } from '#basics';
import type { StateFile, ViewRequests, StateDifference } from '#debugger/protocol';
import { withSession } from '../debug/session.ts';
import { keepFile, readPlainFile, saveFile } from '../files.ts';
import { pathOf } from '../surroundings.ts';

const FILTERS = { 'Gigatron state': ['gtstate'] };
const NOW = 'The program as it is now';
const ANOTHER = 'Another file…';
const PROBLEMS = 'Show Problems';

type Saved = ViewRequests['gigatron/saveState']['answer'];
type Compared = ViewRequests['gigatron/compareStates'];

export function registerStates(context: vscode.ExtensionContext): void {
  const { registerCommand } = vscode.commands;
  registerStateTexts(context);
  context.subscriptions.push(
    registerCommand('gigatron.saveState', () => withSession(save)),
    registerCommand('gigatron.loadState', () => withSession(load)),
    registerCommand('gigatron.compareStates', () => withSession(compare)),
    registerCommand('gigatron.reload', () => withSession(reload)),
    registerCommand('gigatron.branch', () => withSession((session) => branch(context, session))),
  );
}

async function save(session: vscode.DebugSession): Promise<void> {
  const { text, cycle } = (await session.customRequest('gigatron/saveState')) as Saved;
  await saveFile(`cycle-${String(cycle)}.gtstate`, text, { filters: FILTERS });
}

async function load(session: vscode.DebugSession): Promise<void> {
  const file = await chosenFile('Load State');
  if (file !== undefined) await session.customRequest('gigatron/loadState', file);
}

/** Saves unsaved text first, since the debugger reads files. */
async function reload(session: vscode.DebugSession): Promise<void> {
  await vscode.workspace.saveAll(false);
  try {
    await session.customRequest('gigatron/reload', {});
  } catch (error) {
    const text = `The program runs on as it was. ${error instanceof Error ? error.message : String(error)}`;
    if ((await vscode.window.showErrorMessage(text, PROBLEMS)) === PROBLEMS)
      await vscode.commands.executeCommand('workbench.actions.view.problems');
  }
}

async function compare(session: vscode.DebugSession): Promise<void> {
  const one = await chosenFile('Compare State');
  if (one === undefined) return;
  const placeHolder = `What is "${one.name}" compared with?`;
  const what = await vscode.window.showQuickPick([NOW, ANOTHER], { placeHolder });
  const other = what === ANOTHER ? await chosenFile('Compare With') : undefined;
  if (what === undefined || (what === ANOTHER && other === undefined)) return;
  const args: Compared['arguments'] = { one, ...(other && { other }) };
  const { differences } = (await session.customRequest('gigatron/compareStates', args)) as Compared['answer'];
  await showDifferences(differences, one.name, other?.name ?? 'now');
}

/** Starts a second session, stopped, where the program is; the first one stays as it is. */
async function branch(context: vscode.ExtensionContext, session: vscode.DebugSession): Promise<void> {
  const { text, cycle } = (await session.customRequest('gigatron/saveState')) as Saved;
  const uri = await keepFile(context, `branch-${String(cycle)}.gtstate`, text);
  const name = `${session.name} from cycle ${String(cycle)}`;
  const configuration = { ...session.configuration, name, state: pathOf(uri.toString()), stopOnEntry: true };
  await vscode.debug.startDebugging(session.workspaceFolder, configuration);
}

async function chosenFile(openLabel: string): Promise<StateFile | undefined> {
  const defaultUri = vscode.workspace.workspaceFolders?.[0]?.uri;
  const options = { filters: FILTERS, openLabel, ...(defaultUri && { defaultUri }) };
  const [uri] = (await vscode.window.showOpenDialog(options)) ?? [];
  if (uri === undefined) return undefined;
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const content = await readPlainFile(uri);
  if (isFailure(content)) throw new Error(`"${name}" cannot be read: ${content.message}`);
  return { name, data: toBase64(content.bytes) };
}

const SCHEME = 'gigatron-state';
const NOTHING = 'Nothing differs.\n';

const texts = new Map<string, string>();

function registerStateTexts({ subscriptions }: vscode.ExtensionContext): void {
  subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: ({ path, query }) => texts.get(path + query) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri: { scheme, path, query } }) => {
      if (scheme === SCHEME) texts.delete(path + query);
    }),
  );
}

let shown = 0;

/** Shows what differs as two texts in VS Code's diff editor. @param one name of the first state, for the title */
async function showDifferences(differences: readonly StateDifference[], one: string, other: string): Promise<void> {
  const query = String(++shown);
  const page = (name: string, text: string): vscode.Uri => {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query });
    texts.set(uri.path + uri.query, text);
    return uri;
  };
  const left = page(one, stateText(differences, 'one'));
  const right = page(other === one ? `${other} (2)` : other, stateText(differences, 'other'));
  await vscode.commands.executeCommand('vscode.diff', left, right, `${one} ↔ ${other}`, { preview: true });
}

/** One side: a heading for each group, and below it a line for each name. */
function stateText(differences: readonly StateDifference[], side: 'one' | 'other'): string {
  if (differences.length === 0) return NOTHING;
  const groups = [...new Set(differences.map(({ group }) => group))];
  return groups
    .map((group) => {
      const own = differences.filter((difference) => difference.group === group);
      return [`; ${group}`, ...own.map((difference) => `${difference.name} = ${difference[side]}`), ''].join('\n');
    })
    .join('\n');
}
