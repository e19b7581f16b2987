/** What a file is. Commands and debugger ask this one function, so that a file is the same everywhere. */
import { isFailure } from '#basics';
import { textOf } from './content.ts';

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
