/**
 * The output of every command, and how it ends.
 *
 * Text for people goes to standard output, or with `--json` exactly one document; errors go to standard error as
 * `file:line:column: error CODE: text`, with lines and columns counted from 1. The document of a command that
 * failed contains the sentences of its failures.
 */
import { unwritableReason } from '#files';

import { Failure } from '#basics';

/** 0 done, 1 the input has errors or a comparison failed, 2 wrong use or an unreadable file. */
export type Status = 0 | 1 | 2;

/** Where a command writes; tests pass their own. */
export interface Output {
  /** Writes a line to standard output. */
  out(line: string): void;
  /** Writes a line to standard error. */
  err(line: string): void;
  /** Redraws the progress line of a terminal; nothing in a pipe. */
  progress(line: string): void;
  /** The sentence of each failure so far. */
  readonly failures: string[];
  /** Whether the command has printed its document. */
  hasDocument: boolean;
}

/** A failure that ends a command with one sentence for the user. */
export class CommandFailure extends Failure {
  constructor(
    readonly status: Exclude<Status, 0>,
    message: string,
  ) {
    super(message);
  }
}

/** A failure with the status that the command ends with. */
export function commandFailure(status: Exclude<Status, 0>, message: string): CommandFailure {
  return new CommandFailure(status, message);
}

/** Prints a failure as the command line promises, and returns its status. */
export function fail(output: Output, failure: CommandFailure): Status {
  output.err(`gigatron: ${failure.message}`);
  output.failures.push(failure.message);
  return failure.status;
}

/** Prints the command's one JSON document; it contains `failures` if something failed. */
export function printJson(output: Output, document: object): void {
  const { failures } = output;
  printDocument(output, failures.length === 0 ? document : { ...document, failures });
}

/** Prints the command's one document as it is. */
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

/** Output of the process itself. */
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
  return {
    failures: [],
    hasDocument: false,
    out(line) {
      clear();
      process.stdout.write(`${line}\n`);
    },
    err(line) {
      clear();
      process.stderr.write(`${line}\n`);
    },
    progress(line) {
      if (!terminal) return;
      clear();
      process.stderr.write(line);
      drawn = line.length;
    },
  };
}
