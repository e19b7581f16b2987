/** Entry of the language server in a web worker: exchanges messages with the page, which also reads the files. */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { LanguageServer } from './language-server.ts';
import { checkedMessages } from './message-check.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const connection = createConnection(
  ProposedFeatures.all,
  new BrowserMessageReader(scope),
  new BrowserMessageWriter(scope),
  { messageStrategy: checkedMessages },
);
new LanguageServer(connection, undefined).listen();
