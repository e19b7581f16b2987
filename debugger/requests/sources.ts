/** The source files that a program was assembled from, and their text. */
import { isFailure } from '#basics';
import { count, object } from '#basics/shape';
import { libraryName, readLibrary } from '#assembler';
import { textOf } from '#files';
import { failures } from '../errors.ts';
import { clientSource, referencedSource } from './client-positions.ts';
import { debuggeeRequest, type RequestTable } from './request.ts';

export const SOURCE_REQUESTS: RequestTable = {
  loadedSources: debuggeeRequest(object({}), ({ program }, _, session) => ({
    sources: program.sources.paths.map((__, source) => clientSource(program, source, session)),
  })),

  source: debuggeeRequest(object({ sourceReference: count }), async ({ program }, { sourceReference }, { host }) => {
    const number = referencedSource(program, sourceReference);
    const path = number === undefined ? undefined : program.sources.paths[number];
    if (path === undefined) return failures.noSuchSource(sourceReference);
    const library = libraryName(path);
    const content = library === undefined ? await host.readFile(path) : readLibrary(library);
    if (isFailure(content)) return failures.unreadableSource(path, content.message);
    const decoded = 'text' in content ? content : textOf(content.bytes);
    return isFailure(decoded) ? failures.unreadableSource(path, decoded.message) : { content: decoded.text };
  }),
};
