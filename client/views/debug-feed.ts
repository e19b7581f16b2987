/**
 * What the debugged program shows, for whoever looks: subscribes to the debug session's events, keeps
 * the last of each kind, and passes on input.
 *
 * One session feeds the views at a time: the one that was started or chosen last. How often it sends
 * follows what is looked at, so that a hidden view costs the emulator nothing.
 */
import * as vscode from 'vscode';
import type { Board } from '#chess';
import type { KeyInput, PadInput, ScreenMessage, TablesMessage, ViewEvents, ViewRequests } from '#debugger/protocol';
import { DEBUG_TYPE } from '../debug-type.ts';
import type { HostMessage } from '../webviews/messages.ts';

/** Pictures per second while a program runs. */
const SCREEN_RATE = 60;

/** What is looked at now. */
export interface Demand {
  readonly screen: boolean;
  readonly tables: boolean;
}

export class DebugFeed implements vscode.Disposable {
  private readonly messages = new vscode.EventEmitter<HostMessage>();
  /** New tables, a new picture, or idleness. */
  readonly onMessage = this.messages.event;

  private session: vscode.DebugSession | undefined;
  private demand: Demand = { screen: false, tables: false };
  private screen: ScreenMessage | undefined;
  private tables: TablesMessage | undefined;
  private readonly subscriptions: vscode.Disposable;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      this.messages,
      vscode.debug.onDidStartDebugSession((session) => this.follow(session)),
      vscode.debug.onDidChangeActiveDebugSession((session) => session && this.follow(session)),
      vscode.debug.onDidTerminateDebugSession((session) => this.ended(session)),
      vscode.debug.onDidReceiveDebugSessionCustomEvent((event) => this.receive(event)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('gigatron.views.rate')) this.subscribe();
      }),
    );
    // The extension may have been activated by a view while a session runs.
    if (vscode.debug.activeDebugSession) this.follow(vscode.debug.activeDebugSession);
  }

  /** The decoded board of the program, or null. */
  get board(): Board | null {
    return this.tables?.tables.board ?? null;
  }

  /** What a view that has just opened must know. */
  lastMessages(): HostMessage[] {
    const known: HostMessage[] = [];
    if (this.screen) known.push({ type: 'screen', message: this.screen });
    if (this.tables) known.push({ type: 'tables', message: this.tables });
    if (!this.session) known.push({ type: 'idle' });
    return known;
  }

  /** Says what is looked at; what has come into view is sent at once. */
  setDemand(demand: Demand): void {
    if (demand.screen === this.demand.screen && demand.tables === this.demand.tables) return;
    this.demand = demand;
    this.subscribe();
  }

  /** Passes the user's input to the machine. */
  sendInput(input: PadInput | KeyInput): void {
    void this.request('gigatron/input', input);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private follow(session: vscode.DebugSession): void {
    if (session.type !== DEBUG_TYPE || session === this.session) return;
    this.session = session;
    this.screen = undefined;
    this.tables = undefined;
    this.subscribe();
  }

  private ended(session: vscode.DebugSession): void {
    if (session !== this.session) return;
    this.session = undefined;
    this.messages.fire({ type: 'idle' });
  }

  /** An adapter sends one event of each kind that is subscribed, whether the program runs or not. */
  private subscribe(): void {
    const { screen, tables } = this.demand;
    const rate = vscode.workspace.getConfiguration('gigatron').get<number>('views.rate', 10);
    void this.request('gigatron/subscribe', { screen: screen ? SCREEN_RATE : 0, tables: tables ? rate : 0 });
  }

  private receive({ session, event, body }: vscode.DebugSessionCustomEvent): void {
    if (session !== this.session) return;
    if (event === ('gigatron/screen' satisfies keyof ViewEvents)) {
      this.screen = body as ScreenMessage;
      this.messages.fire({ type: 'screen', message: this.screen });
    } else if (event === ('gigatron/tables' satisfies keyof ViewEvents)) {
      this.tables = body as TablesMessage;
      this.messages.fire({ type: 'tables', message: this.tables });
    }
  }

  private async request<Name extends keyof ViewRequests>(
    name: Name,
    args: ViewRequests[Name]['arguments'],
  ): Promise<void> {
    try {
      await this.session?.customRequest(name, args);
    } catch {
      // The session ended, or its launch failed and VS Code has said so.
    }
  }
}
