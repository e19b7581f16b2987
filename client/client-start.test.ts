import { describe, expect, it } from 'vitest';
import { ClientStart, type StartedClient } from './client-start.ts';

const CONTINUE = 1;
const DO_NOT_RESTART = 1;
const RESTART = 2;

/** A client of the library, as far as it matters here. */
function client(start: () => Promise<void>, isRunning: boolean): { client: StartedClient; shown: unknown[] } {
  const shown: unknown[] = [];
  return {
    shown,
    client: {
      start,
      isRunning: () => isRunning,
      error: (message, _, how) => void shown.push([message, how]),
      createDefaultErrorHandler: () => ({
        error: () => ({ action: CONTINUE }),
        closed: () => ({ action: RESTART }),
      }),
    },
  };
}

const NEVER = (): Promise<void> => new Promise(() => undefined);

describe('a server that comes up', () => {
  it('is started again by the library if it ends, which then shows its errors', async () => {
    const start = new ClientStart();
    const { client: started, shown } = client(() => Promise.resolve(), true);
    await start.start(started);
    expect(start.errorHandler.closed()).toEqual({ action: RESTART });
    started.error('gone', undefined, 'force');
    expect(shown).toEqual([['gone', 'force']]);
  });

  it('shows no failure of what is asked while it is stopped', async () => {
    const start = new ClientStart();
    const { client: started, shown } = client(() => Promise.resolve(), true);
    await start.start(started);
    start.end();
    started.error('Request textDocument/hover failed.', undefined, true);
    expect(shown).toEqual([['Request textDocument/hover failed.', false]]);
  });
});

describe('a server that does not come up', () => {
  it('has ended, whatever the library makes of it, and is not started again', async () => {
    for (const outcome of [() => Promise.resolve(), () => Promise.reject(new Error('connection got disposed'))]) {
      const start = new ClientStart();
      const { client: started, shown } = client(() => {
        expect(start.errorHandler.closed()).toEqual({ action: DO_NOT_RESTART, handled: true });
        started.error('no connection', undefined, 'force');
        return outcome();
      }, false);
      await expect(start.start(started)).rejects.toThrow('it ended at once.');
      expect(shown).toEqual([['no connection', false]]);
    }
  });

  it('has said why', async () => {
    const { client: started } = client(() => Promise.reject(new Error('no memory')), false);
    await expect(new ClientStart().start(started)).rejects.toThrow('no memory');
  });

  it('is given up if its connection is broken, since it would never answer', async () => {
    const start = new ClientStart();
    const starting = start.start(client(NEVER, false).client);
    void start.errorHandler.error(new Error('no such script'), undefined, 1);
    await expect(starting).rejects.toThrow('no such script');
  });
});
