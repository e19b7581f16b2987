/** Runs the bundled command line and collects its output, in a worker that keeps it loaded or as a process. */
import { spawnSync } from 'node:child_process';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { programPath } from '../programs.ts';
import type { WarmCliData } from './warm-cli.ts';
import { projectText, PROJECT } from '../project.ts';
import { PYTHON } from '../python-build.ts';

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type WarmCli = Pick<WarmCliData, 'port' | 'signal'>;

/** Only a command that hangs takes so long. vitest's own limit cannot end a test that blocks its thread here. */
const LIMIT_MS = 600_000;

let warm: WarmCli | undefined;

/**
 * Runs one command in a worker that has run others before.
 * @param words arguments; the working folder is the project
 * @throws if there is no result in time; the next command then gets a new worker
 */
export function gigatron(...words: readonly string[]): CliResult {
  const { port, signal } = (warm ??= startWorker());
  Atomics.store(signal, 0, 0);
  port.postMessage(words);
  // The notification of the previous result can come as late as now, and wakes this thread without a result.
  while (Atomics.load(signal, 0) === 0) {
    if (Atomics.wait(signal, 0, 0, LIMIT_MS) !== 'timed-out') continue;
    warm = undefined;
    throw new Error(`gigatron ${words.join(' ')}: no result after ${LIMIT_MS / 1000} s`);
  }
  return receiveMessageOnPort(port)?.message as CliResult;
}

function startWorker(): WarmCli {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { version } = JSON.parse(projectText('package.json')) as { version: string };
  const workerData: WarmCliData = { port: port2, signal, version };
  new Worker(programPath('warm-cli'), { workerData, transferList: [port2], execArgv: [] }).unref();
  port1.unref();
  return { port: port1, signal };
}

/** Runs one command as a process of its own. */
export function gigatronProcess(...words: readonly string[]): CliResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programPath('cli'), ...words], {
    cwd: PROJECT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

/** Runs a line of the shell in a folder, in which `gigatron` is a process, and `$PYTHON` starts Python. */
export function inShell(folder: string, line: string): CliResult {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `gigatron() { "$NODE" "$CLI" "$@"; }\n${line}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, CLI: programPath('cli'), PYTHON },
  });
  return { status, stdout, stderr };
}
