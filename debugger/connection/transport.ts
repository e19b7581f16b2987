/**
 * How messages come and go: the session knows no stream, no worker and no editor.
 *
 * Messages are Debug Adapter Protocol messages as plain objects. On the desktop they travel over
 * standard input and output (node-stdio.ts); in a browser over a worker's port (main-browser.ts).
 */
import type { DebugProtocol } from '@vscode/debugprotocol';

export type Message = DebugProtocol.ProtocolMessage;

export interface Transport {
  /** Sends one message; `seq` is filled in already. */
  send(message: Message): void;
  /** Names who takes incoming messages; they may be any JSON. Called once. */
  listen(listener: (message: unknown) => void): void;
  /** Ends the connection after what was sent has gone out. */
  close(): void;
}
