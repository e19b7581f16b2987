/**
 * The debug adapter in a web worker: the library's session inline, with its messages over the worker's port.
 *
 * A worker has no files, so the adapter asks its client for them (`HostRequests` in protocol.ts).
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { failure, fromBase64 } from '#basics';
import { NO_SUCH_FILE, type FileContent } from '#files';
import type { Host } from './connection/host.ts';
import type { HostRequests } from './protocol.ts';
import { GigatronDebugSession } from './session.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Time that the client has to send a file, milliseconds; then it counts as missing. */
const FILE_TIMEOUT = 600_000;

type FileAnswer = DebugProtocol.Response & { readonly body?: HostRequests['gigatron/readFile']['answer'] };

function readFile(path: string): Promise<FileContent> {
  return new Promise((resolve) =>
    session.sendRequest('gigatron/readFile', { path }, FILE_TIMEOUT, ({ success, body, message }: FileAnswer) => {
      const bytes = success && body !== undefined ? fromBase64(body.data) : undefined;
      resolve(bytes === undefined ? failure(message ?? NO_SUCH_FILE) : { bytes });
    }),
  );
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

const session = new GigatronDebugSession({ host, ended: () => self.close() });
session.onDidSendMessage((message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<unknown>) => session.handleMessage(data);
