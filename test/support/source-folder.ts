/** A folder on disk with files, removed when the tests of its file are done. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './files/temporary-folder.ts';

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
