/** A new file beside another, with all that a rename onto the other would take away from it. */
import { closeSync, fchmodSync, fchownSync, fsyncSync, openSync, rmSync, writeFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Attempts to find a name that is free. */
const ATTEMPTS = 100;
const PERMISSION_BITS = 0o7777;

/**
 * Writes content into a new file in a folder, and brings it to the disk.
 * @param old the file whose place it is to take; its permissions, and where the system lets us its owner and group,
 *   are given to the new one
 * @returns the new file's path; undefined where there is an old file but no new one may be made
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
    // Only some may give files away; whoever renames looks at the owner.
  }
  fchmodSync(file, old.mode & PERMISSION_BITS);
}
