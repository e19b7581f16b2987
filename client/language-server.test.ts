import { describe, expect, it } from 'vitest';
import { LanguageServer, type ServerClient, ClientStart, type StartedClient } from './language-server.ts';

const DID_NOT_START = 'The Gigatron language server did not start:';

/** A client whose start succeeds or fails when the test says so. */
class Client implements ServerClient<unknown> {
  readonly asked: string[] = [];
  stopped = 0;
  up: () => void = () => undefined;
  fail: (reason: string) => void = () => undefined;
  private readonly started = new Promise<void>((resolve, reject) => {
    this.up = resolve;
    this.fail = (reason) => reject(new Error(reason));
  });

  start(): Promise<void> {
    return this.started;
  }

  async stop(): Promise<void> {
    this.stopped++;
  }

  async sendRequest<Answer>(...request: readonly unknown[]): Promise<Answer> {
    this.asked.push(String(request[0]));
    return request as Answer;
  }
}

/** A server, the clients that it has made, and what the user was told. */
function serverWith(): { server: LanguageServer<unknown>; clients: Client[]; told: string[] } {
  const clients: Client[] = [];
  const told: string[] = [];
  const create = async (): Promise<Client> => {
    clients.push(new Client());
    return clients.at(-1) as Client;
  };
  return { server: new LanguageServer(create, (reason) => told.push(reason)), clients, told };
}

/** Lets everything happen that waits for nothing more. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('passes on what a request consists of, and nothing more', async () => {
  const { server, clients } = serverWith();
  const answers = [server.request('one', 1), server.request('other', 2, 'token')];
  await settled();
  clients[0]?.up();
  expect(await Promise.all(answers)).toEqual([
    ['one', 1],
    ['other', 2, 'token'],
  ]);
});

describe('a request before the server is up', () => {
  it('waits for it, and is answered then', async () => {
    const { server, clients } = serverWith();
    server.start();
    const answer = server.request('tests', 1);
    await settled();
    expect(clients.map(({ asked }) => asked)).toEqual([[]]);
    clients[0]?.up();
    expect(await answer).toEqual(['tests', 1]);
    expect(clients[0]?.asked).toEqual(['tests']);
  });

  it('starts the server if nothing else has, and only one', async () => {
    const { server, clients } = serverWith();
    const answers = [server.request('one', 1), server.request('other', 2)];
    server.start();
    await settled();
    expect(clients).toHaveLength(1);
    clients[0]?.up();
    expect(await Promise.all(answers)).toHaveLength(2);
  });
});

describe('a start that fails', () => {
  it('is told once, and each request gets the reason', async () => {
    const { server, clients, told } = serverWith();
    server.start();
    const waiting = expect(server.request('one', 1)).rejects.toThrow('no memory');
    await settled();
    clients[0]?.fail('no memory');
    await waiting;
    await expect(server.request('other', 2)).rejects.toThrow('no memory');
    expect(told).toEqual([`${DID_NOT_START} no memory`]);
    expect(clients[0]?.asked).toEqual([]);
  });

  it('is told as well if there cannot be a client', async () => {
    const told: string[] = [];
    const server = new LanguageServer(
      () => Promise.reject(new Error('no worker')),
      (reason) => told.push(reason),
    );
    await expect(server.request('one', 1)).rejects.toThrow('no worker');
    expect(told).toEqual([`${DID_NOT_START} no worker`]);
  });

  it('is forgotten after a restart', async () => {
    const { server, clients, told } = serverWith();
    server.start();
    await settled();
    clients[0]?.fail('no memory');
    await settled();
    server.restart();
    const answer = server.request('one', 1);
    await settled();
    clients[1]?.up();
    expect(await answer).toEqual(['one', 1]);
    expect(told).toEqual([`${DID_NOT_START} no memory`]);
  });
});

it('a restart ends the server first, also one that is still starting; requests go to the new one', async () => {
  const { server, clients } = serverWith();
  server.start();
  await settled();
  server.restart();
  const answer = server.request('one', 1);
  await settled();
  expect(clients).toHaveLength(1);
  clients[0]?.up();
  await settled();
  expect(clients[0]?.stopped).toBe(1);
  clients[1]?.up();
  await answer;
  expect(clients.map(({ asked }) => asked)).toEqual([[], ['one']]);
});

it('tells whoever wants to know each time that a server has come up, and not when one has failed', async () => {
  const { server, clients } = serverWith();
  const heard: string[] = [];
  server.whenUp(() => heard.push('one'));
  server.whenUp(() => heard.push('other'));
  server.start();
  await settled();
  clients[0]?.fail('no memory');
  await settled();
  expect(heard).toEqual([]);
  server.restart();
  await settled();
  clients[1]?.up();
  await settled();
  expect(heard).toEqual(['one', 'other']);
});

it('ends, also if it has never started or has failed', async () => {
  const { server, clients } = serverWith();
  await server.stop();
  server.start();
  await settled();
  clients[0]?.fail('no memory');
  await server.stop();
  expect(clients[0]?.stopped).toBe(0);
});

describe('the start of a client', () => {
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
});
