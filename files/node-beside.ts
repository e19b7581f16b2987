/** A new file beside an old one, with everything that a rename onto the old one would otherwise lose. */
import { closeSync, fchmodSync, fchownSync, fsyncSync, openSync, rmSync, writeFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Attempts to find a free name. */
const ATTEMPTS = 100;
const PERMISSION_BITS = 0o7777;

/**
 * Writes content into a new file in a folder, and brings it to the disk.
 * @param old the file whose place it will take; the new one gets its permissions and, if the system allows it, its
 *   owner and group
 * @returns the new file's path; undefined if there is an old file but no new one may be made
 */
export function writeBeside(folder: string, content: Uint8Array, old: Stats | undefined): string | undefined {
  const { file, path } = openBeside(folder, old !== undefined) ?? {};
  if (file === undefined || path === undefined) return undefined;
  try {
    if (old !== undefined) makeLike(file, old);
    writeFileSync(file, content);
    fsyncSync(file);
    return path;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function openBeside(folder: string, hasOld: boolean): { file: number; path: string } | undefined {
  for (let attempt = 0; ; attempt++) {
    const path = join(folder, `.gigatron-${process.pid}-${attempt}.tmp`);
    try {
      return { file: openSync(path, 'wx'), path };
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (hasOld && ['EACCES', 'EPERM', 'EROFS'].includes(code)) return undefined;
      if (code !== 'EEXIST' || attempt === ATTEMPTS) throw error;
    }
  }
}

function makeLike(file: number, old: Stats): void {
  try {
    fchownSync(file, old.uid, old.gid);
  } catch {
    // Not everyone may change the owner of a file; the caller checks it before renaming.
  }
  fchmodSync(file, old.mode & PERMISSION_BITS);
}
