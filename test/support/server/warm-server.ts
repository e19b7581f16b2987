/**
 * The process of a language server that serves the tests of all files that a process of tests runs, each client with a
 * server of its own. A process for each client takes longer to load, and to have its code compiled, than most tests take.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import process from 'node:process';
import { programPath } from '../programs.ts';

/** The port on which it listens, once it does; undefined if no process runs. */
let port: Promise<number> | undefined;

/** Connects to it; the first connection of all, and one after the process has ended, starts it. */
export async function connectToServer(): Promise<Socket> {
  const socket = connect(await (port ??= startServer()), '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  return socket;
}

async function startServer(): Promise<number> {
  const server = spawn(process.execPath, [programPath('server'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.on('exit', () => (port = undefined));
  process.on('exit', () => server.kill());
  const [said] = (await once(server.stdout, 'data')) as [Buffer];
  // Tests end without waiting for it.
  server.unref();
  (server.stdout as Socket).unref();
  return Number(/port (\d+)/.exec(said.toString())?.[1]);
}
