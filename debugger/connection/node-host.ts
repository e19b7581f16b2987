/** The desktop's clock, timer, files and processes. */
import { realpath } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { readPlainFile } from '#files/node';
import { mapBuild } from '#python/node';
import type { Host } from './host.ts';

/** For any client: it reads files, and runs nothing. */
export const nodeHost: Host = {
  now: () => performance.now(),
  later: (task, delay) => {
    if (delay <= 0) {
      const handle = setImmediate(task);
      return () => clearImmediate(handle);
    }
    const handle = setTimeout(task, delay);
    return () => clearTimeout(handle);
  },
  readFile: readPlainFile,
  realPath: (path) => realpath(path).catch(() => path),
};

/** For a client that is known, and may run what its user could run: it started the adapter, or knows its token. */
export const trustingHost: Host = { ...nodeHost, build: mapBuild };
