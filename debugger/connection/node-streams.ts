/** A session over a pair of byte streams: the library's, behind a guard for the input. */
import { finished, pipeline, type Readable, type Writable } from 'node:stream';
import type { DebugSession } from '@vscode/debugadapter';
import { FrameGuard } from './node-frame-guard.ts';
import type { RequestFailure } from '../errors.ts';

export interface StreamEvents {
  /** The client sent something that is not the protocol; its connection is being closed. */
  refused(failure: RequestFailure): void;
  /** The session has ended, and everything that was sent has gone out or never will. */
  closed(): void;
}

/** What a session over streams must be able to do. */
export interface StreamSession extends Pick<DebugSession, 'start'> {
  /** Tells the client that something it sent was not a message. */
  refuse(failure: RequestFailure): void;
  /** Ends the session; calling it again does nothing. */
  close(): void;
}

export function serveStreams(
  session: StreamSession,
  input: Readable,
  output: Writable,
  { refused, closed }: StreamEvents,
): void {
  const guard = new FrameGuard((failure, ends) => {
    session.refuse(failure);
    if (!ends) return;
    refused(failure);
    session.close();
  });
  // However the connection ends, by a close, a reset or a broken pipe, the session ends with it.
  pipeline(input, guard, () => session.close());
  finished(output, { readable: false }, closed);
  session.start(guard, output);
}
