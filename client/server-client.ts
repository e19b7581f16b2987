/** The language client of a server that exchanges messages as a web worker does: a worker, or a process. */
import {
  BaseLanguageClient,
  BrowserMessageReader,
  BrowserMessageWriter,
  State,
  type InitializeParams,
  type LanguageClientOptions,
  type MessageTransports,
} from 'vscode-languageclient/browser';

/** A worker, or what can be used like one. It may tell of its end by an event `close`, which a worker has not. */
export type ServerPort = Pick<Worker, 'postMessage' | 'onmessage' | 'addEventListener' | 'terminate'>;

class PortReader extends BrowserMessageReader {
  constructor(port: ServerPort) {
    super(port as Worker);
    port.addEventListener('close', () => this.fireClose());
  }
}

export class ServerClient extends BaseLanguageClient {
  /**
   * @param startServer called for each start, also for those after a crash
   * @param processId of the process that the server shall not outlive; null in a browser
   */
  constructor(
    options: LanguageClientOptions,
    private readonly startServer: () => Promise<ServerPort>,
    private readonly processId: number | null,
  ) {
    super('gigatron', 'Gigatron', options);
  }

  protected override fillInitializeParams(params: InitializeParams): void {
    super.fillInitializeParams(params);
    params.processId = this.processId;
  }

  protected override async createMessageTransports(): Promise<MessageTransports> {
    const port = await this.startServer();
    const stops = this.onDidChangeState(({ newState }) => {
      if (newState !== State.Stopped) return;
      stops.dispose();
      port.terminate();
    });
    return { reader: new PortReader(port), writer: new BrowserMessageWriter(port as Worker) };
  }
}
