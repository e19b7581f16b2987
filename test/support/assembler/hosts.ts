/** Where the assembler reads the sources of tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '#basics';
import type { SourceHost } from '#assembler';
import { PROJECT } from '../project.ts';

/** Reads the texts and bytes in `files`, by path. */
export function textsHost(files: Readonly<Record<string, string | Uint8Array>>): SourceHost {
  return {
    read(path) {
      if (!Object.hasOwn(files, path)) return failure('there is no such file');
      const content = files[path]!;
      return typeof content === 'string' ? { text: content } : { bytes: content };
    },
  };
}

/** Reads from a folder of the project. */
export function folderHost(folder: string): SourceHost {
  return {
    read(path, as) {
      try {
        const content = readFileSync(join(PROJECT, folder, path));
        return as === 'text' ? { text: content.toString() } : { bytes: content };
      } catch {
        return failure('there is no such file');
      }
    },
  };
}
