/** The content of a file: as text, what kind of file it is, and whether its path stays in its folder. */
import { failure, type Failure, isFailure } from '#basics';
import { isUtf16, notTextReason } from './reasons.ts';

/** The bytes of a file, or one sentence on why it cannot be read (without the file's name). */
export type FileContent = { readonly bytes: Uint8Array } | Failure;

/** Bytes as UTF-8 text, without a byte order mark; a failure if they are not valid UTF-8. */
export function textOf(bytes: Uint8Array): { readonly text: string } | Failure {
  try {
    if (isUtf16(bytes)) return failure(notTextReason(bytes));
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return failure(notTextReason(bytes));
  }
}

/**
 * - `source`: text in the language of the assembler
 * - `image`: the words of a ROM
 * - `gt1`: a program for the vCPU, which a system ROM loads
 * - `text`: text that is not named as a source
 */
export type FileKind = 'source' | 'image' | 'gt1' | 'text';

const NAMES: readonly (readonly [RegExp, FileKind])[] = [
  [/\.(?:gtasm|asm|s)$/i, 'source'],
  [/\.gt1x?$/i, 'gt1'],
  [/\.(?:rom|bin)$/i, 'image'],
];

/** The kind that a file's name implies, or undefined. */
export function kindByName(path: string): FileKind | undefined {
  return NAMES.find(([name]) => name.test(path))?.[1];
}

/** What a file is: by its name, or else by its content. A text without an extension, such as a pipe, is a source. */
export function kindOf(path: string, bytes: Uint8Array): FileKind {
  const named = kindByName(path);
  if (named !== undefined) return named;
  if (bytes.length === 0 || bytes.includes(0) || isFailure(textOf(bytes))) return 'image';
  return /\.[^./\\]+$/.test(path) ? 'text' : 'source';
}

/**
 * False if a path, with `/` or `\`, leads out of its folder or is absolute, that is, begins at the root, at a drive, or
 * with a scheme.
 */
export function staysInside(path: string): boolean {
  if (/^(?:[\\/]|[a-z][a-z0-9+.-]*:)/i.test(path)) return false;
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0) return false;
  }
  return true;
}
