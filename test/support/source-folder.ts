/** Temporary folders, removed after the tests of a file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { doAfterFile } from './after-tests.ts';

const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gigatron-test-'));
  folders.push(folder);
  return folder;
}

doAfterFile(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A temporary folder with files. */
export class SourceFolder {
  readonly path = temporaryFolder();

  /** @param files content by path inside the folder */
  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  place(name: string): string {
    return join(this.path, name);
  }

  uri(name: string): string {
    return pathToFileURL(this.place(name)).toString();
  }

  /** Writes a file and the folders above it; returns its path. */
  write(name: string, content: string | Uint8Array): string {
    const path = this.place(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  delete(name: string): void {
    rmSync(this.place(name));
  }
}
