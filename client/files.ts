/** Files through VS Code's file system: those that server and debug adapter need in a worker, and those that are saved. */
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

/** Asks where to save a file, and writes it there. @param name the default, in the first workspace folder */
export async function saveFile(
  name: string,
  content: string | Uint8Array,
  options: vscode.SaveDialogOptions = {},
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const place = folder && { defaultUri: vscode.Uri.joinPath(folder, name) };
  const uri = await vscode.window.showSaveDialog({ ...place, ...options });
  if (uri !== undefined) await vscode.workspace.fs.writeFile(uri, bytesOf(content));
  return uri;
}

/** Writes a file where the extension keeps what belongs to the workspace. */
export async function keepFile(context: vscode.ExtensionContext, name: string, content: string): Promise<vscode.Uri> {
  const folder = context.storageUri ?? context.globalStorageUri;
  await vscode.workspace.fs.createDirectory(folder);
  const uri = vscode.Uri.joinPath(folder, name);
  await vscode.workspace.fs.writeFile(uri, bytesOf(content));
  return uri;
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
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
