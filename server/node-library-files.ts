/**
 * The library sources as files, for editors that cannot open `gigatron-library:` URIs: written once, read-only, into a
 * cache folder. Messages to the editor name the files instead of the URIs; in messages from it, the files become URIs.
 *
 * An editor that opens the URIs says so by `"libraryScheme": true` in the options of `initialize`.
 */
import { chmodSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Message } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { fnv1a64, isFailure } from '#basics';
import { LIBRARY_NAMES, libraryPath, readLibrary } from '#assembler';
import { writeFilesSync } from '#files/node';
import { normalizeUri } from './files/uris.ts';

/** How URIs of libraries begin. */
const SCHEME = libraryPath('x').replace('x.gtasm', '');
/** The start of such a URI in a JSON text, as a whole string or as the target of a Markdown link. */
const URIS = new RegExp(`(?<=["(])${SCHEME}`, 'g');
const FOLDER_NAME = 'gigatron-library-';

export class LibraryFiles {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private isWanted = true;
  /** URI of the folder with a slash at its end, once it is needed. */
  private root: string | undefined;

  /** A message as JSON for the editor. */
  encode(message: Message): Uint8Array {
    const text = JSON.stringify(message);
    if (!this.isWanted || !text.includes(SCHEME)) return this.encoder.encode(text);
    this.root ??= writtenLibraries();
    return this.encoder.encode(this.root === undefined ? text : text.replace(URIS, this.root));
  }

  /** The editor's message. Throws what JSON.parse throws. */
  decode(bytes: Uint8Array): Message {
    const text = this.decoder.decode(bytes);
    const { root } = this;
    const mayName = root !== undefined && text.includes(FOLDER_NAME);
    const message = JSON.parse(text, mayName ? (_, value: unknown) => original(value, root) : undefined) as Message;
    const { method, params } = message as { method?: unknown; params?: { initializationOptions?: unknown } };
    if (method === 'initialize') this.isWanted = !opensLibraries(params?.initializationOptions);
    return message;
  }
}

function opensLibraries(options: unknown): boolean {
  return (options as { libraryScheme?: unknown } | null | undefined)?.libraryScheme === true;
}

/** A value of a message; if it names the file of a library, in any spelling, the library's URI. */
function original(value: unknown, root: string): unknown {
  if (typeof value !== 'string' || !value.includes(FOLDER_NAME)) return value;
  const uri = normalizeUri(value);
  return uri.startsWith(root) ? `${SCHEME}${uri.slice(root.length)}` : value;
}

/** Writes the libraries that are not there yet; the URI of their folder, or undefined if it cannot be written. */
function writtenLibraries(): string | undefined {
  const sources = LIBRARY_NAMES.flatMap((name) => {
    const source = readLibrary(name);
    return isFailure(source) ? [] : [{ name: `${name}.gtasm`, content: source.text }];
  });
  // Another version of the libraries has another folder.
  const hash = fnv1a64(new TextEncoder().encode(JSON.stringify(sources)));
  const folder = join(cacheFolder(), 'gigatron', `${FOLDER_NAME}${hash}`);
  const files = sources.map(({ name, content }) => ({ path: join(folder, name), content }));
  const missing = files.filter(({ path }) => !existsSync(path));
  if (writeFilesSync(missing) !== undefined) return undefined;
  for (const { path } of missing) chmodSync(path, 0o444);
  return `${normalizeUri(URI.file(folder).toString())}/`;
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  return (
    [XDG_CACHE_HOME, LOCALAPPDATA].find((folder) => folder !== undefined && folder !== '') ?? join(homedir(), '.cache')
  );
}
