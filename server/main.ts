/** Entry of the language server in Node: talks over IPC or standard streams, as the arguments say (`--node-ipc`, `--stdio`). */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { nodeFiles } from './files/node-files.ts';
import { LanguageServer } from './language-server.ts';

new LanguageServer(createConnection(ProposedFeatures.all), nodeFiles).listen();
