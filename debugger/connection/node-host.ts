/** The desktop's clock, timer and files, and standard input and output as a transport. */
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Readable, Writable } from 'node:stream';
import { FrameReader, frame } from './framing.ts';
import type { Host } from './host.ts';
import type { Transport } from './transport.ts';

export const nodeHost: Host = {
  now: () => performance.now(),
  later: (task, delay) => {
    if (delay <= 0) {
      const handle = setImmediate(task);
      return () => clearImmediate(handle);
    }
    const handle = setTimeout(task, delay);
    return () => clearTimeout(handle);
  },
  readFile: async (path) => {
    try {
      return await readFile(path);
    } catch {
      return undefined;
    }
  },
};

export interface StreamEvents {
  /** The client has gone without closing the session. */
  gone(): void;
  /** The connection was closed and all that was sent has gone out. */
  closed(): void;
}

/** Messages over a pair of byte streams. */
export function streamTransport(input: Readable, output: Writable, events: StreamEvents): Transport {
  let open = true;
  return {
    send: (message) => {
      if (open) output.write(frame(message));
    },
    listen: (listener) => {
      const reader = new FrameReader(listener);
      input.on('data', (bytes: Uint8Array) => reader.push(bytes));
      input.on('end', () => events.gone());
      output.on('error', () => events.closed());
    },
    close: () => {
      if (open) output.end(() => events.closed());
      open = false;
    },
  };
}
