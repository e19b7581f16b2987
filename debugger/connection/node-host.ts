/** The desktop's clock, timer and files. */
import { realpath } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { readPlainFile } from '#files/node';
import type { Host } from './host.ts';

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
