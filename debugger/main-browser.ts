/**
 * The debug adapter in a web worker: the library's session inline, with its messages over the worker's port.
 *
 * A worker has no files, so the adapter asks its client for them (`HostRequests` in protocol.ts).
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { failure, fromBase64 } from '#basics';
import { NO_SUCH_FILE, type FileContent } from '#files';
import { browserClock } from './connection/browser-clock.ts';
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

const host: Host = { ...browserClock, readFile };

const session = new GigatronDebugSession({ host, ended: () => self.close() });
session.onDidSendMessage((message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<unknown>) => session.handleMessage(data);
