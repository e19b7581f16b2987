/**
 * What a file of debugger tests sets up and removes again: an adapter for each test, programs on disk for all. A
 * bundled adapter that listens on a free port of this computer.
 */
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { SourceFolder } from '../files/temporary-folder.ts';
import { standIn } from '../stand-in.ts';
import { AdapterClient } from './adapter-client.ts';
import { createSampleProgram, type SampleProgram } from './sample-program.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { programPath } from '../programs.ts';

/**
 * Begins a session with an adapter before each test of the file and ends it afterwards: in order, with nothing on
 * standard error. What it returns stands for the client of the test that runs.
 * @param launch what comes before each test
 */
export function clientForEachTest(launch?: (client: AdapterClient) => unknown): AdapterClient {
  return eachTest(() => AdapterClient.startWarm(), launch);
}

/** The same with an adapter for each test that is a process of its own. */
export function processForEachTest(): AdapterClient {
  return eachTest(() => AdapterClient.start());
}

function eachTest(start: () => Promise<AdapterClient>, launch?: (client: AdapterClient) => unknown): AdapterClient {
  let client: AdapterClient;
  beforeEach(async () => {
    client = await start();
    await launch?.(client);
  });
  afterEach(async () => {
    expect(await client.stop()).toBe(0);
    expect(client.stderr).toBe('');
  });
  return standIn(() => client);
}

/** The sample program on disk, until the file's tests are done. */
export function sampleForAllTests(): SampleProgram {
  const sample = createSampleProgram();
  afterAll(() => sample.files.remove());
  return sample;
}

/** A folder with files by name, until the file's tests are done. */
export function folderForAllTests(files: Readonly<Record<string, string | Uint8Array>> = {}): SourceFolder {
  const folder = new SourceFolder(files);
  afterAll(() => folder.remove());
  return folder;
}

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
