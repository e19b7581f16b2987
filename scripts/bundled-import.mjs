/** Imports TypeScript that a script needs, such as a generator that reads the project's own tables. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * The exports of a module, bundled with all that it imports.
 * @param {string} path of a TypeScript file
 */
export async function bundledImport(path) {
  const folder = mkdtempSync(join(tmpdir(), 'script-'));
  const outfile = join(folder, 'module.mjs');
  try {
    await build({ entryPoints: [path], outfile, bundle: true, format: 'esm', logLevel: 'warning' });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
