/**
 * Loads TypeScript, and the assembler's library as texts, as modules of Node's own.
 *
 * vitest's module runner reads each import through a getter, every time it is used, which in the loops of the emulator
 * takes longer than the rest. Modules of Node's own are bound once.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/** Finds the files of packages without an extension, too, as bundlers do. @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (isMissing(error) && /^\w/.test(specifier)) return next(`${specifier}.js`, context);
    throw error;
  }
}

/** Takes the types out of TypeScript. @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (url.endsWith('.gtasm')) return { format: 'module', source: await textModule(url), shortCircuit: true };
  if (!/^file:[^?]*\.ts(?:\?|$)/.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile: path,
    sourcemap: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}

/** @param {string} url */
async function textModule(url) {
  return `export default ${JSON.stringify(await readFile(fileURLToPath(url), 'utf8'))};`;
}

/** @param {unknown} error */
function isMissing(error) {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
