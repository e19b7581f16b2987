/** "Measure": profile and coverage of a stretch of the debugged program's run, in the gutter and as files. */
import * as vscode from 'vscode';
import { grouped } from '#basics';
import type { MeasuredMessage, Stretch, ViewRequests } from '#debugger/protocol';
import { withSession } from '../debug/session.ts';
import { keepFile, saveFile } from '../files.ts';
import { percent, type Marking, lineMarks, MARKS, type Mark } from '../measured/line-marks.ts';
import { pathOf } from '../surroundings.ts';

const CHOICES: readonly (vscode.QuickPickItem & { readonly stretch: Stretch })[] = [
  { stretch: 'frame', label: 'This frame', description: 'since vSync fell' },
  { stretch: 'stops', label: 'Since the previous stop', description: 'or up to it, after a step back' },
  { stretch: 'search', label: 'This search', description: 'since its root was set up' },
  { stretch: 'node', label: 'This node of the search', description: 'since the search entered it' },
  { stretch: 'run', label: 'The whole run', description: 'as far back as one can step' },
];
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

function measure(): Promise<void> {
  return withSession(async (session) => {
    const answer: unknown = await session.customRequest('gigatron/stretches');
    const { stretches } = answer as ViewRequests['gigatron/stretches']['answer'];
    const choices = CHOICES.filter(({ stretch }) => stretches.includes(stretch));
    const chosen = await vscode.window.showQuickPick(choices, { placeHolder: 'What to measure' });
    if (chosen !== undefined) await session.customRequest('gigatron/measure', { stretch: chosen.stretch });
  });
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
  const uri = await keepFile(context, `cycles-${String(from)}-${String(to)}.cpuprofile`, cpuProfile);
  await vscode.commands.executeCommand('vscode.open', uri);
}

function saveCoverage({ lcov }: MeasuredMessage): Promise<unknown> {
  return saveFile('coverage.lcov', lcov, { filters: { LCOV: ['lcov', 'info'] } });
}

/** A colour for each mark, distinct on dark and on light backgrounds; heat from blue to red. */
const COLOURS: Readonly<Record<Mark, string>> = {
  heat1: '#5b8db8',
  heat2: '#58a06a',
  heat3: '#c7a32c',
  heat4: '#dd7a25',
  heat5: '#d93a2b',
  covered: '#3f9a55',
  partly: '#c7a32c',
  missed: '#d93a2b',
};

/** Marks in the gutters of editors: what was measured in the files that they show. */
class Gutter implements vscode.Disposable {
  /** Made when something is shown for the first time. */
  private kinds: ReadonlyMap<Mark, vscode.TextEditorDecorationType> = new Map();
  private shown: { readonly measured: MeasuredMessage; readonly marking: Marking } | undefined;
  private readonly subscription: vscode.Disposable;

  constructor() {
    this.subscription = vscode.window.onDidChangeVisibleTextEditors(() => this.draw());
  }

  show(measured: MeasuredMessage, marking: Marking): void {
    this.shown = { measured, marking };
    if (this.kinds.size === 0) this.kinds = new Map(MARKS.map((mark) => [mark, decoration(mark)]));
    this.draw();
  }

  hide(): void {
    this.shown = undefined;
    this.draw();
  }

  dispose(): void {
    this.subscription.dispose();
    for (const kind of this.kinds.values()) kind.dispose();
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const marks = this.marksOf(editor.document);
      for (const [mark, kind] of this.kinds) editor.setDecorations(kind, marks.get(mark) ?? []);
    }
  }

  private marksOf(document: vscode.TextDocument): Map<Mark, vscode.DecorationOptions[]> {
    const marks = new Map<Mark, vscode.DecorationOptions[]>();
    const path = pathOf(document.uri.toString());
    const file = this.shown?.measured.files.find((candidate) => candidate.path === path);
    if (this.shown === undefined || file === undefined) return marks;
    const { measured, marking } = this.shown;
    const hottest = Math.max(...measured.files.flatMap(({ lines }) => lines.map(({ cycles }) => cycles)));
    for (const { line, mark, text, share } of lineMarks(file, marking, measured.to - measured.from, hottest)) {
      if (line >= document.lineCount) continue;
      const { range } = document.lineAt(line);
      const after = share === undefined ? {} : { renderOptions: { after: { contentText: `  ${share}` } } };
      marks.set(mark, [...(marks.get(mark) ?? []), { range, hoverMessage: text, ...after }]);
    }
    return marks;
  }
}

function decoration(mark: Mark): vscode.TextEditorDecorationType {
  const colour = COLOURS[mark];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="16"><rect x="2" width="4" height="16" fill="${colour}"/></svg>`;
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    gutterIconPath: vscode.Uri.parse(`data:image/svg+xml,${encodeURIComponent(svg)}`),
    gutterIconSize: 'contain',
    overviewRulerColor: colour,
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    after: { color: new vscode.ThemeColor('editorCodeLens.foreground') },
  });
}
