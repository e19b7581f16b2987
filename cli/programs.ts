/**
 * The programs that run in Node, in one bundle: they share the assembler, which is most of each. The files
 * dist/server.js, dist/debugger.js and dist/cli.js start one each.
 */
export function start(program: 'server' | 'debugger' | 'cli'): Promise<unknown> {
  switch (program) {
    case 'server':
      return import('#server/main');
    case 'debugger':
      return import('#debugger/main');
    case 'cli':
      return import('./main.ts');
  }
}
