/** The programs of the extension as scripts of web workers. */

/** A program that runs in a worker. A message to it waits until it listens. */
export type WorkerProgram = 'server-browser' | 'debugger-browser';

/**
 * The text of a worker's script, in two parts to put before and after the bundle dist/programs.js. They give the
 * bundle what Node gives a module. The debug adapter's library asks for modules of Node as it loads, but uses only the
 * class `URL` in a worker.
 */
export function workerScript(program: WorkerProgram): { readonly before: string; readonly after: string } {
  return {
    before: '(function (exports, module, require) {',
    after: `\nmodule.exports.start('${program}');\n})({}, {}, () => ({ URL }));`,
  };
}
