/** Files that a reader must not trust, in a test's folder. */
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
