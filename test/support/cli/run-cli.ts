/** Runs the bundled command line and collects its output: in a worker that has it loaded, or as a process. */
import { spawnSync } from 'node:child_process';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { programPath } from '../programs.ts';
import type { WarmCliData } from './warm-cli.ts';
import { projectText, PROJECT } from '../project.ts';

export interface CliResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The worker, and how to talk to it. */
interface WarmCli {
  readonly port: MessagePort;
  readonly signal: Int32Array;
}

/** Only what hangs takes so long: the limit of a test, which cannot end one whose process waits here. */
const LIMIT_MS = 600_000;

let warm: WarmCli | undefined;

/**
 * Runs one command in a worker that has run others before.
 * @param words arguments; the working folder is the project's
 * @throws if there is no result in time; the next command has a new worker then
 */
export function gigatron(...words: readonly string[]): CliResult {
  const { port, signal } = (warm ??= startWorker());
  Atomics.store(signal, 0, 0);
  port.postMessage(words);
  // The notice of the result before may come only now: it wakes too, and brings nothing.
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

/** Runs one command as a process, as users do. */
export function gigatronProcess(...words: readonly string[]): CliResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programPath('cli'), ...words], {
    cwd: PROJECT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
