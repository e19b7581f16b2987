/**
 * The output of every command, and how it ends.
 *
 * Text for people goes to standard output, or with `--json` exactly one document; errors go to standard error as
 * `file:line:column: error CODE: text`, with lines and columns counted from 1. The document of a command that
 * failed contains the sentences of its failures.
 */
import { unwritableReason } from '#files';
import { CommandFiles } from './command-files.ts';
import { CommandFailure, type Outcome, type Status } from './failures.ts';

export { commandFailure, CommandFailure, type Outcome, type Status } from './failures.ts';

/** Where a command writes; tests pass their own. */
export interface Output {
  readonly files: CommandFiles;
  /** Writes a line to standard output; to standard error if a product of the command goes there. */
  out(line: string): void;
  err(line: string): void;
  /** Redraws the progress line of a terminal; nothing in a pipe. */
  progress(line: string): void;
  readonly failures: string[];
  hasDocument: boolean;
}

/** Prints a failure as the command line promises, and returns its status. */
export function fail(output: Output, failure: CommandFailure): Status {
  output.err(`gigatron: ${failure.message}`);
  output.failures.push(failure.message);
  return failure.status;
}

/** The status with which a command has ended; prints its failure, if it has one. */
export function ended(output: Output, outcome: Outcome): Status {
  return outcome instanceof CommandFailure ? fail(output, outcome) : outcome;
}

/** The version of the documents that --json prints; it grows when a member changes its meaning or goes. */
const DOCUMENT_VERSION = 1;

/**
 * Prints the command's one JSON document; it contains `failures` if something failed.
 * @param command its words, such as `engine perft`; docs/command-line.schema.json describes the document of each
 */
export function printJson(output: Output, command: string, document: object): void {
  const { failures } = output;
  const head = { format: `gigatron ${command}`.trim(), version: DOCUMENT_VERSION };
  printDocument(output, { ...head, ...document, ...(failures.length > 0 && { failures }) });
}

export function printDocument(output: Output, document: object): void {
  output.hasDocument = true;
  output.out(JSON.stringify(document, null, 2));
}

/**
 * Reports once that standard output cannot be written, for example on a full disk. A pipe whose reader has read enough
 * (`| head`) is not a failure: the command silently continues to its end and status.
 */
function reportLostOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  process.exitCode = LOST_OUTPUT;
  process.stderr.write(`gigatron: cannot write the output: ${unwritableReason(error)}\n`);
}

/** Status of a command whose output was lost, whatever it found. */
const LOST_OUTPUT: Status = 2;
let isOutputLost = false;

export function processOutput(): Output {
  const terminal = process.stderr.isTTY === true;
  let drawn = 0;
  process.stdout.on('error', reportLostOutput);
  // If standard error cannot be written either, there is nowhere left to report that.
  process.stderr.on('error', () => undefined);
  const clear = (): void => {
    if (drawn > 0) process.stderr.write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  };
  const write = (stream: NodeJS.WriteStream, content: Uint8Array | string): void => {
    clear();
    stream.write(content);
  };
  const files = new CommandFiles((content) => write(process.stdout, content));
  return {
    files,
    failures: [],
    hasDocument: false,
    out: (line) => write(files.printsProduct ? process.stderr : process.stdout, `${line}\n`),
    err: (line) => write(process.stderr, `${line}\n`),
    progress(line) {
      if (!terminal) return;
      write(process.stderr, line);
      drawn = line.length;
    },
  };
}
