import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/**
 * The text of assembler/library/sources.ts.
 * @param {string} root folder of the project
 * @returns {Promise<string>}
 */
export async function libraryModule(root) {
  const folder = join(root, 'lib');
  const entries = readdirSync(folder)
    .filter((name) => name.endsWith('.gtasm'))
    .sort()
    .map((name) => `'${name.slice(0, -'.gtasm'.length)}': ${literal(readFileSync(join(folder, name), 'utf8'))}`);
  const text = [
    '/** Texts of the library sources by name. Generated from lib/ by scripts/generate-library.mjs. */',
    `export const LIBRARY_SOURCES: Readonly<Record<string, string>> = { ${entries.join(', ')} };`,
  ].join('\n');
  const path = join(root, 'assembler/library/sources.ts');
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}

/**
 * A template literal, which keeps the lines of a source as they are.
 * @param {string} source
 */
function literal(source) {
  return `\`${source.replace(/[\\`]|\$\{/g, '\\$&')}\``;
}
