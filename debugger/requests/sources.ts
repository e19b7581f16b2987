/** The source files that a program was assembled from. */
import { object } from '#basics/shape';
import { clientSource } from './client-positions.ts';
import { debuggeeRequest, type RequestTable } from './request.ts';

export const SOURCE_REQUESTS: RequestTable = {
  loadedSources: debuggeeRequest(object({}), ({ program }) => ({
    sources: program.sources.paths.map((_, source) => clientSource(program, source)),
  })),
};
