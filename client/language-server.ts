/**
 * The language server, as the rest of the extension asks it.
 *
 * It starts after `activate`, because VS Code and other extensions wait for that. What asks it before it is up waits
 * for it, and what asks it after its start has failed gets the reason. Independent of VS Code: language-client.ts makes
 * its client.
 */

/** What is needed of the library's client. */
export interface ServerClient<Token> {
  /** Resolves when the server is up. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A token that is undefined would be sent as a parameter. */
  sendRequest<Answer>(method: string, params: unknown, ...token: readonly Token[]): Promise<Answer>;
}

/** @typeParam Token what cancels a request */
export class LanguageServer<Token> {
  private client: Promise<ServerClient<Token>> | undefined;

  /**
   * @param create makes a client that is not started yet; called again for each restart
   * @param tell gets a sentence for each start that fails
   */
  constructor(
    private readonly create: () => Promise<ServerClient<Token>>,
    private readonly tell: (reason: string) => void,
  ) {}

  /** Starts the server unless that has been done; a failure is reported, and each request rejects with it. */
  start(): void {
    this.client ??= this.begin(undefined);
  }

  /** Ends the server if there is one, and starts another; also after a failure. Requests wait for the new one. */
  restart(): void {
    this.client = this.begin(this.client);
  }

  /** Ends the server, once it is up; never rejects. */
  async stop(): Promise<void> {
    await ended(this.client);
  }

  /** Asks the server, as soon as it is up. */
  async request<Answer>(method: string, params: unknown, ...token: readonly Token[]): Promise<Answer> {
    this.client ??= this.begin(undefined);
    return (await this.client).sendRequest<Answer>(method, params, ...token);
  }

  private begin(before: Promise<ServerClient<Token>> | undefined): Promise<ServerClient<Token>> {
    const begun = this.startAfter(before);
    begun.catch((error: Error) => this.tell(error.message));
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
