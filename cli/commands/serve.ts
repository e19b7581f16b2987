/**
 * `gigatron lsp` and `gigatron dap`: language server and debug adapter for editors other than VS Code. They are loaded
 * only here: their libraries take longer to load than most commands take.
 */
import { InvalidArgumentError, type Command } from 'commander';
import { commandFailure, type Outcome, type Output } from '../output.ts';

interface ServeOptions {
  readonly port?: number;
  readonly token?: boolean;
}

const STDIO = 'over standard input and output, which is what happens without --port';

export function addLsp(program: Command): void {
  program
    .command('lsp')
    .description('the language server, for editors: the Language Server Protocol')
    .option('--stdio', STDIO)
    .option('--port <n>', 'to clients of a port of this computer; 0 is any free port', portNumber)
    .action(async ({ port }: ServeOptions) => {
      const languageServer = await import('#server/node');
      if (port === undefined) languageServer.serveStandardStreams();
      else languageServer.servePort(port);
      return untilKilled();
    });
}

export function addDap(program: Command, _: Output, end: (outcome: Outcome) => void): void {
  program
    .command('dap')
    .description('the debugger, for editors: the Debug Adapter Protocol')
    .option('--stdio', STDIO)
    .option('--port <n>', 'to clients of a port of this computer, which come and go while programs run', portNumber)
    .option('--token', 'with --port: only to clients that know a word, which is printed')
    .action(async ({ port, token = false }: ServeOptions) => {
      if (port === undefined && token) return end(commandFailure(2, '--token needs --port'));
      const adapter = await import('#debugger/node');
      if (port === undefined) adapter.serveStandardStreams();
      else adapter.servePort(port, token);
      return untilKilled();
    });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 0xffff) throw new InvalidArgumentError('expected 0 to 65535');
  return port;
}

/** The process ends when nothing is served any more, or by a signal. */
function untilKilled(): Promise<void> {
  return new Promise(() => undefined);
}
