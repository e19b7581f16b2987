/**
 * A debug adapter in a web worker, in the form that VS Code expects in the extension host.
 *
 * Messages pass through in both directions, except for the adapter's requests for files: a worker has none, so
 * they are answered here from VS Code's file system.
 */
import * as vscode from 'vscode';
import { isFailure, toBase64 } from '#basics';
import type { HostRequests } from '#debugger/protocol';
import { readPlainFile } from '../files.ts';
import { uriOf } from '../surroundings.ts';

const READ_FILE: keyof HostRequests = 'gigatron/readFile';
type ReadFile = HostRequests[typeof READ_FILE];

interface FileRequest {
  readonly type: 'request';
  readonly seq: number;
  readonly command: typeof READ_FILE;
  readonly arguments: ReadFile['arguments'];
}

export class WorkerDebugAdapter implements vscode.DebugAdapter {
  private readonly sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  readonly onDidSendMessage = this.sent.event;

  constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<vscode.DebugProtocolMessage>) => {
      if (isFileRequest(data)) void this.answer(data);
      else this.sent.fire(data);
    };
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    this.worker.postMessage(message);
  }

  dispose(): void {
    this.worker.terminate();
    this.sent.dispose();
  }

  private async answer({ seq, command, arguments: { path } }: FileRequest): Promise<void> {
    const response = { type: 'response', seq: 0, request_seq: seq, command };
    const content = await readPlainFile(uriOf(path));
    if (isFailure(content)) {
      this.worker.postMessage({ ...response, success: false, message: content.message });
    } else {
      const body: ReadFile['answer'] = { data: toBase64(content.bytes) };
      this.worker.postMessage({ ...response, success: true, body });
    }
  }
}

function isFileRequest(message: vscode.DebugProtocolMessage): message is FileRequest {
  const { type, command } = message as Partial<FileRequest>;
  return type === 'request' && command === READ_FILE;
}
