/**
 * What the extension does when VS Code starts it: a language client, the debugger, tasks, commands, views.
 *
 * The same on the desktop and in the browser; a Platform provides what differs. Nothing here knows the language
 * or the machine: all of that is in the server and the adapter.
 */
import * as vscode from 'vscode';
import { registerCopyFen, registerSeek, registerNumbers } from './commands/debug-commands.ts';
import { registerExplain, registerServerCommands } from './commands/server-commands.ts';
import { registerMeasure } from './commands/measure.ts';
import { registerNewProject } from './commands/new-project.ts';
import { registerPage } from './commands/page.ts';
import { registerStates } from './commands/states.ts';
import { registerPlaceCommands } from './commands/places.ts';
import { registerRunCommand } from './commands/run.ts';
import { registerInlineValues } from './debug/inline-values.ts';
import { registerChangedSource, registerDebugger } from './debug/register.ts';
import { registerHelpPages } from './help-pages.ts';
import { registerListing } from './listing/live-listing.ts';
import { registerLanguageServer, type ExtensionServer } from './language-client.ts';
import type { Platform } from './platform.ts';
import { findProgram } from './program-finder.ts';
import { workspaceSurroundings } from './surroundings.ts';
import { registerTasks } from './tasks.ts';
import { registerTestExplorer } from './tests/test-explorer.ts';
import { DebugFeed } from './views/debug-feed.ts';
import { LiveWatch } from './views/live-watch.ts';
import { registerViews } from './views/register.ts';
import { statusOfProgram, statusOfSelection } from './views/status-bar.ts';

/**
 * Registers what VS Code may have started the extension for, and awaits nothing, since VS Code and other extensions
 * wait for this. The rest follows in the next turn of the event loop.
 */
export function activateExtension(context: vscode.ExtensionContext, platform: Platform): void {
  const server = registerLanguageServer(context, platform);
  const surroundings = workspaceSurroundings(server);
  const find = (): ReturnType<typeof findProgram> => findProgram(surroundings);
  registerDebugger(context, platform, find);
  if (platform.runCommandLine) registerTasks(context, platform.runCommandLine, find);
  registerRunCommand(context, platform, find);
  registerPage(context, server, find, platform.runCommandLine !== undefined && vscode.env.remoteName === undefined);
  registerNewProject(context);
  registerHelpPages(context);
  registerExplain(context);
  registerListing(context, server);
  const feed = new DebugFeed();
  const liveWatch = new LiveWatch(context);
  context.subscriptions.push(feed, liveWatch);
  registerViews(context, feed);
  registerCopyFen(context, feed);
  registerSeek(context);
  registerMeasure(context);
  registerStates(context);
  registerNumbers(context, () => liveWatch.refresh());
  registerPlaceCommands(context);
  const rest = setTimeout(() => activateRest(context, server));
  context.subscriptions.push({ dispose: () => clearTimeout(rest) });
}

/** Starts the language server, and registers what it or a debug session uses. */
function activateRest(context: vscode.ExtensionContext, server: ExtensionServer): void {
  server.start();
  registerTestExplorer(context, server);
  registerServerCommands(context);
  registerChangedSource(context);
  registerInlineValues(context);
  context.subscriptions.push(statusOfProgram(), statusOfSelection(server));
}
