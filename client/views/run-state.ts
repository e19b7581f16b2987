/**
 * Which debug sessions there are, and which of them run, found in the messages between VS Code and the adapter, because
 * VS Code does not tell extensions.
 */
import * as vscode from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DEBUG_TYPE } from '#debugger/protocol';

/** Requests that, if they succeed, make a program run, if only for one step. */
const RESUMING = 'configurationDone continue next stepIn stepOut stepBack reverseContinue restart'.split(' ');

type AdapterMessage = Partial<Omit<DebugProtocol.Event, 'type'> & DebugProtocol.Response>;

export class RunState implements vscode.Disposable {
  private readonly running = new Set<string>();
  private readonly observed = new Set<string>();
  private readonly registration: vscode.Disposable;

  constructor(private readonly onChange: () => void) {
    this.registration = vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, {
      createDebugAdapterTracker: ({ id }) => {
        const gone = (): void => this.end(id);
        return {
          onWillStartSession: () => {
            this.observed.add(id);
            this.onChange();
          },
          onDidSendMessage: (message: AdapterMessage) => this.observe(id, message),
          // Which of them is called depends on how the adapter runs.
          ...{ onWillStopSession: gone, onExit: gone, onError: gone },
        };
      },
    });
  }

  /** Whether a session has been started and has not ended; VS Code announces it only when its program is loaded. */
  get hasSession(): boolean {
    return this.observed.size > 0;
  }

  isRunning({ id }: vscode.DebugSession): boolean {
    return this.running.has(id);
  }

  /**
   * Notes the state in an answer of the adapter, if the session was not observed from its start. If it was, the answer
   * may be older than what has been observed.
   */
  heard({ id }: vscode.DebugSession, running: boolean): void {
    if (!this.observed.has(id)) this.set(id, running);
  }

  dispose(): void {
    this.registration.dispose();
  }

  private observe(id: string, { type, event, command, success }: AdapterMessage): void {
    if (type === 'event' && (event === 'stopped' || event === 'terminated')) this.set(id, false);
    else if (type === 'event' && event === 'continued') this.set(id, true);
    else if (type === 'response' && success === true && RESUMING.includes(command ?? '')) this.set(id, true);
  }

  private end(id: string): void {
    this.running.delete(id);
    this.observed.delete(id);
    this.onChange();
  }

  private set(id: string, running: boolean): void {
    if (this.running.has(id) === running) return;
    if (running) this.running.add(id);
    else this.running.delete(id);
    this.onChange();
  }
}
