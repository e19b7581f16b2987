/** The script that starts a program in a web worker, made as the extension makes it, from the packed bundle. */
import { build } from 'esbuild';
import { workerScript, type WorkerProgram } from '../../../client/worker-script.ts';
import { PROGRAMS } from '../../../scripts/bundles.mjs';

export async function workerText(program: WorkerProgram): Promise<string> {
  const { outputFiles } = await build({ ...PROGRAMS, minify: false, write: false });
  const { before, after } = workerScript(program);
  return before + outputFiles![0]!.text + after;
}
