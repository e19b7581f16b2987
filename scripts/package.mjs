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

mkdirSync(fileURLToPath(new URL('../build', import.meta.url)), { recursive: true });
await createVSIX({
  cwd: ROOT,
  packagePath: VSIX,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
console.log(`${VSIX}: ${Math.round(statSync(VSIX).size / 1024)} KiB`);
