/**
 * Packs the extension into build/gigatron-asm.vsix from what `npm run build` has made.
 *
 *     node scripts/package.mjs [--pre-release] [--images https://…/docs/pictures]
 *
 * .vscodeignore says what goes in. Nothing is bundled here and no dependency is packed: the bundles in dist/ are
 * complete. packed-readme.mjs makes the README that goes in. `--pre-release` marks a version that only users who have
 * opted in to pre-releases get; the Marketplace requires its number to differ from any release's. A warning from the
 * packer is an error.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { ROOT } from './bundles.mjs';
import { copyPackedParts } from './packed-parts.mjs';
import { packedReadme } from './packed-readme.mjs';

export const VSIX = join(ROOT, 'build', 'gigatron-asm.vsix');

/** Bytes that the packed extension may have: 1 MB. */
const LARGEST = 1_000_000;

const README = 'build/README.md';
const COPY = join(ROOT, 'build', 'package');

const { values } = parseArgs({ options: { 'pre-release': { type: 'boolean' }, images: { type: 'string' } } });

mkdirSync(join(ROOT, 'build'), { recursive: true });
writeFileSync(join(ROOT, README), packedReadme(values.images));
rmSync(COPY, { recursive: true, force: true });
copyPackedParts(COPY);
const warnings = collectWarnings();
await createVSIX({
  cwd: COPY,
  packagePath: VSIX,
  readmePath: README,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
  preRelease: values['pre-release'] ?? false,
});
const { size } = statSync(VSIX);
console.log(`${VSIX}: ${size} bytes`);
if (size > LARGEST) {
  console.error(`The extension must not have more than ${LARGEST} bytes.`);
  process.exitCode = 1;
}
if (warnings.length > 0) process.exitCode = 1;

/** Collects the warnings that the packer prints from now on. */
function collectWarnings() {
  /** @type {string[]} */
  const found = [];
  const warn = console.warn;
  console.warn = (/** @type {unknown[]} */ ...words) => {
    found.push(words.join(' '));
    warn(...words);
  };
  return found;
}
