/**
 * VS Code's servers with the packed extension: one for each process of tests, for all windows that it opens one after
 * the other. They share the folder of extensions, and each has a data folder of its own.
 *
 * vitest calls the default export (`globalSetup`) before the first test, and what it returns after the last.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endAllWithUs } from '../../../scripts/processes.mjs';
import { installExtension, startWebServer } from '../../../scripts/vscode-web.mjs';

const BUILD = join(import.meta.dirname, '..', '..', '..', 'build');
const VSIX = join(BUILD, 'gigatron-asm.vsix');

/** The folder of everything that the servers of the end-to-end tests keep. */
const HOME = join(BUILD, 'e2e');

/** The folder of the installed extension. */
export const EXTENSIONS = join(HOME, 'extensions');

export interface Server {
  readonly address: string;
  /** The folder of its data. */
  readonly data: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** In the order of vitest's numbers of processes, which begin with 1. */
    servers: readonly Server[];
  }
}

export default async function startServers({ config, provide }: TestProject): Promise<() => void> {
  endAllWithUs();
  rmSync(HOME, { recursive: true, force: true });
  if (!(await installExtension(VSIX, HOME))) throw new Error(`${VSIX} could not be installed`);
  const started = await Promise.all(
    Array.from({ length: config.maxWorkers }, async (_, index) => {
      const data = join(HOME, `server-${index + 1}`);
      return { data, ...(await startWebServer(data, EXTENSIONS)) };
    }),
  );
  provide(
    'servers',
    started.map(({ address, data }) => ({ address, data })),
  );
  return () => {
    for (const { stop } of started) stop();
  };
}
