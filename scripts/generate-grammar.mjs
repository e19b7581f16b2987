/**
 * Writes the TextMate grammars of `syntaxes/` from the instruction table.
 *
 * The generators are TypeScript like the table, so they are bundled in memory first. A test compares the files
 * with what the generators produce, so a forgotten run of this script is noticed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'grammar-'));
const outfile = join(folder, 'grammars.mjs');
try {
  await build({
    entryPoints: [join(root, 'scripts/grammar/grammars.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
  });
  const { grammarFiles } = await import(pathToFileURL(outfile).href);
  for (const [name, content] of grammarFiles()) writeFileSync(join(root, 'syntaxes', name), content);
} finally {
  rmSync(folder, { recursive: true });
}
