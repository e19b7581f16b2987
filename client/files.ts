/** Files through VS Code's file system, for server and debug adapter when they run in a worker and have none. */
import * as vscode from 'vscode';
import { failure } from '#basics';
import { IS_FOLDER, LARGEST_FILE_BYTES, NOT_PLAIN, TOO_LARGE, unreadableReason, type FileContent } from '#files';

/** Reads a plain file up to the common size limit. VS Code reads whole files, so their size is checked first. */
export async function readPlainFile(uri: vscode.Uri): Promise<FileContent> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) return failure(IS_FOLDER);
    if ((type & vscode.FileType.File) === 0) return failure(NOT_PLAIN);
    if (size > LARGEST_FILE_BYTES) return failure(TOO_LARGE);
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.length > LARGEST_FILE_BYTES ? failure(TOO_LARGE) : { bytes };
  } catch (error) {
    return failure(reasonOf(error));
  }
}

/** The error codes of VS Code's file systems in the terms of an operating system. */
const CODES: Readonly<Record<string, string>> = {
  FileNotFound: 'ENOENT',
  FileNotADirectory: 'ENOTDIR',
  FileIsADirectory: 'EISDIR',
  NoPermissions: 'EACCES',
};

function reasonOf(error: unknown): string {
  const code = error instanceof vscode.FileSystemError ? CODES[error.code] : undefined;
  if (code !== undefined) return unreadableReason({ code });
  return error instanceof Error ? error.message : String(error);
}
