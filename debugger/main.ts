/**
 * The debug adapter as a process of its own, as VS Code starts it; other clients use it by `gigatron dap`. It speaks
 * the protocol over standard input and output; with `--port N`, to clients that come and go; with `--token`, only to
 * those that know a word.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { servePort, serveStandardStreams } from './node-serve.ts';

/** The options of the command line; undefined if they are invalid. */
function readOptions(): { readonly port?: number; readonly token: boolean } | undefined {
  try {
    const { port, token = false } = parseArgs({
      // The library's default takes the file's name for an argument when VS Code starts the adapter by `node -e`.
      args: process.argv.slice(2),
      options: { port: { type: 'string' }, token: { type: 'boolean' } },
    }).values;
    if (port === undefined) return token ? undefined : { token };
    return /^\d{1,5}$/.test(port) && Number(port) < 0x10000 ? { port: Number(port), token } : undefined;
  } catch {
    return undefined;
  }
}

const options = readOptions();
if (options === undefined) {
  process.stderr.write('Usage: debugger.js [--port 0..65535 [--token]]\n');
  process.exitCode = 2;
} else if (options.port === undefined) serveStandardStreams();
else servePort(options.port, options.token);
