/**
 * Fits the engine's evaluation to data: `npm run tune -- STEP`.
 *
 *     start       starting values, from rules of thumb
 *     published   values that others have fitted, which the engine plays with
 *     positions   plays and labels positions with Stockfish, into .cache/tuning/; more in every run
 *     fit         fits the values to them
 *     features    plays the engine against itself without each part of its search
 *     endings     plays won endings out against Stockfish
 *     source      writes the generated source from the values, as the other steps also do
 *
 * The steps are TypeScript like the model that they fit, so they are bundled in memory first.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'tuning-'));
const outfile = join(folder, 'tuning.mjs');
try {
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/tuning/node-steps.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['prettier'],
    logLevel: 'warning',
  });
  const { runStep } = await import(pathToFileURL(outfile).href);
  process.exitCode = await runStep(root, process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true });
}
