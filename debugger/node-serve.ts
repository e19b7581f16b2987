/**
 * The debug adapter over byte streams: standard input and output, or the clients of a port of this computer, which come
 * and go while programs that they leave run on.
 */
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { nodeHost, trustingHost } from './connection/node-host.ts';
import { hangUp, listen } from './connection/node-server.ts';
import { serveStreams } from './connection/node-streams.ts';
import { makeToken, tokenCheck } from './connection/node-token.ts';
import { Parking } from './run/parking.ts';
import { GigatronDebugSession } from './session.ts';

/** Serves the client at standard input and output; the process ends with it. */
export function serveStandardStreams(): void {
  serveStreams(new GigatronDebugSession({ host: trustingHost }), process.stdin, process.stdout, {
    refused: ({ message }) => fail(message),
    closed: () => process.exit(),
  });
}

/** The token that clients must know: from the environment, or made here and printed. */
const TOKEN_VARIABLE = 'GIGATRON_DEBUG_TOKEN';

/**
 * Serves clients over a port until the process is ended.
 * @param port 0: any free one
 * @param wantsToken whether only clients are served that know a word, which is printed
 */
export function servePort(port: number, wantsToken: boolean): void {
  const given = process.env[TOKEN_VARIABLE];
  const token = wantsToken ? given || makeToken() : undefined;
  const isToken = token === undefined ? {} : { isToken: tokenCheck(token) };
  const host = token === undefined ? nodeHost : trustingHost;
  const parking = new Parking();
  const server = listen(port, (socket) => {
    serveStreams(new GigatronDebugSession({ host, parking, ...isToken }), socket, socket, {
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
