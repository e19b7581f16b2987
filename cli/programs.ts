/**
 * All programs of the extension, in one bundle, since most of each is shared code, such as the assembler. In Node, the
 * files dist/server.js, dist/debugger.js and dist/cli.js start one each; client/worker-script.ts starts those for web
 * workers.
 *
 * A program's modules run when it is started, not before, so nothing asks for Node's modules in a worker.
 */
const PROGRAMS = {
  server: () => import('#server/main'),
  debugger: () => import('#debugger/main'),
  cli: () => import('./main.ts'),
  'server-browser': () => import('#server/main-browser'),
  'debugger-browser': () => import('#debugger/main-browser'),
};

export function start(program: keyof typeof PROGRAMS): Promise<unknown> {
  return PROGRAMS[program]();
}
