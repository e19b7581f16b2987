/**
 * Entry of the language server in Node. VS Code starts it with `--node-ipc`; other editors with `--stdio`, or by
 * `gigatron lsp`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { nodeFiles } from './files/node-files.ts';
import { LanguageServer } from './language-server.ts';
import { checkedMessages } from './message-check.ts';
import { servePort, serveStandardStreams } from './node-serve.ts';

const HELP = `Usage: server.js --stdio | --port 0..65535 | --node-ipc

The language server of the Gigatron assembler. Editors start it; it speaks the Language Server Protocol
  --stdio       over standard input and output
  --port N      to clients of a port of this computer; 0 is any free port
  --node-ipc    over the channel of Node, as VS Code does
  --help, --version
`;

/** Version of the package that the bundle dist/server.js belongs to. */
function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}

function start(words: readonly string[]): void {
  const [, port] = /^--port[= ](\d{1,5})$/m.exec(words.join('\n').replace('--port\n', '--port ')) ?? [];
  if (words.includes('--help')) process.stdout.write(HELP);
  else if (words.includes('--version')) process.stdout.write(`${version()}\n`);
  else if (words.includes('--stdio')) serveStandardStreams();
  else if (port !== undefined && Number(port) < 0x10000) servePort(Number(port));
  // Only VS Code talks over IPC, and it counts columns as the server does.
  else if (words.includes('--node-ipc'))
    new LanguageServer(
      createConnection(ProposedFeatures.all, { messageStrategy: checkedMessages }),
      nodeFiles,
    ).listen();
  else {
    process.stderr.write(`An editor starts this language server, for example with --stdio.\n${HELP}`);
    process.exitCode = 2;
  }
}

start(process.argv.slice(2));
