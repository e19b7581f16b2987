/** A folder of sources on disk with a language server on it, one for each test. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { LanguageClient, type ClientOptions } from './language-client.ts';
import { markedSource, OpenSource } from './language-fixture.ts';
import { SourceFolder, temporaryFolder } from '../source-folder.ts';

interface WorkspaceOptions extends Omit<ClientOptions, 'folder'> {
  /** Whether the client opens files of the folder without opening the folder. */
  readonly filesOnly?: boolean;
  /** Whether the client opens the folder by a symbolic link to it, and its files by their real paths. */
  readonly byLink?: boolean;
}

export interface OpenWorkspace {
  readonly client: LanguageClient;
  readonly folder: SourceFolder;
  /** Opens a file in the client; unless another one is given, with its text in the folder. */
  open(name: string, marked?: string): Promise<OpenSource>;
}

/** Opens a workspace with files, by their paths; texts may contain marks, which are not written. */
type OpenWorkspaceWith = (
  files: Readonly<Record<string, string>>,
  options?: WorkspaceOptions,
) => Promise<OpenWorkspace>;

/** A program of three files, for tests that ask across them. */
export const PROGRAM = {
  'main.gtasm': '        .include "ram.gtasm"\nstart:  bra  «draw»\n        nop\n        .include "code/draw.gtasm"\n',
  'ram.gtasm': '; Line to draw.\n.zp «line» at $30\n',
  'code/draw.gtasm': '«draw»:   ld   [li¦ne]\n        bra  draw\n        nop\n',
};

/** Lets each test of the file that calls it open a workspace. */
export function workspaceFixture(): OpenWorkspaceWith {
  let client: LanguageClient | undefined;
  afterEach(async () => {
    await client?.stop();
    client = undefined;
  });
  return async (files, { filesOnly = false, byLink = false, ...options } = {}) => {
    const texts = Object.entries(files).map(([name, text]) => [name, markedSource(text).text] as const);
    const folder = new SourceFolder(Object.fromEntries(texts));
    const started = await LanguageClient.start({
      ...options,
      ...(!filesOnly && { folder: byLink ? linkTo(folder.path) : folder.path }),
    });
    client = started;
    const open = (name: string, marked = files[name] ?? ''): Promise<OpenSource> =>
      OpenSource.open(started, folder.uri(name), marked);
    return { client, folder, open };
  };
}

function linkTo(folder: string): string {
  const link = join(temporaryFolder(), 'link');
  symlinkSync(folder, link, 'junction');
  return link;
}
