/** Places of the program as the client counts and names them. */
import { Source } from '@vscode/debugadapter';
import { libraryName, type DebugPlace, readLibrary } from '#assembler';
import { isFailure } from '#basics';
import { count, object } from '#basics/shape';
import { textOf } from '#files';
import type { Host } from '../connection/host.ts';
import { VSCODE, type Audience } from '../connection/client.ts';
import { baseName, pathKey } from '../program/paths.ts';
import type { Program } from '../program/program.ts';
import { failures } from '../errors.ts';
import { debuggeeRequest, type RequestTable } from './request.ts';

type Reader = Pick<Audience, 'client' | 'positions'>;

/** A source of the program as the protocol names it. The text of a library is no file: the client asks for it. */
export function clientSource(program: Program, source: number, { client }: Pick<Reader, 'client'>): Source {
  const path = program.sources.paths[source] ?? '';
  const isAskedFor = libraryName(path) !== undefined && client.clientID !== VSCODE;
  return new Source(baseName(path), path, isAskedFor ? source + 1 : undefined);
}

/**
 * The path by which the program knows the source that a client names. If the client has opened it by another name,
 * through a symbolic link or around one, the source is shown by that name from now on.
 */
export async function knownPath(
  { sources }: Program,
  source: { readonly path?: string | undefined; readonly name?: string | undefined },
  host: Host,
): Promise<string> {
  const path = source.path ?? source.name ?? '';
  const isKnown = sources.sourceOf(path) !== undefined;
  const real = isKnown || host.realPath === undefined ? path : await host.realPath(path);
  const number = sources.sourceOf(real);
  if (number === undefined) return path;
  if (pathKey(sources.paths[number] ?? '') !== pathKey(path)) sources.show(number, path);
  return real;
}

/** A place as `source`, `line` and `column`. No end: editors would select what a frame spans, and typing replace it. */
export function clientPlace(program: Program, place: DebugPlace, reader: Reader) {
  const { positions } = reader;
  return {
    source: clientSource(program, place.source, reader),
    line: positions.toClientLine(place.line),
    column: positions.toClientColumn(place.column),
  };
}

export const SOURCE_REQUESTS: RequestTable = {
  loadedSources: debuggeeRequest(object({}), ({ program }, _, session) => ({
    sources: program.sources.paths.map((__, source) => clientSource(program, source, session)),
  })),

  source: debuggeeRequest(object({ sourceReference: count }), async ({ program }, { sourceReference }, { host }) => {
    // As clientSource has given them.
    const path = program.sources.paths[sourceReference - 1];
    if (path === undefined) return failures.noSuchSource(sourceReference);
    const library = libraryName(path);
    const content = library === undefined ? await host.readFile(path) : readLibrary(library);
    if (isFailure(content)) return failures.unreadableSource(path, content.message);
    const decoded = 'text' in content ? content : textOf(content.bytes);
    return isFailure(decoded) ? failures.unreadableSource(path, decoded.message) : { content: decoded.text };
  }),
};
