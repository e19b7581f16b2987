/**
 * Bundles everything that runs into dist/: the extension for desktop and browser, language server, debug adapter,
 * command line, and the scripts and styles of the web views, together with the licences of the libraries in them.
 *
 * Run `node scripts/build.mjs`, or with `--watch` to rebuild after every change. What is not written in TypeScript
 * (manifest, grammars, pictures) is packed as it is; `npm run types` checks types.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { BUNDLES, ROOT, STARTERS } from './bundles.mjs';
import { bundledPackages, NOTICES, noticesOf } from './notices.mjs';

async function build() {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const built = Object.values(BUNDLES).map((options) => esbuild.build({ ...options, metafile: true }));
  writeStarters();
  const packages = bundledPackages((await Promise.all(built)).map(({ metafile }) => metafile));
  writeFileSync(join(ROOT, NOTICES), noticesOf(packages));
}

function writeStarters() {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  for (const [name, text] of Object.entries(STARTERS)) writeFileSync(join(ROOT, 'dist', name), text, { mode: 0o755 });
}

async function watch() {
  writeStarters();
  for (const [name, options] of Object.entries(BUNDLES)) {
    const context = await esbuild.context({ ...options, minify: false, sourcemap: 'inline' });
    await context.watch();
    console.log(`watching: ${name}`);
  }
}

try {
  await (process.argv.includes('--watch') ? watch() : build());
} catch {
  // esbuild has printed what is wrong and where.
  process.exitCode = 1;
}
