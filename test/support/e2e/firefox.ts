/** A page in headless Firefox, driven by Marionette, Firefox's own protocol for remote control: JSON over a socket. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** An answer: type, number of its request, error, result. */
type Answer = readonly [number, number, { readonly message: string } | null, { readonly value: unknown }];

export class Firefox {
  private number = 0;
  private received = Buffer.alloc(0);
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  private constructor(
    private readonly process: ChildProcess,
    private readonly home: string,
    private readonly socket: Socket,
  ) {
    socket.on('data', (data) => this.receive(data));
  }

  /** Starts a browser of its own. @param program path of Firefox */
  static async start(program: string): Promise<Firefox> {
    const home = mkdtempSync(join(tmpdir(), 'gigatron-firefox-'));
    const port = await freePort();
    writeFileSync(join(home, 'user.js'), `user_pref("marionette.port", ${port});\n`);
    const words = ['--headless', '--marionette', '--no-remote', '--profile', home];
    const process_ = spawn(program, words, { env: { ...process.env, HOME: home }, stdio: 'ignore' });
    const firefox = new Firefox(process_, home, await connected(port));
    await firefox.ask('WebDriver:NewSession', {});
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.ask('WebDriver:Navigate', { url });
  }

  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown> {
    return this.ask('WebDriver:ExecuteScript', { script: `return ${expression};`, args: [] });
  }

  async close(): Promise<void> {
    this.socket.destroy();
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  private async ask(command: string, parameters: object): Promise<unknown> {
    const number = ++this.number;
    const text = JSON.stringify([0, number, command, parameters]);
    const answer = new Promise<Answer>((resolve) => this.waiting.set(number, resolve));
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answer;
    if (error !== null) throw new Error(`${command}: ${error.message}`);
    return result.value;
  }

  /** A message is its length, a colon, and JSON. The first one is a greeting. */
  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const colon = this.received.indexOf(':');
      const end = colon + 1 + Number(this.received.subarray(0, Math.max(0, colon)));
      if (colon < 0 || this.received.length < end) return;
      const message = JSON.parse(this.received.subarray(colon + 1, end).toString()) as Answer | object;
      this.received = this.received.subarray(end);
      if (Array.isArray(message)) this.waiting.get((message as unknown as Answer)[1])?.(message as unknown as Answer);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A connection, as soon as the browser takes one. */
async function connected(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return socket;
    await setTimeout(100);
  }
}
