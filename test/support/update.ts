/** Whether files that tests compare with are written instead, as vitest's own snapshots are: `npx vitest run FILE -u`. */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly update: boolean;
  }
}

export const UPDATE = inject('update');
