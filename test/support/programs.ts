/**
 * The programs as tests start them: bundles of the current sources, made once before a run.
 *
 * vitest calls the default export (`globalSetup`) before the first test; protocol and command-line
 * tests then start real processes from `programPath`.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { BUNDLES, LOADERS } from '../../scripts/bundles.mjs';
import { PROJECT } from './project.ts';

const FOLDER = join(PROJECT, 'build');

/** Entry file of each program; one level below the package, as in dist/, so that they find its manifest. */
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
  // What an earlier build has left would hide that this one does not make it.
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
    // Half of the time that a process takes to start goes into reading its text.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'error',
  });
  // What the command line gives to Python, and makes pages of, lies beside it.
  await build({ ...BUNDLES['hook of builds in Python'], outdir: 'build' });
  await build({ ...BUNDLES['machine of a page'], outdir: 'build' });
  await build({ ...BUNDLES['views'], outdir: 'build/webviews' });
}
