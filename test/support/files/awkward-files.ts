/** Files that would make a careless reader hang or run out of memory. */
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const HAS_PIPES = process.platform !== 'win32';

/** Makes a named pipe that nobody writes to. */
export function makePipe(folder: string, name: string): string {
  const path = join(folder, name);
  const { status } = spawnSync('mkfifo', [path]);
  if (status !== 0) throw new Error(`mkfifo ${path} failed`);
  return path;
}

/** Makes a link to a device that gives endless zeros. */
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
