/** What stands for Node's modules in bundles that run in a browser; `events` is the package of that name. */
export const BROWSER_ALIAS = {
  // `@vscode/debugadapter` wants the class URL of it, and maps fs, path and net away by itself.
  url: './debugger/connection/browser-url.ts',
};
