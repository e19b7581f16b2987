/**
 * The one writer of files: whole or not at all.
 *
 * New content is written beside the file under a name of its own, brought to the disk, and takes the file's place by
 * a rename, which the system does at once or not. A full disk, a limit or a signal leaves the old file as it was.
 *
 * A rename replaces a name, not the file that has it, so some files are treated otherwise:
 * - A symbolic link stays; the file that it leads to is replaced.
 * - The new file has the owner, the group and the permissions of the old one, and a file that may not be written is
 *   not replaced either.
 * - A file with further names (hard links), with an owner that we cannot set, or in a folder where nothing may be
 *   created or renamed is written in place; node-in-place.ts puts the old content back if that fails.
 * - A pipe or a device has no content that could be lost, and is written to directly.
 */
import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { writeBeside } from './node-beside.ts';
import { writeInPlace } from './node-in-place.ts';
import { followLinks, makeFolder } from './node-places.ts';
import { IS_FOLDER, NO_NAME, Refusal, unwritableReason } from './reasons.ts';

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

/** Content that is ready to take the place of the old. */
interface Prepared {
  readonly path: string;
  /** Takes the place. */
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
  if (old !== undefined && !old.isFile()) {
    return { path, commit: () => writeFileSync(path, content), discard: () => undefined };
  }
  if (old !== undefined) accessSync(path, constants.W_OK);
  const place = followLinks(path);
  const beside = writeBeside(dirname(place), content, old);
  return {
    path,
    commit: () => {
      if (beside !== undefined && hasReplaced(beside, place, old)) return;
      // Until this is done, the new content also lies complete beside the file, if there was room for it.
      writeInPlace(place, content);
    },
    discard: () => {
      if (beside !== undefined) rmSync(beside, { force: true });
    },
  };
}

/** Replaces a file unless that changes its owner or breaks links; false if it has to be written in place. */
function hasReplaced(beside: string, place: string, old: Stats | undefined): boolean {
  if (old === undefined) {
    renameSync(beside, place);
    return true;
  }
  const { uid, gid } = statSync(beside);
  if (old.nlink > 1 || uid !== old.uid || gid !== old.gid) return false;
  try {
    renameSync(beside, place);
    return true;
  } catch {
    // Something is mounted on the file, it belongs to someone else in a shared folder, or (Windows) it is open.
    return false;
  }
}
