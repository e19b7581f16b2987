/** The debug adapter: a session over any connection and host, and the types of its own messages. */
export * from './protocol.ts';
export { GigatronDebugSession } from './session.ts';
export type { Host } from './connection/host.ts';
