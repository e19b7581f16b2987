/** A folder of sources on disk with a language server on it, one for each test. */
import { afterEach } from 'vitest';
import { LanguageClient, type ClientOptions } from './language-client.ts';
import { markedSource, OpenSource } from './language-fixture.ts';
import { SourceFolder } from '../source-folder.ts';

interface OpenWorkspace {
  readonly client: LanguageClient;
  readonly folder: SourceFolder;
  /** Opens a file in the client; unless another one is given, with its text in the folder. */
  open(name: string, marked?: string): Promise<OpenSource>;
}

/** Opens a workspace with files, by their paths; texts may contain marks, which are not written. */
type OpenWorkspaceWith = (
  files: Readonly<Record<string, string>>,
  options?: Omit<ClientOptions, 'folder'>,
) => Promise<OpenWorkspace>;

/** Lets each test of the file that calls it open a workspace. */
export function workspaceFixture(): OpenWorkspaceWith {
  let client: LanguageClient | undefined;
  afterEach(async () => {
    await client?.stop();
    client = undefined;
  });
  return async (files, options) => {
    const texts = Object.entries(files).map(([name, text]) => [name, markedSource(text).text] as const);
    const folder = new SourceFolder(Object.fromEntries(texts));
    const started = (client = await LanguageClient.start({ ...options, folder: folder.path }));
    const open = (name: string, marked = files[name] ?? ''): Promise<OpenSource> =>
      OpenSource.open(started, folder.uri(name), marked);
    return { client, folder, open };
  };
}
