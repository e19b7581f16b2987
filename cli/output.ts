/**
 * What every command says and how it ends.
 *
 * Human text goes to standard output, or with `--json` exactly one document; errors go to standard
 * error as `file:line:column: error CODE: text`, lines and columns counted from 1.
 */

/** 0 done, 1 the input has errors or a comparison failed, 2 wrong use or an unreadable file. */
export type Status = 0 | 1 | 2;

/** Where a command writes; tests pass their own. */
export interface Output {
  /** Standard output, a line without its end. */
  out(line: string): void;
  /** Standard error, a line without its end. */
  err(line: string): void;
  /** Redraws the progress line of a terminal; nothing in a pipe. */
  progress(line: string): void;
}

/** A failure that ends a command with one sentence for the user. */
export interface Failure {
  readonly status: Exclude<Status, 0>;
  readonly message: string;
}

/** Prints a failure as the command line promises and gives its status. */
export function fail(output: Output, failure: Failure): Status {
  output.err(`gigatron: ${failure.message}`);
  return failure.status;
}

/** Prints one JSON document. */
export function printJson(output: Output, document: unknown): void {
  output.out(JSON.stringify(document, null, 2));
}

/** Whoever read what is printed has read enough (`| head`): the command goes on in silence to its end and status. */
function passOverClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Output of the process itself. */
export function processOutput(): Output {
  const terminal = process.stderr.isTTY === true;
  let drawn = 0;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', passOverClosedPipe);
  const clear = (): void => {
    if (drawn > 0) process.stderr.write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  };
  return {
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
