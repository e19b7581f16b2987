/**
 * All programs of the extension, in one bundle, since most of each is shared code, such as the assembler. In Node, the
 * files dist/server.js, dist/debugger.js and dist/cli.js start one each; client/worker-script.ts starts those for web
 * workers.
 *
 * A program's modules run when it is started, not before, so nothing asks for Node's modules in a worker.
 */
export function start(
  program: 'server' | 'debugger' | 'cli' | 'server-browser' | 'debugger-browser',
): Promise<unknown> {
  switch (program) {
    case 'server':
      return import('#server/main');
    case 'debugger':
      return import('#debugger/main');
    case 'cli':
      return import('./main.ts');
    case 'server-browser':
      return import('#server/main-browser');
    case 'debugger-browser':
      return import('#debugger/main-browser');
  }
}
