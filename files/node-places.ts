/** Which file a path means. */
import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The path with its links followed, even those to a file that does not exist yet. Throws if they form a circle. */
export function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const folder = dirname(path);
  const place = existsSync(folder) ? join(realpathSync(folder), basename(path)) : resolve(path);
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? followLinks(resolve(dirname(place), readlinkSync(place))) : place;
}

/**
 * The same text for all names of an existing file, including hard and symbolic links; otherwise its whole path. Two
 * files never have the same text.
 */
export function identityOf(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return ino === 0n ? realpathSync(path) : `${dev}:${ino}`;
  } catch {
    // It does not exist, or cannot be looked at.
  }
  try {
    return followLinks(path);
  } catch {
    return resolve(path);
  }
}

/** Makes a folder and those above it. (Node's own `recursive` never ends if the system reports a folder as not found.) */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
