/**
 * Files read through the client, for a server that runs in a web worker: the client answers from the editor's
 * own file system (vscode.dev, GitHub repositories, memory).
 */
import { failure, fromBase64 } from '#basics';
import type { FileContent } from '#files';
import type { FileHost } from './file-store.ts';
import {
  FIND_SOURCES,
  LIST_FOLDER,
  READ_FILE,
  type FindSourcesResult,
  type ListFolderResult,
  type ReadFileResult,
} from '../protocol.ts';

interface RequestSender {
  sendRequest(method: string, params: unknown): Promise<unknown>;
}

/** Files that the client reads. If the client fails, the file counts as missing. */
export function clientFiles(connection: RequestSender): FileHost {
  return {
    async read(uri: string): Promise<FileContent> {
      try {
        const result = (await connection.sendRequest(READ_FILE, { uri })) as ReadFileResult;
        if ('failure' in result) return failure(result.failure);
        const bytes = fromBase64(result.base64);
        return bytes === undefined ? failure('the editor sent damaged data') : { bytes };
      } catch (error) {
        return failure(error instanceof Error ? error.message : String(error));
      }
    },
    async findSources(folder: string): Promise<readonly string[]> {
      try {
        return ((await connection.sendRequest(FIND_SOURCES, { folder })) as FindSourcesResult).uris;
      } catch {
        return [];
      }
    },
    async list(folder: string): Promise<readonly string[]> {
      try {
        return ((await connection.sendRequest(LIST_FOLDER, { folder })) as ListFolderResult).names;
      } catch {
        return [];
      }
    },
  };
}
