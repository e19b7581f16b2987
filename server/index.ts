/** The language server, as far as a client, a benchmark or another host needs to know it. */
export * from './protocol.ts';
export * from './settings.ts';
export type { FileHost } from './files/file-store.ts';
export { FileStore } from './files/file-store.ts';
export { Workspace } from './project/workspace.ts';
export { findingsByUri } from './features/diagnostics.ts';
export { LanguageServer } from './language-server.ts';
