/** Where the assembler reads the sources of tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '#basics';
import type { SourceHost } from '#assembler';

/** Texts by path. */
export function textsHost(texts: Readonly<Record<string, string>>): SourceHost {
  return {
    read: (path) => (Object.hasOwn(texts, path) ? { text: texts[path]! } : failure('there is no such file')),
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
