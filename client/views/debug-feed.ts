/**
 * What the debugged program shows, for the views: requests pictures and tables while the program runs and when
 * something has changed, keeps the last of each, and passes on input.
 *
 * One session feeds the views at a time: the one that VS Code has chosen, as for its own views, which is not always the
 * one that was started last. What no view shows is neither sent nor requested, so that a hidden view costs the emulator
 * nothing.
 */
import * as vscode from 'vscode';
import { toBase64 } from '#basics';
import type { Board, GameRecord } from '#chess';
import {
  DEBUG_TYPE,
  type KeyInput,
  type LaunchArguments,
  type PadInput,
  type ScreenUpdate,
  type SoundMessage,
  type Speed,
  type TablesUpdate,
  type ViewRequests,
  type WantedLens,
} from '#debugger/protocol';
import { type HostMessage, isNews, type Told, withScreen, withTables } from '../webviews/messages.ts';
import { Pull } from './pull.ts';
import { RunState } from './run-state.ts';

/** Pictures a second while a program runs. */
const SCREEN_RATE = 60;

interface Demand {
  readonly screen: boolean;
  readonly tables: boolean;
  /** What a frame's cycles were used for, sent at stops. */
  readonly frame: boolean;
  readonly timeline: boolean;
}

type Last = { -readonly [Type in 'screen' | 'tables' | 'frame' | 'timeline']?: Told[Type] };

/** Receives a message; its promise resolves when the views have it. */
type Sink = (message: HostMessage) => PromiseLike<unknown>;

