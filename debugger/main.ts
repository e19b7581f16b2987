/** The debug adapter as a process of its own: the protocol over standard input and output. */
import process from 'node:process';
import { nodeHost, streamTransport } from './connection/node-host.ts';
import { DebugSession } from './session.ts';

const transport = streamTransport(process.stdin, process.stdout, {
  gone: () => session.close(),
  closed: () => process.exit(0),
});
const session = new DebugSession(transport, nodeHost);
