/**
 * The programs as tests start them: bundles of the current sources, made once before a run.
 *
 * vitest calls the default export (`globalSetup`) before the first test; tests of protocols and of the command line
 * then start processes from `programPath`.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { BUNDLES, LOADERS } from '../../scripts/bundles.mjs';
import { PROJECT } from './project.ts';

const FOLDER = join(PROJECT, 'build');

/** The entry files. Programs are one level below the package, as in dist/, so that they find its manifest. */
const ENTRIES = {
  server: 'server/main.ts',
  debugger: 'debugger/main.ts',
  cli: 'cli/main.ts',
  'warm-adapter': 'test/support/debugger/warm-adapter.ts',
  'warm-cli': 'test/support/cli/warm-cli.ts',
} as const;

export function programPath(program: keyof typeof ENTRIES): string {
  return join(FOLDER, `${program}.cjs`);
}

export default async function prepare({ provide, config }: TestProject): Promise<void> {
  // A leftover of an earlier build would hide that this one no longer makes it.
  rmSync(join(FOLDER, 'webviews'), { recursive: true, force: true });
  provide('update', config.snapshotOptions.updateSnapshot === 'all');
  await build({
    absWorkingDir: PROJECT,
    entryPoints: ENTRIES,
    outdir: FOLDER,
    outExtension: { '.js': '.cjs' },
    loader: LOADERS,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    // A process spends half of its start-up time reading its own text.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'error',
  });
  // The command line gives the first to Python and makes pages of the others; it expects them beside itself.
  await build({ ...BUNDLES['hook of builds in Python'], outdir: 'build' });
  await build({ ...BUNDLES['machine of a page'], outdir: 'build' });
  await build({ ...BUNDLES['views'], outdir: 'build/webviews' });
}
