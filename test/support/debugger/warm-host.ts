/** The process of warm-adapter.ts, which serves all test files that a process of tests runs. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { programPath } from '../programs.ts';

interface WarmSession {
  readonly socket: Socket;
  /** What the process writes to standard error. */
  readonly stderr: Readable;
  /** 0 when the session has ended properly; the status of the process if that has ended. */
  readonly exited: Promise<number | null>;
}

class WarmHost {
  /** Lines of standard output so far. */
  private readonly lines: string[] = [];

  constructor(private readonly process: ChildProcessWithoutNullStreams) {
    let rest = '';
    process.stdout.on('data', (data: Buffer) => {
      const [last = '', ...lines] = `${rest}${data.toString()}`.split('\n').reverse();
      rest = last;
      this.lines.push(...lines.reverse());
      process.emit('lines');
    });
    // Tests end without waiting for it; it ends with its standard input.
    process.unref();
    for (const stream of [process.stdin, process.stdout, process.stderr]) (stream as unknown as Socket).unref();
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null;
  }

  async open(): Promise<WarmSession> {
    const status = await this.until(() => this.lines.length > 0);
    const [port] = this.lines;
    if (port === undefined) throw new Error(`The warm adapter ended with status ${status} before it listened.`);
    const socket = connect(Number(port), '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    const own = `${socket.localPort}`;
    // An earlier session may have used the same port.
    const before = this.lines.length;
    const exited = this.until(() => this.lines.indexOf(own, before) >= 0);
    return { socket, stderr: this.process.stderr, exited };
  }

  /** Waits for lines, or the end of the process; gives its status. */
  private until(isTrue: () => boolean): Promise<number | null> {
    const { process } = this;
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isTrue() && !this.hasEnded) return;
        process.off('lines', look).off('exit', look);
        resolve(isTrue() ? 0 : process.exitCode);
      };
      process.on('lines', look).on('exit', look);
      look();
    });
  }
}

let host: WarmHost | undefined;

/** Begins a session; the first one of all, and one after the process has ended, starts it. */
export function openWarmSession(): Promise<WarmSession> {
  if (host === undefined || host.hasEnded) {
    host = new WarmHost(spawn(process.execPath, [programPath('warm-adapter')], { stdio: 'pipe' }));
  }
  return host.open();
}
