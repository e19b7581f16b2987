/**
 * Packs the extension into build/gigatron-asm.vsix from what `npm run build` has made.
 *
 * .vscodeignore says what goes in. Nothing is bundled here and no dependency is packed: the bundles
 * in dist/ are whole. The README goes in without its pictures, which VS Code shows only by an address on the web.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVSIX } from '@vscode/vsce';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const VSIX = fileURLToPath(new URL('../build/gigatron-asm.vsix', import.meta.url));

/** Bytes that the packed extension may have: 1 MiB. */
const LARGEST = 1024 * 1024;

const README = 'build/README.md';

mkdirSync(join(ROOT, 'build'), { recursive: true });
/** What introduces a picture, and the picture. */
const pictures = /^.*:\n\n!\[.*\]\(docs\/pictures\/.*\)\n\n?/gm;
writeFileSync(join(ROOT, README), readFileSync(join(ROOT, 'README.md'), 'utf8').replace(pictures, ''));
await createVSIX({
  cwd: ROOT,
  packagePath: VSIX,
  readmePath: README,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
const { size } = statSync(VSIX);
console.log(`${VSIX}: ${Math.round(size / 1024)} KiB`);
if (size > LARGEST) {
  console.error(`The extension is to stay below ${LARGEST / 1024} KiB.`);
  process.exitCode = 1;
}
