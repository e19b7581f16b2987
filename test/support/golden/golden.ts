/**
 * Golden files: what a program printed when a person last checked it.
 *
 * A test compares text with a file character by character. With vitest's option `-u`, the files are written instead,
 * and those of cases that no longer exist are deleted; look at the difference before committing it. Without it, a
 * missing, different or left-over file fails.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { UPDATE } from '#test/update.ts';

export class GoldenFolder {
  private readonly update: boolean;

  /**
   * @param names of all files in the folder, so that left-over ones are found
   * @param update whether files are written instead of compared
   */
  constructor(private readonly path: string, private readonly names: readonly string[], update = UPDATE) {
    this.update = update;
  }

  /** Expects a text to equal the content of the file with that name. */
  compare(name: string, text: string): void {
    if (!this.names.includes(name)) throw new Error(`"${name}" is not among the golden files of this folder`);
    const path = join(this.path, name);
    if (this.update) {
      mkdirSync(this.path, { recursive: true });
      writeFileSync(path, text);
      return;
    }
    expect(existsSync(path) ? readFileSync(path, 'utf8') : 'no golden file: run with -u', path).toBe(text);
  }

  /** Expects a value to equal the content of the file with that name, as JSON. */
  compareJson(name: string, value: unknown): void {
    this.compare(name, `${JSON.stringify(value, undefined, 2)}\n`);
  }

  /** Expects that every file belongs to a case. */
  expectNoOthers(): void {
    const others = readdirSync(this.path).filter((name) => !this.names.includes(name));
    if (this.update) for (const name of others) rmSync(join(this.path, name));
    else expect(others).toEqual([]);
  }
}
