/**
 * What the adapter needs from the computer that it runs on: time, a way to continue later, files.
 *
 * Node's are in node-serve.ts, a browser's in main-browser.ts; tests bring their own.
 */
import type { Result } from '#basics';
import type { FileContent } from '#files';

interface BuildRun {
  readonly folder: string;
  /** Called with each line of its output; `isError` for those of standard error. */
  print(line: string, isError: boolean): void;
  readonly ends: AbortSignal;
}

export interface Host {
  /** Milliseconds of a steady clock; only differences count. */
  now(): number;
  /**
   * Runs `task` once, after `delay` milliseconds and waiting messages at the earliest; returns a function to cancel it.
   */
  later(task: () => void, delay: number): () => void;
  /** The content of a file that a program or a launch configuration names; failures are values. */
  readFile(path: string): Promise<FileContent>;
  /** The path without symbolic links; the path itself if there is no such file. Absent on a host without links. */
  realPath?(path: string): Promise<string>;
  /**
   * Runs a line of the system's shell that builds ROMs in Python, and writes debug information beside each; gives their
   * paths. Absent on a host without processes, and for unknown clients.
   */
  build?(command: string, run: BuildRun): Promise<Result<readonly string[]>>;
}
