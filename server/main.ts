/** Entry of the language server in Node: talks over IPC or standard streams, as the arguments say (`--node-ipc`, `--stdio`). */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { nodeFiles } from './files/node-files.ts';
import { LanguageServer } from './language-server.ts';
import { checkedMessages } from './message-check.ts';

const connection = createConnection(ProposedFeatures.all, { messageStrategy: checkedMessages });
new LanguageServer(connection, nodeFiles).listen();
