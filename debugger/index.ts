/** The debug adapter: a session over any transport and host, and the types of its own messages. */
export * from './protocol.ts';
export { DebugSession } from './session.ts';
export type { Host } from './connection/host.ts';
export type { Message, Transport } from './connection/transport.ts';
