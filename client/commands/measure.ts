/** "Measure": profile and coverage of a stretch of the debugged program's run, in the gutter and as files. */
import * as vscode from 'vscode';
import { grouped } from '#basics';
import { DEBUG_TYPE, type MeasuredMessage, type Stretch } from '#debugger/protocol';
import { Gutter } from '../measured/gutter.ts';
import { percent, type Marking } from '../measured/line-marks.ts';

const CHOICES: readonly (vscode.QuickPickItem & { readonly stretch: Stretch })[] = [
  { stretch: 'frame', label: 'This frame', description: 'since vSync fell' },
  { stretch: 'stops', label: 'Since the previous stop', description: 'or up to it, after a step back' },
  { stretch: 'search', label: 'This search', description: 'since its root was set up' },
  { stretch: 'node', label: 'This node of the search', description: 'since the search entered it' },
  { stretch: 'run', label: 'The whole run', description: 'as far back as one can step' },
];
/** Whether there is something measured to show, for the menus. */
const HAS_MEASURED = 'gigatron.hasMeasured';
const OPEN = 'Open Profile';
const COVERAGE = 'Show Coverage';
const SAVE = 'Save LCOV';

export function registerMeasure(context: vscode.ExtensionContext): void {
  const gutter = new Gutter();
  let last: MeasuredMessage | undefined;
  const withLast = (use: (measured: MeasuredMessage) => unknown) => (): unknown =>
    last === undefined ? vscode.window.showInformationMessage('Nothing has been measured yet.') : use(last);
  const show = (marking: Marking): (() => unknown) => withLast((measured) => gutter.show(measured, marking));
  const open = withLast((measured) => openProfile(context, measured));
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(
    gutter,
    vscode.debug.onDidReceiveDebugSessionCustomEvent(({ event, body }) => {
      if (event !== 'gigatron/measured') return;
      last = body as MeasuredMessage;
      void vscode.commands.executeCommand('setContext', HAS_MEASURED, true);
      gutter.show(last, 'heat');
      void tell(last);
    }),
    registerCommand('gigatron.measure', measure),
    registerCommand('gigatron.showHeat', show('heat')),
    registerCommand('gigatron.showCoverage', show('coverage')),
    registerCommand('gigatron.hideMeasured', () => gutter.hide()),
    registerCommand('gigatron.openProfile', open),
    registerCommand('gigatron.saveCoverage', withLast(saveCoverage)),
  );
}

async function measure(stretch?: Stretch): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== DEBUG_TYPE) return;
  const known = CHOICES.find((choice) => choice.stretch === stretch);
  const chosen = known ?? (await vscode.window.showQuickPick(CHOICES, { placeHolder: 'What to measure' }));
  if (chosen === undefined) return;
  try {
    await session.customRequest('gigatron/measure', { stretch: chosen.stretch });
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

async function tell({ from, to, handlerShare }: MeasuredMessage): Promise<void> {
  const text = `Measured ${grouped(to - from)} cycles; video handler ${percent(handlerShare ?? 0)}.`;
  const answer = await vscode.window.showInformationMessage(text, OPEN, COVERAGE, SAVE);
  if (answer === OPEN) await vscode.commands.executeCommand('gigatron.openProfile');
  else if (answer === COVERAGE) await vscode.commands.executeCommand('gigatron.showCoverage');
  else if (answer === SAVE) await vscode.commands.executeCommand('gigatron.saveCoverage');
}

/** Opens the profile in VS Code's own viewer: a table, and with an extension a flame graph. */
async function openProfile(context: vscode.ExtensionContext, { from, to, cpuProfile }: MeasuredMessage): Promise<void> {
  const folder = context.storageUri ?? context.globalStorageUri;
  await vscode.workspace.fs.createDirectory(folder);
  const uri = vscode.Uri.joinPath(folder, `cycles-${String(from)}-${String(to)}.cpuprofile`);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(cpuProfile));
  await vscode.commands.executeCommand('vscode.open', uri);
}

async function saveCoverage({ lcov }: MeasuredMessage): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    filters: { LCOV: ['lcov', 'info'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'coverage.lcov') }),
  });
  if (uri) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(lcov));
}
