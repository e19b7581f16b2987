/**
 * The debug adapter as a process of its own: the protocol over standard input and output, or with `--port N` for
 * clients that come and go over a port of this computer, while what they have left runs on.
 */
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { nodeHost } from './connection/node-host.ts';
import { listen } from './connection/node-server.ts';
import { serveStreams } from './connection/node-streams.ts';
import { Parking } from './run/parking.ts';
import { GigatronDebugSession } from './session.ts';

function serveStandardStreams(): void {
  serveStreams(new GigatronDebugSession({ host: nodeHost }), process.stdin, process.stdout, {
    refused: ({ text }) => fail(text),
    closed: () => process.exit(),
  });
}

function servePort(port: number): void {
  const parking = new Parking();
  const server = listen(port, (socket) => {
    serveStreams(new GigatronDebugSession({ host: nodeHost, parking }), socket, socket, {
      refused: ({ text }) => process.stderr.write(`A client was refused: ${text}\n`),
      closed: () => socket.destroy(),
    });
  });
  server.on('listening', () => {
    process.stdout.write(`The Gigatron debugger listens on port ${(server.address() as AddressInfo).port}.\n`);
  });
  server.on('error', ({ message }) => fail(`The debugger cannot listen on port ${port}: ${message}`));
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

const [option, value, ...rest] = process.argv.slice(2);
const port = Number(value ?? NaN);
if (option === undefined) serveStandardStreams();
else if (option === '--port' && rest.length === 0 && Number.isInteger(port) && port >= 0 && port < 0x10000) {
  servePort(port);
} else fail('Usage: debugger.js [--port 0..65535]');
