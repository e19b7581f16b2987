/**
 * Packs the extension into build/gigatron-asm.vsix from what `npm run build` has made.
 *
 * .vscodeignore says what goes in. Nothing is bundled here and no dependency is packed: the bundles
 * in dist/ are whole.
 */
import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createVSIX } from '@vscode/vsce';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const VSIX = fileURLToPath(new URL('../build/gigatron-asm.vsix', import.meta.url));

/** Bytes that the packed extension may have: 1 MiB. */
const LARGEST = 1024 * 1024;

mkdirSync(fileURLToPath(new URL('../build', import.meta.url)), { recursive: true });
await createVSIX({
  cwd: ROOT,
  packagePath: VSIX,
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
