/** Where the assembler reads the sources of tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '#basics';
import type { SourceHost } from '#assembler';

/** Files by path: texts and bytes. */
export function textsHost(files: Readonly<Record<string, string | Uint8Array>>): SourceHost {
  return {
    read(path) {
      const content = Object.hasOwn(files, path) ? files[path]! : failure('there is no such file');
      return typeof content === 'string'
        ? { text: content }
        : content instanceof Uint8Array
          ? { bytes: content }
          : content;
    },
  };
}

/** A folder of the project. */
export function folderHost(folder: string): SourceHost {
  return {
    read(path, as) {
      try {
        const content = readFileSync(join(import.meta.dirname, '../../..', folder, path));
        return as === 'text' ? { text: content.toString() } : { bytes: content };
      } catch {
        return failure('there is no such file');
      }
    },
  };
}
