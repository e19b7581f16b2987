/** Entry of the language server in Node: uses IPC or standard streams, depending on the arguments (`--node-ipc`, `--stdio`). */
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
  type Connection,
  type Message,
} from 'vscode-languageserver/node';
import { nodeFiles } from './files/node-files.ts';
import { LanguageServer } from './language-server.ts';
import { checkedMessages } from './message-check.ts';
import { PositionEncoding } from './position-encoding.ts';

const encoding = new PositionEncoding();

/** Writes messages with columns as the client counts them. */
class EncodedWriter extends StreamMessageWriter {
  override write(message: Message): Promise<void> {
    return super.write(encoding.sent(message));
  }
}

/** Only VS Code talks over IPC, and it counts columns as the server does. */
function connect(): Connection {
  if (!process.argv.includes('--stdio'))
    return createConnection(ProposedFeatures.all, { messageStrategy: checkedMessages });
  let isShutDown = false;
  for (const end of ['end', 'close']) process.stdin.on(end, () => process.exit(isShutDown ? 0 : 1));
  const reader = new StreamMessageReader(process.stdin);
  return createConnection(ProposedFeatures.all, reader, new EncodedWriter(process.stdout), {
    messageStrategy: {
      handleMessage: (message, next) => {
        if ((message as { method?: unknown }).method === 'shutdown') isShutDown = true;
        checkedMessages.handleMessage(message, (checked) => next(encoding.received(checked)));
      },
    },
  });
}

new LanguageServer(connect(), nodeFiles, encoding).listen();
