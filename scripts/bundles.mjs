/** What is bundled into dist/: the programs of the extension, each with its esbuild options. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  extension: { ...NODE, entryPoints: { 'extension-desktop': 'client/extension.ts' } },
  programs: PROGRAMS,
  benchmarks: { ...NODE, outdir: 'build', entryPoints: { bench: 'cli/bench/index.ts' } },
  'extension for the browser': {
    ...BROWSER,
    format: 'cjs',
    external: ['vscode'],
    entryPoints: { 'extension-browser': 'client/extension-browser.ts' },
  },
  views: {
    ...BROWSER,
    format: 'iife',
    outdir: 'dist/webviews',
    entryPoints: Object.fromEntries(VIEWS.map((view) => [view, `${WEBVIEWS}/${view}/main.ts`])),
  },
};

/**
 * What VS Code loads on the desktop. The bundle with the language client is loaded a turn later, so that the extension
 * does not hold up others that start at the same time.
 */
const EXTENSION = `exports.activate = async (context) => {
  await new Promise(setImmediate);
  return require('./extension-desktop.js').activate(context);
};
`;

/** The files that each start one of the programs, by name in dist/. */
export const STARTERS = {
  'extension.js': EXTENSION,
  ...Object.fromEntries(
    ['server', 'debugger', 'cli'].map((program) => [
      `${program}.js`,
      `#!/usr/bin/env node\nrequire('./programs.js').start('${program}');\n`,
    ]),
  ),
};
