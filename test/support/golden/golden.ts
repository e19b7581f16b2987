/**
 * Golden files: what a program printed when a person last checked it.
 *
 * They are file snapshots of vitest, compared character by character. Its option `-u` writes them; look at the difference
 * before committing it. Without it, a missing, different or left-over file fails.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

export class GoldenFolder {
  /** @param names of all files in the folder, so that left-over ones are found */
  constructor(private readonly path: string, private readonly names: readonly string[]) {}

  /** Expects a text to equal the content of the file with that name. */
  async compare(name: string, text: string): Promise<void> {
    expect(this.names).toContain(name);
    await expect(text).toMatchFileSnapshot(join(this.path, name));
  }

  /** Expects a value to equal the content of the file with that name, as JSON. */
  compareJson(name: string, value: unknown): Promise<void> {
    return this.compare(name, `${JSON.stringify(value, undefined, 2)}\n`);
  }

  /** Expects that every file belongs to a case. */
  expectNoOthers(): void {
    expect(readdirSync(this.path).filter((name) => !this.names.includes(name))).toEqual([]);
  }
}
