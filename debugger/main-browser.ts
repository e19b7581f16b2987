/**
 * The debug adapter in a web worker: the protocol over the worker's port.
 *
 * A worker has no files, so the adapter asks its client for them (`HostRequests` in protocol.ts).
 */
import type { Host } from './connection/host.ts';
import type { Transport } from './connection/transport.ts';
import type { HostRequests } from './protocol.ts';
import { DebugSession } from './session.ts';
import { fromBase64 } from './values/base64.ts';

declare const self: DedicatedWorkerGlobalScope;

interface FileAnswer {
  readonly type: 'response';
  readonly command: 'gigatron/readFile';
  readonly request_seq: number;
  readonly success: boolean;
  readonly body?: HostRequests['gigatron/readFile']['answer'];
}

const waiting = new Map<number, (bytes: Uint8Array | undefined) => void>();
let lastRequest = 0;

function readFile(path: string): Promise<Uint8Array | undefined> {
  const seq = ++lastRequest;
  self.postMessage({ seq, type: 'request', command: 'gigatron/readFile', arguments: { path } });
  return new Promise((resolve) => waiting.set(seq, resolve));
}

function isFileAnswer(message: unknown): message is FileAnswer {
  const { type, command } = (message ?? {}) as Partial<FileAnswer>;
  return type === 'response' && command === 'gigatron/readFile';
}

function takeFileAnswer({ request_seq: seq, success, body }: FileAnswer): void {
  waiting.get(seq)?.(success && body !== undefined ? fromBase64(body.data) : undefined);
  waiting.delete(seq);
}

/** Runs a task in the next turn of the message loop; a timer would wait longer than its delay of 0. */
function soon(task: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(undefined);
  return () => port1.close();
}

function after(task: () => void, delay: number): () => void {
  const handle = setTimeout(task, delay);
  return () => clearTimeout(handle);
}

const host: Host = {
  now: () => performance.now(),
  later: (task, delay) => (delay <= 0 ? soon(task) : after(task, delay)),
  readFile,
};

const transport: Transport = {
  send: (message) => self.postMessage(message),
  listen: (listener) => {
    self.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isFileAnswer(data)) takeFileAnswer(data);
      else listener(data);
    };
  },
  close: () => self.close(),
};

new DebugSession(transport, host);
