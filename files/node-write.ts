/**
 * The one writer of files, whole or not at all; also tells which file a path means.
 *
 * New content is written beside the file under a name of its own, flushed to the disk, and takes the file's place by
 * a rename, which is atomic. A full disk, a limit or a signal leaves the old file as it was.
 *
 * A rename replaces a name, not the file that has it, so some files are treated differently:
 * - A symbolic link stays; the file that it leads to is replaced.
 * - The new file has the owner, the group and the permissions of the old one, and a file that may not be written is
 *   not replaced either.
 * - A file with further names (hard links), with an owner that we cannot set, or in a folder where nothing may be
 *   created or renamed is written in place; the old content is put back if that fails.
 * - A pipe or a device has no content that could be lost, and is written to directly.
 */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  rmSync,
  writeFileSync,
  type Stats,
  fstatSync,
  ftruncateSync,
  readSync,
  writeSync,
  accessSync,
  constants,
  renameSync,
  statSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { join, dirname, basename, resolve } from 'node:path';
import process from 'node:process';
import { LARGEST_FILE_BYTES, Refusal, TOO_LARGE, IS_FOLDER, NO_NAME, unwritableReason } from './reasons.ts';

/** Attempts to find a free name. */
const ATTEMPTS = 100;
const PERMISSION_BITS = 0o7777;

/**
 * Writes content into a new file in a folder, and flushes it to the disk.
 * @param old the file whose place it will take; the new one gets its permissions and, if the system allows it, its
 *   owner and group
 * @returns the new file's path; undefined if there is an old file but no new one may be made
 */
function writeBeside(folder: string, content: Uint8Array, old: Stats | undefined): string | undefined {
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
    // Not everyone may change the owner of a file; it is compared before the rename.
  }
  fchmodSync(file, old.mode & PERMISSION_BITS);
}

/**
 * Overwrites a file from its start and truncates it last, so that no byte of the old content is given up before it is
 * replaced; puts the old content back if that fails.
 */
function writeInPlace(path: string, content: Uint8Array): void {
  const file = openSync(path, 'r+');
  try {
    const old = readWhole(file);
    try {
      overwrite(file, content);
    } catch (error) {
      overwrite(file, old);
      throw error;
    }
  } finally {
    closeSync(file);
  }
}

function readWhole(file: number): Uint8Array {
  const { size } = fstatSync(file);
  if (size > LARGEST_FILE_BYTES) throw new Refusal(TOO_LARGE);
  const bytes = new Uint8Array(size);
  let from = 0;
  for (let count = -1; count !== 0 && from < size; from += count)
    count = readSync(file, bytes, from, size - from, from);
  return bytes.subarray(0, from);
}

function overwrite(file: number, content: Uint8Array): void {
  for (let from = 0; from < content.length;) from += writeSync(file, content, from, content.length - from, from);
  ftruncateSync(file, content.length);
  fsyncSync(file);
}

/** A file to write; text is written as UTF-8. */
export interface NewFile {
  readonly path: string;
  readonly content: Uint8Array | string;
}

/** Which file could not be written, and one sentence on why (without its name). */
export interface WriteFailure {
  readonly path: string;
  readonly failure: string;
}

interface Prepared {
  readonly path: string;
  /** Takes the file's place. */
  commit(): void;
  /** Leaves everything as it was; does nothing after a commit. */
  discard(): void;
}

/**
 * Writes files and the folders above them. All are prepared before the first takes its place, so a failure usually
 * leaves all of them as they were.
 */
export function writeFilesSync(files: readonly NewFile[]): WriteFailure | undefined {
  const prepared: Prepared[] = [];
  let current = '';
  try {
    for (const { path, content } of files) {
      current = path;
      if (path === '') return { path, failure: NO_NAME };
      prepared.push(prepare(path, typeof content === 'string' ? Buffer.from(content) : content));
    }
    for (const { path, commit } of prepared) {
      current = path;
      commit();
    }
    return undefined;
  } catch (error) {
    return { path: current, failure: unwritableReason(error) };
  } finally {
    for (const { discard } of prepared) discard();
  }
}

function prepare(path: string, content: Uint8Array): Prepared {
  makeFolder(dirname(path));
  const old = statSync(path, { throwIfNoEntry: false });
  if (old?.isDirectory() === true) throw new Refusal(IS_FOLDER);
  if (old !== undefined && !old.isFile())
    return { path, commit: () => writeFileSync(path, content), discard: () => undefined };
  if (old !== undefined) accessSync(path, constants.W_OK);
  const place = followLinks(path);
  const beside = writeBeside(dirname(place), content, old);
  return {
    path,
    commit: () => {
      if (beside !== undefined && hasReplaced(beside, place, old)) return;
      // Until this is done, the complete new content also lies beside the file, if it could be written there.
      writeInPlace(place, content);
    },
    discard: () => {
      if (beside !== undefined) rmSync(beside, { force: true });
    },
  };
}

/** Replaces a file unless that changes its owner or breaks links; false if it has to be written in place. */
function hasReplaced(beside: string, place: string, old: Stats | undefined): boolean {
  const { uid, gid } = statSync(beside);
  if (old !== undefined && (old.nlink > 1 || uid !== old.uid || gid !== old.gid)) return false;
  try {
    renameSync(beside, place);
    return true;
  } catch (error) {
    if (old === undefined) throw error;
    // Something is mounted on the file, it belongs to someone else in a shared folder, or (Windows) it is open.
    return false;
  }
}

/** The path with its links followed, even those to a file that does not exist yet. Throws if they form a circle. */
function followLinks(path: string): string {
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

/** Makes a folder and those above it. (Node's `recursive` never ends if the system reports a folder as not found.) */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
