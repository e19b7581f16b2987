/** The Octad ROM assembled once for its tests, and a session on it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure, isFailure } from '#basics';
import { assemble, type Assembly } from '#assembler';
import { bootOctad, type OctadSession } from '#engine-driver';

const FOLDER = join(import.meta.dirname, '../../../samples/octad');

let assembly: Assembly | undefined;

/** The ROM's assembly, made on first use; its timing is proven by the tests of the samples. */
export function octadAssembly(): Assembly {
  const read = (path: string): { text: string } | ReturnType<typeof failure> => {
    try {
      return { text: readFileSync(join(FOLDER, path), 'utf8') };
    } catch {
      return failure('no such file');
    }
  };
  assembly ??= assemble('main.gtasm', { read }, { check: false });
  return assembly;
}

/** A ROM that has started. */
export function octadSession(): OctadSession {
  const session = bootOctad(octadAssembly());
  if (isFailure(session)) throw new Error(session.message);
  return session;
}
