/**
 * A folder on disk with source files for one test, removed when the test is done with it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export class SourceFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'gigatron-test-'));

  /** @param files content by path inside the folder */
  constructor(files: Readonly<Record<string, string | Uint8Array>>) {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  uri(name: string): string {
    return pathToFileURL(join(this.path, name)).toString();
  }

  /** Writes a file and the folders above it; returns its path. */
  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  delete(name: string): void {
    rmSync(join(this.path, name));
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}
