/**
 * The libraries inside the bundles, and the file with their licences.
 *
 * esbuild reports which files went in, so libraries that are only used for development are left out, and indirect
 * dependencies are included.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundles.mjs';

/** Where the notices are, from the top of the repository. */
export const NOTICES = 'dist/THIRD-PARTY-NOTICES.txt';

/**
 * @typedef {object} Library
 * @property {string} name
 * @property {string} version
 * @property {string} license its SPDX expression; empty if the package has none
 * @property {string} text of its licence file; empty if it has none
 */

/**
 * The libraries that have files in bundles, by name and version.
 * @param {readonly { readonly inputs: Readonly<Record<string, unknown>> }[]} metafiles esbuild's report on each bundle
 * @returns {Library[]}
 */
export function bundledPackages(metafiles) {
  const folders = new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs).flatMap(packageFolder)));
  return [...folders]
    .map(library)
    .sort((a, b) => (a.name < b.name || (a.name === b.name && a.version < b.version) ? -1 : 1));
}

/**
 * The text of the notices.
 * @param {readonly Library[]} libraries
 */
export function noticesOf(libraries) {
  const head = 'This extension contains the following libraries, each under its own licence.\n';
  const parts = libraries.map(
    ({ name, version, license, text }) => `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${text.trim()}\n`,
  );
  return [head, ...parts].join('\n');
}

/**
 * The folder of the package to which a file belongs; none for our own files.
 * @param {string} file
 * @returns {string[]}
 */
function packageFolder(file) {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
  return found?.[1] === undefined ? [] : [found[1]];
}

/**
 * @param {string} folder
 * @returns {Library}
 */
function library(folder) {
  const { name, version, license = '' } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(ROOT, folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  return { name, version, license, text: file === undefined ? '' : readFileSync(join(ROOT, folder, file), 'utf8') };
}
