/** The process of warm-adapter.ts, which serves all test files that a process of tests runs. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { programPath } from '../programs.ts';
import { PYTHON } from '../python-build.ts';

interface WarmSession {
  readonly socket: Socket;
  /** What the process writes to standard error. */
  readonly stderr: Readable;
  /** 0 when the session has ended properly; the status of the process if that has ended. */
  readonly exited: Promise<number | null>;
}

interface WarmHost {
  readonly process: ChildProcess;
  readonly port: number;
}

let host: Promise<WarmHost> | undefined;

/** Begins a session; the first one of all, and one after the process has ended, starts it. */
export async function openWarmSession(): Promise<WarmSession> {
  const { process, port } = await (host ??= start());
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  const { localPort } = socket;
  const exited = new Promise<number | null>((resolve) => {
    const look = (closed: unknown): void => {
      if (closed !== localPort) return;
      process.off('message', look).off('exit', resolve);
      resolve(0);
    };
    process.on('message', look).on('exit', resolve);
  });
  return { socket, stderr: process.stderr!, exited };
}

async function start(): Promise<WarmHost> {
  const process = fork(programPath('warm-adapter'), {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    execArgv: [],
    env: { ...globalThis.process.env, PYTHON },
  });
  process.setMaxListeners(0).on('exit', () => (host = undefined));
  const [port] = (await once(process, 'message')) as [number];
  // Tests end without waiting for it; it ends with the channel to them.
  process.unref();
  process.channel!.unref();
  (process.stderr as Socket).unref();
  return { process, port };
}
