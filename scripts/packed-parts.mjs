/** What .vscodeignore lets into the package: vsce takes seconds to try its patterns on every file of the project. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundles.mjs';

/** Members of package.json that are only for work on the project. */
const FOR_THE_PROJECT = ['scripts', 'devDependencies', 'overrides', 'imports'];

/** Files of JSON that programs read; those of templates are for people. */
const FOR_PROGRAMS = /^(?:package\.json|docs\/.*\.schema\.json|syntaxes\/.*\.json)$/;

/**
 * Copies the files and folders of which something may be packed, as far as they are there. JSON for programs loses its
 * white space and what only the project needs.
 * @param {string} folder
 */
export function copyPackedParts(folder) {
  const patterns = readFileSync(join(ROOT, '.vscodeignore'), 'utf8').matchAll(/^!(.+)$/gm);
  const parts = new Set([...patterns].map(([, pattern = '']) => pattern.replace(/(?:^|\/)[^/]*\*.*/, '')));
  for (const part of ['.vscodeignore', ...parts])
    if (existsSync(join(ROOT, part))) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!FOR_PROGRAMS.test(path.replaceAll('\\', '/'))) continue;
    const place = join(folder, path);
    const members = Object.entries(JSON.parse(readFileSync(place, 'utf8')));
    const packed = members.filter(([name]) => path !== 'package.json' || !FOR_THE_PROJECT.includes(name));
    writeFileSync(place, JSON.stringify(Object.fromEntries(packed)));
  }
}
