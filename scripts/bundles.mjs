/** What is bundled into dist/: the programs of the extension, each with its esbuild options. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEBVIEWS = 'client/webviews';
/** Each view is a folder with a style sheet of its own. */
const VIEWS = readdirSync(join(ROOT, WEBVIEWS)).filter((name) => existsSync(join(ROOT, WEBVIEWS, name, `${name}.css`)));
/** The scripts, which several views share, and the style sheet of all views. */
const SHARED = ['play.ts', 'inspect.ts', 'view.css'];

/**
 * The assembler imports its library as texts.
 * @type {Record<string, import('esbuild').Loader>}
 */
export const LOADERS = { '.gtasm': 'text' };

/** @type {import('esbuild').BuildOptions} */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  outdir: 'dist',
  loader: LOADERS,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
};

/** @type {import('esbuild').BuildOptions} */
const NODE = { ...COMMON, platform: 'node', format: 'cjs', target: 'node20' };
/** @type {import('esbuild').BuildOptions} */
const BROWSER = { ...COMMON, platform: 'browser', mainFields: ['browser', 'module', 'main'] };

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

/**
 * The extension for Node loads the language client from the bundle for the browser, after VS Code has activated it.
 * @type {import('esbuild').Plugin}
 */
const languageClientApart = {
  name: 'language client apart',
  setup(build) {
    build.onResolve({ filter: /\/extension-browser\.ts$/ }, () => ({ path: './extension-browser.js', external: true }));
  },
};

/**
 * One object for VS Code's API, required once. Each `import * as vscode` would become a copy of all its names, which
 * takes half a millisecond at start, and each `require` takes VS Code time of its own.
 * @type {import('esbuild').Plugin}
 */
const vscodeOnce = {
  name: 'VS Code once',
  setup(build) {
    const namespace = 'vscode-once';
    build.onResolve({ filter: /^vscode$/ }, (asked) =>
      asked.namespace === namespace ? { path: 'vscode', external: true } : { path: 'vscode', namespace },
    );
    build.onLoad({ filter: /^vscode$/, namespace }, () => ({ contents: "module.exports = require('vscode');" }));
    build.onLoad({ filter: /[\\/]client[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace("import * as vscode from 'vscode';", "const vscode = require('vscode');");
      return { contents, loader: 'ts' };
    });
  },
};

/**
 * Libraries for both Node and web workers. Those of the language server have an entry for each, and a part that both
 * share; the plain name means the shared part. `events` is the package, not Node's module.
 * @type {import('esbuild').Plugin}
 */
const librariesForBoth = {
  name: 'libraries for both',
  setup(build) {
    const resolve = (/** @type {string} */ path) => build.resolve(path, { kind: 'require-call', resolveDir: ROOT });
    build.onResolve(
      { filter: /^(vscode-languageserver|vscode-languageserver-protocol|vscode-jsonrpc)\/?$/ },
      ({ path }) => resolve(`${path.replace('/', '')}/lib/common/api.js`),
    );
    build.onResolve({ filter: /^events$/ }, () => resolve('events/events.js'));
  },
};

/**
 * The programs for Node and for web workers.
 * @type {import('esbuild').BuildOptions}
 */
export const PROGRAMS = {
  ...NODE,
  mainFields: ['module', 'main'],
  entryPoints: { programs: 'cli/programs.ts' },
  plugins: [benchmarksApart, librariesForBoth],
};

/** @type {Record<string, import('esbuild').BuildOptions>} */
export const BUNDLES = {
  extension: {
    ...NODE,
    entryPoints: { extension: 'client/extension.ts' },
    plugins: [languageClientApart, vscodeOnce],
    supported: { 'dynamic-import': false },
  },
  programs: PROGRAMS,
  benchmarks: { ...NODE, outdir: 'build', entryPoints: { bench: 'cli/bench/index.ts' } },
  'extension for the browser': {
    ...BROWSER,
    format: 'cjs',
    plugins: [vscodeOnce],
    entryPoints: { 'extension-browser': 'client/extension-browser.ts' },
  },
  'hook of builds in Python': {
    ...COMMON,
    entryPoints: { 'map-hook/sitecustomize': 'python/hook/sitecustomize.py' },
    loader: { '.py': 'copy' },
  },
  'machine of a page': { ...BROWSER, format: 'iife', entryPoints: { 'page-worker': 'page/worker/main.ts' } },
  views: {
    ...BROWSER,
    format: 'iife',
    outdir: 'dist/webviews',
    entryPoints: [...SHARED, ...VIEWS.map((view) => `${view}/${view}.css`)].map((path) => ({
      in: `${WEBVIEWS}/${path}`,
      out: parse(path).name,
    })),
  },
};

/** The files that each start one of the programs, by name in dist/. */
export const STARTERS = Object.fromEntries(
  ['server', 'debugger', 'cli'].map((program) => [
    `${program}.js`,
    `#!/usr/bin/env node\nrequire('./programs.js').start('${program}');\n`,
  ]),
);
