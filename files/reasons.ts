/** Why a file cannot be read or written. Each reason completes "cannot read main.gtasm: …". */
import { numberAt } from '#basics';

/** Largest file that is read, in bytes: no source, image or debug information of this machine comes near it. */
export const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

export const TOO_LARGE = `it is larger than ${LARGEST_FILE_BYTES >> 20} MiB`;
/** For a pipe or a device, whose bytes may come late or never end. */
export const NOT_PLAIN = 'it is a pipe or a device';
export const NO_NAME = 'the name is empty';
export const NO_SUCH_FILE = 'there is no such file';
export const IS_FOLDER = 'it is a folder';

/** Thrown if we, not the system, refuse a file; its message is the sentence. */
export class Refusal extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: NO_SUCH_FILE,
  ENOTDIR: NO_SUCH_FILE,
  EISDIR: IS_FOLDER,
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the space that you may use is full',
  EFBIG: 'it would be larger than the system lets a file be',
  EAGAIN: NOT_PLAIN,
  ENXIO: NOT_PLAIN,
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ERR_INVALID_ARG_VALUE: 'no file has a name with the character NUL',
};

/**
 * The sentence for an error of an operating system; it completes "cannot read main.gtasm: …".
 * @param error anything thrown; Node's errors carry the system's code in `code`
 */
export function unreadableReason(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const { code } = (error ?? {}) as { readonly code?: string };
  return (code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined) ?? code ?? String(error);
}

/** What the system's codes mean for a file to be created, if that is not the same as for an existing one. */
const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: 'its folder cannot be made',
  ENOTDIR: 'a file is where a folder has to be',
  EEXIST: 'a file is where a folder has to be',
};

/** The sentence for an error of an operating system; it completes "cannot write main.rom: …". */
export function unwritableReason(error: unknown): string {
  const { code = '' } = (error ?? {}) as { readonly code?: string };
  return (Object.hasOwn(UNWRITABLE, code) ? UNWRITABLE[code] : undefined) ?? unreadableReason(error);
}

/** The sentence for bytes that are not UTF-8 text: the encoding that they seem to have, or the first wrong line. */
export function notTextReason(bytes: Uint8Array): string {
  if (isUtf16(bytes)) return 'it is UTF-16 text; save it as UTF-8';
  const wrong = firstWrongByte(bytes);
  if (wrong < 0) return 'it is not text';
  let line = 1;
  for (let at = 0; at < wrong; at++) if (bytes[at] === 0x0a) line++;
  return `line ${line} is not UTF-8 text (byte $${numberAt(bytes, wrong).toString(16)})`;
}

/** Whether bytes begin as UTF-16 does: with its byte order mark, or with a character of ASCII text in two bytes. */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return bytes.length % 2 === 0 && ((first === 0 && isTextByte(second)) || (second === 0 && isTextByte(first)));
}

function isTextByte(byte = 0): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** Where the first sequence begins that is not UTF-8; −1 if there is none. */
function firstWrongByte(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/** Bytes of the character that begins at a place; 0 if none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = numberAt(bytes, at);
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = numberAt(bytes, at + 1);
  // Longer spellings than needed, surrogates, and codes above U+10FFFF.
  const isOdd =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f);
  return isOdd ? 0 : length;
}

/** A name in a sentence: as it is, or quoted with escapes if it has characters that would break the line. */
export function shownName(name: string): string {
  const code = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return UNSHOWABLE.test(name) ? JSON.stringify(name).replace(new RegExp(UNSHOWABLE, 'gu'), code) : name;
}

/** Control characters, those that change the direction of text, and halves of characters. */
// eslint-disable-next-line no-control-regex
const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u;
