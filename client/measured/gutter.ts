/** Marks in the gutters of editors: what was measured in the files that they show. */
import * as vscode from 'vscode';
import type { MeasuredMessage } from '#debugger/protocol';
import { pathOf } from '../surroundings.ts';
import { lineMarks, MARKS, type Mark, type Marking } from './line-marks.ts';

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

export class Gutter implements vscode.Disposable {
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
