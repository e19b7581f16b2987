/**
 * The language server, as the rest of the extension uses it.
 *
 * It starts after `activate`, because VS Code and other extensions wait for that. Requests made before it is up wait
 * for it, and those made after its start has failed get the reason. Independent of VS Code: language-client.ts makes
 * its client.
 */
import type { BaseLanguageClient, CloseAction, ErrorAction, ErrorHandler } from 'vscode-languageclient';

export interface ServerClient<Token> {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A token that is undefined would be sent as a parameter. */
  sendRequest<Answer>(method: string, params: unknown, ...token: readonly Token[]): Promise<Answer>;
}

/** @typeParam Token what cancels a request */
export class LanguageServer<Token> {
  private client: Promise<ServerClient<Token>> | undefined;
  private readonly listeners: (() => void)[] = [];

  /**
   * @param create makes a client that is not started yet; called again for each restart
   * @param tell gets a sentence for each start that fails
   */
  constructor(
    private readonly create: () => Promise<ServerClient<Token>>,
    private readonly tell: (reason: string) => void,
  ) {}

  /** Starts the server unless it was started; a failure is reported, and each request rejects with it. */
  start(): void {
    this.client ??= this.begin(undefined);
  }

  /** Ends the server if there is one, and starts another; also after a failure. Requests wait for the new one. */
  restart(): void {
    this.client = this.begin(this.client);
  }

  /** Calls `listener` whenever a server has come up: what one has not answered can be asked again. */
  whenUp(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Ends the server, once it is up; never rejects. */
  async stop(): Promise<void> {
    await ended(this.client);
  }

  async request<Answer>(method: string, params: unknown, ...token: readonly Token[]): Promise<Answer> {
    this.client ??= this.begin(undefined);
    return (await this.client).sendRequest<Answer>(method, params, ...token);
  }

  private begin(before: Promise<ServerClient<Token>> | undefined): Promise<ServerClient<Token>> {
    const begun = this.startAfter(before);
    begun.then(
      () => this.listeners.forEach((listener) => listener()),
      (error: Error) => this.tell(error.message),
    );
    return begun;
  }

  private async startAfter(before: Promise<ServerClient<Token>> | undefined): Promise<ServerClient<Token>> {
    await ended(before);
    try {
      const client = await this.create();
      await client.start();
      return client;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The Gigatron language server did not start: ${reason}`, { cause: error });
    }
  }
}

/** Ends a client that may still be starting, or may have failed. */
async function ended(client: Promise<Pick<ServerClient<never>, 'stop'>> | undefined): Promise<void> {
  await client?.then((started) => started.stop()).catch(() => undefined);
}

/** The enumerations of the library, which is loaded later, so they cannot be imported here. */
const CONTINUE: ErrorAction.Continue = 1;
const DO_NOT_RESTART: CloseAction.DoNotRestart = 1;

export type StartedClient = Pick<BaseLanguageClient, 'start' | 'isRunning' | 'error' | 'createDefaultErrorHandler'>;

/**
 * The start of a language client that fails with a reason, once. The library itself reports the same failure several
 * times, starts a server again that cannot start, and waits forever for a worker that is broken.
 */
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
