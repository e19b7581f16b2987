/** The language server in a process of its own, which can be used like a web worker. */
import { fork, type ChildProcess } from 'node:child_process';
import type { ServerPort } from './server-client.ts';

export class ServerProcess extends EventTarget implements ServerPort {
  onmessage: ServerPort['onmessage'] = null;
  private readonly child: ChildProcess;

  /**
   * @param program path of the server's program
   * @param env environment in which this program is Node
   * @param onText gets what the server writes besides its messages
   */
  constructor(program: string, env: NodeJS.ProcessEnv, onText: (text: string) => void) {
    super();
    const child = fork(program, ['--node-ipc'], { env, execArgv: [], silent: true });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onText);
    child.on('message', (data) => this.receive(data));
    child.on('error', ({ message }) => this.dispatchEvent(Object.assign(new Event('error'), { message })));
    child.on('close', () => this.dispatchEvent(new Event('close')));
    this.child = child;
  }

  postMessage(message: object): void {
    // What cannot be sent need not be reported: the process has ended, and its end is.
    this.child.send(message, () => undefined);
  }

  terminate(): void {
    this.child.kill();
  }

  private receive(data: unknown): void {
    this.onmessage?.call(this as never, new MessageEvent('message', { data }));
  }
}
