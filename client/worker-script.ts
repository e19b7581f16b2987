/** The programs of the extension as scripts of web workers. */

/** A program that runs in a worker. Messages to it wait until it listens. */
export type WorkerProgram = 'server-browser' | 'debugger-browser';

/**
 * The text of a worker's script, in two parts that go before and after the bundle dist/programs.js. They give the
 * bundle what Node gives a module. The debug adapter's library requires Node modules when it loads, but in a worker it
 * only uses the class `URL`.
 */
export function workerScript(program: WorkerProgram): { readonly before: string; readonly after: string } {
  return {
    before: '(function (exports, module, require) {',
    after: `\nmodule.exports.start('${program}');\n})({}, {}, () => ({ URL }));`,
  };
}
