/**
 * The programs that run in web workers of a browser, in one bundle, as programs.ts has those of Node. A worker is made
 * of the bundle's text and a call of {@link start}; what was sent to it before waits until the program listens.
 */
export function start(program: 'server' | 'debugger'): Promise<unknown> {
  return program === 'server' ? import('#server/main-browser') : import('#debugger/main-browser');
}
