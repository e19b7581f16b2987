/** A chess program in a process of its own: lines go in, lines come out. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { delimiter } from 'node:path';
import { unreadableReason } from '#files';

/** Where to look for programs: Debian puts chess programs into a folder that not every PATH has. */
const SEARCH_PATH = [process.env['PATH'] ?? '', '/usr/games'].join(delimiter);
/** How many unread lines are kept; beyond that, the oldest are lost. */
const KEPT_LINES = 1_000;
/** Longer lines are dropped, in characters: no answer of the protocols comes near it. */
const LONGEST_ANSWER = 64 * 1024;
/** A program whose line is longer than this, in characters, is ended. */
const LONGEST_LINE = 4 * 1024 * 1024;
/** How long a program may take to end when asked to, in milliseconds. */
const LAST_WORDS = 2_000;

export class EngineProcess {
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly lines: string[] = [];
  /** The line that has begun to arrive. */
  private begun = '';
  private wake: (() => void) | undefined;
  private ownEnded: string | undefined;

  /** @param command the program and its arguments, not read by a shell */
  constructor([program = '', ...words]: readonly string[]) {
    this.process = spawn(program, words, { stdio: 'pipe', env: { ...process.env, PATH: SEARCH_PATH } });
    this.process.on('error', (error) => this.end(`it cannot be started: ${unreadableReason(error)}`));
    // Not on exit: its last lines may come after that.
    this.process.on('close', (code, signal) => this.end(`it has ended (${signal ?? `status ${code ?? 0}`})`));
    // A program that no longer reads has ended or will stay silent; both are noticed elsewhere.
    this.process.stdin.on('error', () => undefined);
    this.process.stderr.resume();
    this.process.stdout.setEncoding('utf8').on('data', (text: string) => this.receive(text));
  }

  /** Takes a piece of the program's output; an endless line ends the program. */
  private receive(text: string): void {
    if (this.ownEnded !== undefined) return;
    const lines = `${this.begun}${text}`.split('\n');
    this.begun = lines.pop() ?? '';
    if (this.begun.length > LONGEST_LINE) {
      this.begun = '';
      this.end(`it has sent a line of more than ${LONGEST_LINE} characters`);
      this.process.kill('SIGKILL');
      return;
    }
    this.lines.push(...lines.filter(({ length }) => length <= LONGEST_ANSWER).map((line) => line.replace(/\r$/, '')));
    if (this.lines.length > KEPT_LINES) this.lines.splice(0, this.lines.length - KEPT_LINES);
    this.wake?.();
  }

  /** Why the program no longer answers; undefined while it runs. */
  get ended(): string | undefined {
    return this.ownEnded;
  }

  /** Sends a line; lost if the program has ended. */
  send(line: string): void {
    if (this.ownEnded === undefined) this.process.stdin.write(`${line}\n`);
  }

  forget(): void {
    this.lines.length = 0;
  }

  /**
   * The next line that `accept` accepts; lines before it are dropped.
   * @param seconds how long to wait for it
   * @returns undefined if the program ends first, or sends no such line in that time
   */
  async until(accept: (line: string) => boolean, seconds: number): Promise<string | undefined> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.wake?.();
    }, 1000 * seconds);
    try {
      for (;;) {
        for (let line = this.lines.shift(); line !== undefined; line = this.lines.shift()) {
          if (accept(line)) return line;
        }
        if (late || this.ownEnded !== undefined) return undefined;
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      clearTimeout(timer);
      this.wake = undefined;
    }
  }

  /** Asks the program to end, and ends it if it does not. */
  async close(): Promise<void> {
    this.send('quit');
    if (this.ownEnded !== undefined) return;
    const timer = setTimeout(() => this.process.kill('SIGKILL'), LAST_WORDS);
    await new Promise<void>((resolve) => {
      if (this.ownEnded !== undefined) resolve();
      this.process.once('exit', () => resolve());
    });
    clearTimeout(timer);
  }

  private end(reason: string): void {
    this.ownEnded ??= reason;
    this.wake?.();
  }
}

/** The words of a command line: separated by spaces, text in double quotes kept together. */
export function commandWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
