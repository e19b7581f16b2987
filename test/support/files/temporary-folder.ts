/**
 * Folders on disk for the tests of one file, removed when all of them are done. Files that a reader must not trust,
 * in a test's folder.
 */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { doAfterFile } from '../after-tests.ts';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const folders: string[] = [];

/** A new empty folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gigatron-test-'));
  folders.push(folder);
  return folder;
}

doAfterFile(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Whether the file system has pipes and devices. */
export const HAS_PIPES = process.platform !== 'win32';

/** Makes a pipe that nobody writes to. */
export function makePipe(folder: string, name: string): string {
  const path = join(folder, name);
  const { status } = spawnSync('mkfifo', [path]);
  if (status !== 0) throw new Error(`mkfifo ${path} failed`);
  return path;
}

/** Makes a link to a device that gives zeros without end. */
export function linkEndlessDevice(folder: string, name: string): string {
  const path = join(folder, name);
  symlinkSync('/dev/zero', path);
  return path;
}

export function writeBlanks(folder: string, name: string, size: number): string {
  const path = join(folder, name);
  writeFileSync(path, new Uint8Array(size).fill(0x20));
  return path;
}

/**
 * A folder on disk with source files for one test, removed when the test is done with it.
 */

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
