/** The debug type: which adapter runs, and which configuration replaces a missing launch.json. */
import * as vscode from 'vscode';
import { isFailure } from '#basics';
import { DEBUG_TYPE, type LaunchArguments, type ViewEvents } from '#debugger/protocol';
import { LANGUAGE_ID } from '#server/protocol';
import type { Platform } from '../platform.ts';
import type { FindProgram } from '../program-finder.ts';
import { pathOf, uriOf } from '../surroundings.ts';
import { configurationToRun } from './launch-configuration.ts';
import { isPythonSource } from './python-build.ts';

export function registerDebugger(context: vscode.ExtensionContext, platform: Platform, find: FindProgram): void {
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
      createDebugAdapterDescriptor: () => platform.createDebugAdapter(context),
    }),
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, {
      resolveDebugConfiguration: (_folder, configuration) => complete(configuration, platform, find),
      resolveDebugConfigurationWithSubstitutedVariables: (_folder, configuration) =>
        mayStart(configuration) ? withDefaults(configuration) : undefined,
    }),
    vscode.debug.registerDebugConfigurationProvider(
      DEBUG_TYPE,
      {
        provideDebugConfigurations: async () => {
          const found = await configurationToRun(find, platform);
          return isFailure(found) ? [] : [found];
        },
      },
      Dynamic,
    ),
  );
}

/** Fills in what F5 without a launch.json leaves out, all or the program; shows the screen, as in new projects. */
async function complete(configuration: vscode.DebugConfiguration, platform: Platform, find: FindProgram) {
  if (configuration['program'] !== undefined || configuration.request === 'attach') return configuration;
  const found = await configurationToRun(find, platform);
  if (!isFailure(found)) return { ...found, views: ['screen'], ...withoutEmpty(configuration) };
  void vscode.window.showErrorMessage(found.message);
  return undefined;
}

/** A build runs code of the workspace, so the workspace must be trusted. */
function mayStart(configuration: vscode.DebugConfiguration): boolean {
  if (configuration['build'] === undefined || vscode.workspace.isTrusted) return true;
  void vscode.window.showErrorMessage('A build runs Python of this workspace: trust the workspace first.');
  return false;
}

/**
 * Adds what a configuration leaves out, and the workspace folder of the program, which includes may not leave; a
 * configuration cannot change that.
 */
function withDefaults({ workspace: _, ...configuration }: vscode.DebugConfiguration): vscode.DebugConfiguration {
  const { program } = configuration as Partial<LaunchArguments>;
  const folder = typeof program === 'string' ? vscode.workspace.getWorkspaceFolder(uriOf(program)) : undefined;
  const workspace = folder === undefined ? {} : { workspace: pathOf(folder.uri.toString()) };
  const given = configuration as vscode.DebugConfiguration;
  return { ...consoleFor(given), ...given, ...workspace };
}

/**
 * Opens the Debug Console for the output of a build, and otherwise spares a third of the window; nothing if the user
 * has set when it opens.
 */
function consoleFor({ build }: vscode.DebugConfiguration): Partial<vscode.DebugConfiguration> {
  const chosen = vscode.workspace.getConfiguration('debug').inspect('internalConsoleOptions');
  const isChosen = [chosen?.globalValue, chosen?.workspaceValue, chosen?.workspaceFolderValue].some(
    (value) => value !== undefined,
  );
  return isChosen ? {} : { internalConsoleOptions: build === undefined ? 'neverOpen' : 'openOnSessionStart' };
}

/** An F5 without launch.json arrives with empty type, name and request. */
function withoutEmpty(configuration: vscode.DebugConfiguration): Partial<vscode.DebugConfiguration> {
  return Object.fromEntries(Object.entries(configuration).filter(([, value]) => value !== '' && value !== undefined));
}

const RESTART = 'Restart';
const RELOAD = 'Reload, Keep RAM';
const SAVE = 'Save and Restart';

/**
 * Warns that a source is not the one that runs: at a stop in a source that has changed since it was assembled, and at
 * the start of a program whose sources have unsaved changes. Offers to assemble again.
 */
export function registerChangedSource(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
      if (session.type === DEBUG_TYPE && event === 'gigatron/sourceChanged')
        void offerRestart(body as ViewEvents['gigatron/sourceChanged']);
    }),
    vscode.debug.onDidStartDebugSession((session) => {
      if (session.type === DEBUG_TYPE && session.configuration.request === 'launch') void tellUnsaved(session);
    }),
  );
}

async function offerRestart({ path }: ViewEvents['gigatron/sourceChanged']): Promise<void> {
  const text = `${nameOf(path)} has changed since the program was assembled: lines may have moved.`;
  const answer = await vscode.window.showWarningMessage(text, RESTART, RELOAD);
  if (answer === RESTART) await vscode.commands.executeCommand('workbench.action.debug.restart');
  if (answer === RELOAD) await vscode.commands.executeCommand('gigatron.reload');
}

/** VS Code saves before a start according to its setting `debug.saveBeforeStart`, which may leave files out. */
async function tellUnsaved({ workspaceFolder }: vscode.DebugSession): Promise<void> {
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ isDirty, languageId, uri }) =>
      isDirty &&
      (languageId === LANGUAGE_ID || isPythonSource(uri.path)) &&
      vscode.workspace.getWorkspaceFolder(uri)?.uri === workspaceFolder?.uri,
  );
  if (unsaved.length === 0) return;
  const names = unsaved.map(({ uri }) => nameOf(uri.path)).join(', ');
  const text = `The program runs without the changes in ${names} that are not saved.`;
  if ((await vscode.window.showWarningMessage(text, SAVE)) !== SAVE) return;
  await vscode.workspace.saveAll(false);
  await vscode.commands.executeCommand('workbench.action.debug.restart');
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
