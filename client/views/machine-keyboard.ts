/**
 * Keeps the keyboard in the Screen when the program stops. Otherwise, what the user types for the machine would go into
 * the source that VS Code shows.
 *
 * If `debug.focusEditorOnBreak` is off, as in the projects that come with the extension, VS Code does so by itself. If
 * it is on, the adapter has VS Code show stops without the focus. VS Code then shows nothing of the stop, so the source
 * is shown from here, and the rest once the user wants it.
 */
import * as vscode from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DEBUG_TYPE } from '#debugger/protocol';
import { uriOf } from '../surroundings.ts';

const SETTING = 'focusEditorOnBreak';
const SHOW = 'Show Variables';
const ALWAYS = 'Always, and Keep the Keyboard';

export class MachineKeyboard implements vscode.Disposable {
  private readonly holders = new Set<object>();
  private readonly sessions = new Set<vscode.DebugSession>();
  /** A session whose present stop VS Code does not show. */
  private unshown: vscode.DebugSession | undefined;
  private explained = false;
  private readonly subscriptions: vscode.Disposable;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, {
        createDebugAdapterTracker: (session) => ({
          onDidSendMessage: (message: DebugProtocol.Event) => this.observe(session, message),
          onExit: () => this.ended(session),
        }),
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`debug.${SETTING}`)) this.sessions.forEach((session) => this.tell(session));
      }),
    );
  }

  /** A page has got the keyboard, or has lost it. */
  set(page: object, on: boolean): void {
    if (this.holders.has(page) === on) return;
    if (on) this.holders.add(page);
    else this.holders.delete(page);
    this.sessions.forEach((session) => this.tell(session));
  }

  /** The user no longer sees a page, so that it cannot have the keyboard. */
  hidden(page: object): void {
    const held = this.holders.has(page);
    this.set(page, false);
    if (held) this.showStop();
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private observe(session: vscode.DebugSession, { type, event, body }: DebugProtocol.Event): void {
    if (type !== 'event') return;
    if (event === 'initialized') {
      this.sessions.add(session);
      this.tell(session);
    } else if (event === 'continued') {
      this.unshown = undefined;
    } else if (event === 'stopped') {
      const { preserveFocusHint } = body as DebugProtocol.StoppedEvent['body'];
      this.unshown = preserveFocusHint === true ? session : undefined;
      if (this.unshown !== undefined) void this.showSource(session);
    }
  }

  private ended(session: vscode.DebugSession): void {
    this.sessions.delete(session);
    if (this.unshown === session) this.unshown = undefined;
  }

  private tell(session: vscode.DebugSession): void {
    const takesFocus = vscode.workspace.getConfiguration('debug').get<boolean>(SETTING, true);
    const on = takesFocus && this.holders.size > 0;
    // A session that has ended cannot stop.
    void session.customRequest('gigatron/typing', { on }).then(undefined, () => undefined);
  }

  /** Has VS Code show the stop as it shows any other. */
  private showStop(): void {
    void this.unshown?.customRequest('gigatron/showStop').then(undefined, () => undefined);
  }

  /** Shows where the program is, with the cursor there; the keyboard stays where it is. */
  private async showSource(session: vscode.DebugSession): Promise<void> {
    const stack = { threadId: 1, startFrame: 0, levels: 1 };
    try {
      const { stackFrames } = (await session.customRequest(
        'stackTrace',
        stack,
      )) as DebugProtocol.StackTraceResponse['body'];
      const [top] = stackFrames;
      if (top?.source?.path !== undefined) {
        const place = new vscode.Position(top.line - 1, top.column - 1);
        const options = { preserveFocus: true, selection: new vscode.Range(place, place) };
        await vscode.window.showTextDocument(uriOf(top.source.path), { ...options, viewColumn: columnOfSources() });
      }
    } catch {
      // The program runs again, or its source cannot be shown.
    }
    await this.explain();
  }

  /** Says once why Variables and Call Stack are empty, and what to do about it. */
  private async explain(): Promise<void> {
    if (this.explained) return;
    this.explained = true;
    const text = 'The program has stopped. The keyboard stays with the Screen, so that no key reaches the source.';
    const answer = await vscode.window.showInformationMessage(text, SHOW, ALWAYS);
    if (answer === ALWAYS) await vscode.workspace.getConfiguration('debug').update(SETTING, false);
    if (answer !== undefined) this.showStop();
  }
}

/** The column with the source that was last looked at: a view's own column would cover the view. */
function columnOfSources(): vscode.ViewColumn {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return (activeTextEditor ?? visibleTextEditors[0])?.viewColumn ?? vscode.ViewColumn.One;
}
