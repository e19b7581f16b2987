/**
 * The debug adapter as a process of its own. It speaks the protocol over standard input and output. With `--port N`, it
 * serves clients that come and go over a port of this computer, while programs that they leave run on; with `--token`,
 * only clients that know a word.
 */
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { nodeHost } from './connection/node-host.ts';
import { hangUp, listen } from './connection/node-server.ts';
import { serveStreams } from './connection/node-streams.ts';
import { makeToken, tokenCheck } from './connection/node-token.ts';
import { Parking } from './run/parking.ts';
import { GigatronDebugSession } from './session.ts';

function serveStandardStreams(): void {
  serveStreams(new GigatronDebugSession({ host: nodeHost }), process.stdin, process.stdout, {
    refused: ({ message }) => fail(message),
    closed: () => process.exit(),
  });
}

/** The token that clients must know: from the environment, or made here and printed. */
const TOKEN_VARIABLE = 'GIGATRON_DEBUG_TOKEN';

function servePort(port: number, wantsToken: boolean): void {
  const given = process.env[TOKEN_VARIABLE];
  const token = wantsToken ? given || makeToken() : undefined;
  const isToken = token === undefined ? {} : { isToken: tokenCheck(token) };
  const parking = new Parking();
  const server = listen(port, (socket) => {
    serveStreams(new GigatronDebugSession({ host: nodeHost, parking, ...isToken }), socket, socket, {
      refused: ({ message }) => process.stderr.write(`A client was refused: ${message}\n`),
      closed: () => hangUp(socket),
    });
  });
  server.on('listening', () => {
    const { port: open } = server.address() as AddressInfo;
    const wanted = token === undefined || token === given ? '' : `Its clients need "token": "${token}".\n`;
    process.stdout.write(`The Gigatron debugger listens on port ${open}.\n${wanted}`);
  });
  server.on('error', ({ message }) => fail(`The debugger cannot listen on port ${port}: ${message}`));
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

interface Options {
  readonly port: number | undefined;
  readonly token: boolean;
}

/** The options of the command line; undefined if they are invalid. */
function readOptions(): Options | undefined {
  try {
    const { port, token = false } = parseArgs({
      // Not the library's default: if VS Code starts the adapter by `node -e`, that takes the file's name for an argument.
      args: process.argv.slice(2),
      options: { port: { type: 'string' }, token: { type: 'boolean' } },
    }).values;
    if (port === undefined) return token ? undefined : { port, token };
    return /^\d{1,5}$/.test(port) && Number(port) < 0x10000 ? { port: Number(port), token } : undefined;
  } catch {
    return undefined;
  }
}

const options = readOptions();
if (options === undefined) fail('Usage: debugger.js [--port 0..65535 [--token]]');
else if (options.port === undefined) serveStandardStreams();
else servePort(options.port, options.token);
