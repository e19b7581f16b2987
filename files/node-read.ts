/**
 * The one reader of files. It enforces the size limit while it reads, whatever the file says about its size.
 *
 * A file named by a source, a setting or a launch configuration must be a plain one: reading a pipe may wait forever,
 * and a device may have no end. It is checked before it is opened, since opening alone can affect a device, and again
 * when it is open, since the name may mean something else by then. Only a file that a person names on a command line
 * may be a pipe or a device.
 */
import { openSync, readSync, statSync, closeSync, constants, fstatSync, type Stats } from 'node:fs';
import { failure, type Result } from '#basics';
import { NOT_PLAIN, unreadableReason, LARGEST_FILE_BYTES, NO_NAME, TOO_LARGE } from './reasons.ts';
import { open, stat } from 'node:fs/promises';
import type { FileContent } from './content.ts';

/** The file stays open until the process ends. */
export interface OpenFile {
  /** Size in bytes. */
  readonly size: number;
  /** Bytes from an offset on; zeros beyond the end of the file. */
  read(offset: number, length: number): Uint8Array;
}

/** A failure is a clause. */
export function openPlainFileSync(path: string): Result<OpenFile> {
  try {
    const stats = statSync(path);
    if (!stats.isFile() && !stats.isDirectory()) return failure(NOT_PLAIN);
    const file = openSync(path, 'r');
    const read = (offset: number, length: number): Uint8Array => {
      const bytes = new Uint8Array(length);
      readSync(file, bytes, 0, length, offset);
      return bytes;
    };
    // A folder can be opened; only the first read fails.
    read(0, 1);
    return { size: stats.size, read };
  } catch (error) {
    return failure(unreadableReason(error));
  }
}

/** With these flags, opening a pipe does not wait for a writer, nor reading for data. (Windows has neither.) */
const PLAIN = constants.O_RDONLY | ((constants as Partial<typeof constants>).O_NONBLOCK ?? 0);
/** How many bytes to read at once if a file does not say how many it has. */
const SMALLEST_SPACE = 4096;

export async function readPlainFile(path: string): Promise<FileContent> {
  if (path === '') return failure(NO_NAME);
  try {
    if (!isPlain(await stat(path))) return failure(NOT_PLAIN);
    const file = await open(path, PLAIN);
    try {
      const kind = await file.stat();
      if (!isPlain(kind)) return failure(NOT_PLAIN);
      const content = new BoundedContent(kind.size);
      for (;;) {
        const { space, from } = content;
        const { bytesRead } = await file.read(space, from, space.length - from, null);
        const result = content.take(bytesRead);
        if (result !== undefined) return result;
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    return failure(unreadableReason(error));
  }
}

export function readPlainFileSync(path: string): FileContent {
  try {
    if (path !== '' && !isPlain(statSync(path))) return failure(NOT_PLAIN);
  } catch (error) {
    return failure(unreadableReason(error));
  }
  return readSyncBy(path, PLAIN, isPlain);
}

/** Reads a file that a person has named: also a pipe, to its end, and a device, up to the limit. */
export function readNamedFileSync(path: string): FileContent {
  return readSyncBy(path, constants.O_RDONLY, () => true);
}

export function readStandardInputSync(): FileContent {
  const content = new BoundedContent(0);
  for (;;) {
    try {
      return content.readSync(STANDARD_INPUT);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Windows reports the end of a pipe as an error.
      if (code === 'EOF') return content.take(0) ?? failure(unreadableReason(error));
      if (code !== 'EAGAIN') return failure(unreadableReason(error));
      // The stream was opened for reading without waiting.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE_MS);
    }
  }
}

const STANDARD_INPUT = 0;
/** Between two attempts to read what has not arrived yet. */
const PATIENCE_MS = 10;

function readSyncBy(path: string, flags: number, isWelcome: (kind: Stats) => boolean): FileContent {
  if (path === '') return failure(NO_NAME);
  let file: number | undefined;
  try {
    file = openSync(path, flags);
    const kind = fstatSync(file);
    if (!isWelcome(kind)) return failure(NOT_PLAIN);
    return new BoundedContent(kind.size).readSync(file);
  } catch (error) {
    return failure(unreadableReason(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Folders pass here; reading refuses them with a message of its own. */
function isPlain(kind: Stats): boolean {
  return kind.isFile() || kind.isDirectory();
}

/** Content as it arrives: space for the next bytes, and the limit. */
class BoundedContent {
  /** Where the next bytes go, from `from` on; there is always room for one. */
  space: Uint8Array<ArrayBuffer>;
  from = 0;

  /** @param size what the file says about its size; only a first guess, since a pipe says 0 and some files lie */
  constructor(size: number) {
    this.space = new Uint8Array(Math.min(Math.max(size + 1, SMALLEST_SPACE), LARGEST_FILE_BYTES + 1));
  }

  /** Notes that bytes have arrived, 0 at the end; returns the whole content or a refusal once that is decided. */
  take(count: number): FileContent | undefined {
    this.from += count;
    if (this.from > LARGEST_FILE_BYTES) return failure(TOO_LARGE);
    if (count === 0) return { bytes: this.space.subarray(0, this.from) };
    if (this.from === this.space.length) this.grow();
    return undefined;
  }

  /** Reads on to the end. Throws what reading throws, and can be asked again. */
  readSync(file: number): FileContent {
    for (;;) {
      const { space, from } = this;
      const result = this.take(readSync(file, space, from, space.length - from, null));
      if (result !== undefined) return result;
    }
  }

  private grow(): void {
    const larger = new Uint8Array(Math.min(2 * this.space.length, LARGEST_FILE_BYTES + 1));
    larger.set(this.space);
    this.space = larger;
  }
}
