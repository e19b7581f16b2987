/** What .vscodeignore lets into the package: vsce takes seconds to try its patterns on every file of the project. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundles.mjs';

/**
 * Copies the files and folders of which something may be packed, as far as they are there.
 * @param {string} folder
 */
export function copyPackedParts(folder) {
  const patterns = readFileSync(join(ROOT, '.vscodeignore'), 'utf8').matchAll(/^!(.+)$/gm);
  const parts = new Set([...patterns].map(([, pattern = '']) => pattern.replace(/(?:^|\/)[^/]*\*.*/, '')));
  for (const part of ['.vscodeignore', ...parts])
    if (existsSync(join(ROOT, part))) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
}
