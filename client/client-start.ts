/**
 * The start of a language client that fails with a reason, once.
 *
 * The library itself reports the same failure several times, starts a server again that cannot start, and waits
 * forever for a worker that is broken.
 */
import type { BaseLanguageClient, CloseAction, ErrorAction, ErrorHandler } from 'vscode-languageclient';

/** The library is loaded later, so its values cannot be imported here. */
const CONTINUE: ErrorAction.Continue = 1;
const DO_NOT_RESTART: CloseAction.DoNotRestart = 1;

/** What is used of the library's client. */
export type StartedClient = Pick<BaseLanguageClient, 'start' | 'isRunning' | 'error' | 'createDefaultErrorHandler'>;

export class ClientStart {
  private isUp = false;
  private hasEnded = false;
  private usual: ErrorHandler | undefined;
  private giveUp: (reason: Error) => void = () => undefined;
  private readonly broken = new Promise<never>((_, reject) => (this.giveUp = reject));

  /** For the options of the client; once the server is up, the library's own handler decides. */
  readonly errorHandler: ErrorHandler = {
    error: (error, message, count) => {
      if (!this.isUp) this.giveUp(error);
      return this.usual?.error(error, message, count) ?? { action: CONTINUE };
    },
    closed: () => {
      this.hasEnded = true;
      return (this.isUp ? this.usual?.closed() : undefined) ?? { action: DO_NOT_RESTART, handled: true };
    },
  };

  /** The client is about to be stopped: what it asks from now on may fail, and the user need not be told. */
  end(): void {
    this.isUp = false;
  }

  /** Starts the client; rejects with the reason if the server does not come up. */
  async start(client: StartedClient): Promise<void> {
    this.usual = client.createDefaultErrorHandler();
    const report = client.error.bind(client);
    client.error = (message, data, shown) => report(message, data, this.isUp ? shown : false);
    // If the server ends, the library's promise is rejected with a meaningless reason, or even resolved.
    const failure = await Promise.race([client.start(), this.broken]).then(
      () => undefined,
      (error: unknown) => error,
    );
    this.isUp = client.isRunning();
    if (!this.isUp) throw this.hasEnded || failure === undefined ? new Error('it ended at once.') : failure;
  }
}
