/** A worker that runs one command after another; a new process would take longer to load than most commands to run. */
import { workerData, type MessagePort } from 'node:worker_threads';
import { CommandFiles } from '../../../cli/command-files.ts';
import { runCommandLine } from '../../../cli/command-line.ts';
import type { Output } from '../../../cli/output.ts';
import type { CliResult } from './run-cli.ts';

export interface WarmCliData {
  /** Brings the words of commands, and takes their results. */
  readonly port: MessagePort;
  /** Becomes 1, with a notification, when a result is in the port. */
  readonly signal: Int32Array;
  readonly version: string;
}

const { port, signal, version } = workerData as WarmCliData;

async function run(words: readonly string[]): Promise<CliResult> {
  const [out, err]: [string[], string[]] = [[], []];
  const files = new CommandFiles((content) => void out.push(String(content)));
  const output: Output = {
    files,
    failures: [],
    hasDocument: false,
    out: (line) => void (files.printsProduct ? err : out).push(`${line}\n`),
    err: (line) => void err.push(`${line}\n`),
    progress: () => undefined,
  };
  // As in a process: an exception prints its stack and gives status 1.
  const status = await runCommandLine(words, version, output).catch((error: Error) => {
    output.err(error.stack ?? error.message);
    return 1;
  });
  return { status, stdout: out.join(''), stderr: err.join('') };
}

port.on('message', (words: readonly string[]) => {
  void run(words).then((result) => {
    port.postMessage(result);
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
});
