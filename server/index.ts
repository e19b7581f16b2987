/** The language server: what a client needs to know of it. */
export * from './protocol.ts';
export * from './settings.ts';