export class DebugFeed implements vscode.Disposable {
  private session: vscode.DebugSession | undefined;
  private demand: Demand = { screen: false, tables: false, frame: false, timeline: false };
  private listening = false;
  private lenses: readonly WantedLens[] = [];
  private last: Last = {};
  private readonly sinks: Sink[] = [];
  private readonly runState = new RunState(() => this.sessionChanged());
  private readonly pictures = new Pull(
    () => this.ask('gigatron/screen', (update) => this.takeScreen(update), { known: this.last.screen?.cycle }),
    SCREEN_RATE,
  );
  private readonly decoded = new Pull(
    () => this.ask('gigatron/tables', (update) => this.takeTables(update), { known: this.last.tables?.cycle }),
    () => vscode.workspace.getConfiguration('gigatron').get<number>('views.rate', 10),
  );
  private readonly subscriptions: vscode.Disposable;

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      this.runState,
      vscode.debug.onDidStartDebugSession((session) => this.session ?? this.follow(session)),
      vscode.debug.onDidChangeActiveDebugSession((session) => session && this.follow(session)),
      vscode.debug.onDidTerminateDebugSession((session) => this.ended(session)),
      vscode.debug.onDidReceiveDebugSessionCustomEvent((event) => this.receive(event)),
    );
    // The extension may have been activated by a view while a session runs.
    if (vscode.debug.activeDebugSession) this.follow(vscode.debug.activeDebugSession);
  }

  addSink(sink: Sink): void {
    this.sinks.push(sink);
  }

  get board(): Board | null {
    return this.last.tables?.tables.board ?? null;
  }

  get game(): GameRecord | null {
    return this.last.tables?.tables.game ?? null;
  }

  /** What a view that has just opened needs. */
  lastMessages(): HostMessage[] {
    return [
      ...(this.session ? [keysMessage(this.session)] : []),
      ...Object.entries(this.last).map(([type, message]) => ({ type, message }) as HostMessage),
      ...(this.last.screen || this.last.tables ? [] : [this.idleMessage()]),
    ];
  }

  /** Notes what the views show; what has become visible is sent immediately. */
  setDemand(demand: Demand): void {
    const { screen, tables, frame, timeline } = this.demand;
    this.demand = demand;
    if (demand.screen && !screen) this.pictures.refresh();
    if (demand.tables && !tables) this.decoded.refresh();
    if (demand.screen !== screen) this.sendListening();
    this.pull();
    // Otherwise they are requested when the next tables arrive.
    if (demand.frame && !frame && this.last.tables?.running === false) this.askFrame();
    if (demand.timeline && !timeline) this.askTimeline();
  }

  sendInput(input: PadInput | KeyInput): void {
    void this.ask('gigatron/input', undefined, input);
  }

  /** Sets the speed of the program; the views get the current one. */
  setSpeed(speed: Speed): void {
    const take = async (answer: { readonly speed: Speed }): Promise<void> => {
      if (this.last.screen !== undefined) await this.take('screen', { ...this.last.screen, ...answer });
    };
    void this.ask('gigatron/speed', take, { speed });
  }

  /** Goes to a cycle of the run; a backward search in progress goes on. */
  seek(cycle: number): void {
    void this.ask('gigatron/seek', undefined, { to: 'cycle', cycle });
  }

  /** Places in RAM that the user wants to see besides declared ones, in this session and later ones. */
  setLenses(lenses: readonly WantedLens[]): void {
    this.lenses = lenses;
    this.sendLenses();
  }

  /** Changes RAM like an edit in the memory view; a running program is left alone. */
  writeRam(memoryReference: string, bytes: readonly number[]): void {
    const edit = { memoryReference, data: toBase64(Uint8Array.from(bytes)) };
    // A refusal leaves the view as it is: it shows what RAM holds.
    void this.session?.customRequest('writeMemory', edit).then(undefined, () => undefined);
  }

  /** Turns sound on or off; it comes while the screen is visible. */
  listen(on: boolean): void {
    if (on === this.listening) return;
    this.listening = on;
    this.sendListening();
  }

  dispose(): void {
    this.session = undefined;
    this.pull();
    this.subscriptions.dispose();
  }

  private follow(session: vscode.DebugSession): void {
    if (session.type !== DEBUG_TYPE || session === this.session) return;
    this.session = session;
    this.last = {};
    void this.deliver(keysMessage(session));
    this.sendLenses();
    this.sendListening();
    this.refresh();
    this.pull();
  }

  private ended(session: vscode.DebugSession): void {
    if (session !== this.session) return;
    this.session = undefined;
    this.last = {};
    this.pull();
    void this.deliver(this.idleMessage());
  }

  private sessionChanged(): void {
    if (this.session === undefined) void this.deliver(this.idleMessage());
    this.pull();
  }

  private idleMessage(): HostMessage {
    return { type: 'idle', isStarting: this.runState.hasSession };
  }

  /** A program is heard while it is seen. */
  private sendListening(): void {
    void this.ask('gigatron/listen', undefined, { on: this.demand.screen && this.listening });
  }

  private sendLenses(): void {
    void this.ask('gigatron/lenses', undefined, { lenses: this.lenses });
    if (this.demand.tables) this.decoded.refresh();
  }

  private refresh(): void {
    if (this.demand.screen) this.pictures.refresh();
    if (this.demand.tables) this.decoded.refresh();
  }

  private pull(): void {
    const running = this.session !== undefined && this.runState.isRunning(this.session);
    this.pictures.want(running && this.demand.screen);
    this.decoded.want(running && this.demand.tables);
  }

  private receive({ session, event, body }: vscode.DebugSessionCustomEvent): void {
    if (session !== this.session) return;
    if (event === 'gigatron/changed') this.refresh();
    else if (event === 'gigatron/sound') void this.deliver({ type: 'sound', message: body as SoundMessage });
  }

  private async takeScreen(update: ScreenUpdate): Promise<void> {
    this.hear(update);
    this.last.screen = withScreen(this.last.screen, update);
    await this.deliver({ type: 'screen', message: update });
  }

  private async takeTables(update: TablesUpdate): Promise<void> {
    this.hear(update);
    const news = isNews(this.last.tables, update);
    this.last.tables = withTables(this.last.tables, update);
    if (news) await this.deliver({ type: 'tables', message: update });
    if (!update.running && this.demand.frame) this.askFrame();
    if (this.demand.timeline) this.askTimeline();
  }

  private hear({ running }: { readonly running: boolean }): void {
    if (this.session !== undefined) this.runState.heard(this.session, running);
  }

  /** Call at a stop. If the program goes on before the answer, the next stop is shown. */
  private askFrame(): void {
    void this.ask('gigatron/frame', (message) => this.take('frame', message));
  }

  private askTimeline(): void {
    void this.ask('gigatron/timeline', (message) => this.take('timeline', message));
  }

  private async take<Type extends keyof Last>(type: Type, message: Last[Type]): Promise<void> {
    this.last[type] = message;
    await this.deliver({ type, message } as HostMessage);
  }

  private async deliver(message: HostMessage): Promise<void> {
    await Promise.all(this.sinks.map((sink) => sink(message)));
  }

  private async ask<Name extends keyof ViewRequests>(
    name: Name,
    use: ((answer: ViewRequests[Name]['answer']) => Promise<void>) | undefined,
    args?: ViewRequests[Name]['arguments'],
  ): Promise<void> {
    const session = this.session;
    if (session === undefined) return;
    try {
      const answer = (await session.customRequest(name, args ?? {})) as ViewRequests[Name]['answer'];
      if (session === this.session) await use?.(answer);
    } catch {
      // The session ended, or its launch failed, which VS Code has reported.
    }
  }
}

/** What keys do, according to the session's launch configuration; by default, they are the game pad's buttons. */
function keysMessage({ configuration }: vscode.DebugSession): HostMessage {
  const { keys } = configuration as Partial<LaunchArguments>;
  return { type: 'keys', message: keys === 'typed' ? 'typed' : 'pad' };
}
