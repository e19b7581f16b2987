/**
 * The debug adapter as a process of its own: the protocol over standard input and output, or with `--port N` for
 * clients that come and go over a port of this computer, while what they have left runs on.
 */
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { nodeHost, streamTransport } from './connection/node-host.ts';
import { listen } from './connection/node-server.ts';
import { Parking } from './run/parking.ts';
import { DebugSession } from './session.ts';

function serveStandardStreams(): void {
  const transport = streamTransport(process.stdin, process.stdout, {
    gone: () => session.close(),
    closed: () => process.exit(0),
  });
  const session = new DebugSession(transport, nodeHost);
}

function servePort(port: number): void {
  const parking = new Parking();
  const server = listen(port, (transport) => {
    const session = new DebugSession(transport, nodeHost, parking);
    return () => session.close();
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
