/** A bundled adapter that listens on a free port of this computer. */
import { spawn, type ChildProcess } from 'node:child_process';
import { programPath } from '../programs.ts';
import { AdapterClient } from './adapter-client.ts';

export class ListeningAdapter {
  /** What it wrote to standard error; nothing, if all is well. */
  complaints = '';
  /** What it wrote to standard output. */
  output = '';

  private constructor(private readonly process: ChildProcess) {
    process.stderr?.on('data', (data: Buffer) => (this.complaints += data.toString()));
    process.stdout?.on('data', (data: Buffer) => (this.output += data.toString()));
  }

  /** Starts an adapter; resolves when it listens and has printed its first messages. */
  static async start(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    const started = spawn(process.execPath, [programPath('debugger'), '--port', '0', ...words], {
      stdio: 'pipe',
      env: { ...process.env, ...env },
    });
    const adapter = new ListeningAdapter(started);
    await new Promise((resolve) => started.stdout.once('data', resolve));
    return adapter;
  }

  /** What it has written to standard error, once there are this many lines. */
  async complaint(lines: number): Promise<string> {
    while (this.complaints.split('\n').length <= lines) {
      await new Promise((resolve) => this.process.stderr?.once('data', resolve));
    }
    return this.complaints;
  }

  get port(): number {
    return Number(/port (\d+)/.exec(this.output)?.[1]);
  }

  connect(): Promise<AdapterClient> {
    return AdapterClient.connect(this.port);
  }

  stop(): void {
    this.process.kill();
  }
}
