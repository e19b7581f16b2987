/**
 * Bundles everything that runs into dist/: the extension for desktop and browser, language server,
 * debug adapter, command line, and the scripts and styles of the web views.
 *
 * Run `node scripts/build.mjs`, or with `--watch` to rebuild at every change. What is not written in
 * TypeScript (manifest, grammars, pictures) is packed as it is; types are checked by `npm run types`.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { BROWSER_ALIAS } from './browser-alias.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
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

/** @type {Record<string, import('esbuild').BuildOptions>} */
const BUNDLES = {
  extension: { ...NODE, entryPoints: { extension: 'client/extension.ts' } },
  'language server': { ...NODE, mainFields: ['module', 'main'], entryPoints: { server: 'server/main.ts' } },
  'debug adapter': { ...NODE, entryPoints: { debugger: 'debugger/main.ts' } },
  'command line': { ...NODE, entryPoints: { cli: 'cli/main.ts' } },
  'extension for the browser': {
    ...BROWSER,
    format: 'cjs',
    external: ['vscode'],
    entryPoints: { 'extension-browser': 'client/extension-browser.ts' },
  },
  'language server for the browser': {
    ...BROWSER,
    format: 'iife',
    entryPoints: { 'server-browser': 'server/main-browser.ts' },
  },
  'debug adapter for the browser': {
    ...BROWSER,
    format: 'iife',
    entryPoints: { 'debugger-browser': 'debugger/main-browser.ts' },
  },
  views: {
    ...BROWSER,
    format: 'iife',
    outdir: 'dist/webviews',
    entryPoints: Object.fromEntries(VIEWS.map((view) => [view, `${WEBVIEWS}/${view}/main.ts`])),
  },
};

async function build() {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  await Promise.all(Object.values(BUNDLES).map((options) => esbuild.build(options)));
}

async function watch() {
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
