/** What is bundled into dist/: the programs of the extension, each with the options of esbuild that make it. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BROWSER_ALIAS } from './browser-alias.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEBVIEWS = 'client/webviews';
/** Each view is a folder with a script of its own. */
const VIEWS = readdirSync(join(ROOT, WEBVIEWS)).filter((name) => existsSync(join(ROOT, WEBVIEWS, name, 'main.ts')));

/** @type {import('esbuild').BuildOptions} */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  outdir: 'dist',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
};

/** @type {import('esbuild').BuildOptions} */
const NODE = { ...COMMON, platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'] };
/** @type {import('esbuild').BuildOptions} */
const BROWSER = { ...COMMON, platform: 'browser', mainFields: ['browser', 'module', 'main'], alias: BROWSER_ALIAS };

/**
 * The command line loads the benchmarks from their own bundle, which is not packed.
 * @type {import('esbuild').Plugin}
 */
const benchmarksApart = {
  name: 'benchmarks apart',
  setup(build) {
    build.onResolve({ filter: /\/bench\/index\.ts$/ }, () => ({ path: '../build/bench.js', external: true }));
  },
};

/** @type {Record<string, import('esbuild').BuildOptions>} */
export const BUNDLES = {
  extension: { ...NODE, entryPoints: { extension: 'client/extension.ts' } },
  programs: {
    ...NODE,
    mainFields: ['module', 'main'],
    entryPoints: { programs: 'cli/programs.ts' },
    plugins: [benchmarksApart],
  },
  benchmarks: { ...NODE, outdir: 'build', entryPoints: { bench: 'cli/bench/index.ts' } },
  'extension for the browser': {
    ...BROWSER,
    format: 'cjs',
    external: ['vscode'],
    entryPoints: { 'extension-browser': 'client/extension-browser.ts' },
  },
  'programs for the browser': {
    ...BROWSER,
    format: 'iife',
    globalName: 'programs',
    entryPoints: { 'programs-browser': 'cli/programs-browser.ts' },
  },
  views: {
    ...BROWSER,
    format: 'iife',
    outdir: 'dist/webviews',
    entryPoints: Object.fromEntries(VIEWS.map((view) => [view, `${WEBVIEWS}/${view}/main.ts`])),
  },
};

/** The files that start one of the programs each, by name in dist/. */
export const STARTERS = Object.fromEntries(
  ['server', 'debugger', 'cli'].map((program) => [
    `${program}.js`,
    `#!/usr/bin/env node\nrequire('./programs.js').start('${program}');\n`,
  ]),
);
