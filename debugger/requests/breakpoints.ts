/** Breakpoints on code: by source line, by label, by address; and which lines can have one. */
import { Breakpoint } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { arrayOf, integer, object, optional, string } from '../connection/shape.ts';
import type { Breakpoint as ProgramBreakpoint, BreakpointSpec } from '../breakpoints/breakpoint-table.ts';
import { pathKey } from '../program/paths.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { hexAddress, parseMemoryReference } from '../values/memory-reference.ts';
import { clientSource } from './client-positions.ts';
import { debuggeeRequest, type RequestTable, type Session } from './request.ts';

const CONDITIONS = { condition: optional(string), hitCondition: optional(string), logMessage: optional(string) };
const SOURCE = object({ path: optional(string), name: optional(string) });

/** Replaces a group of breakpoints and answers as the protocol wants it. */
function replace(debuggee: Debuggee, group: string, specs: readonly BreakpointSpec[], session: Session): object {
  const breakpoints = debuggee.breakpoints.replace(group, specs);
  return { breakpoints: breakpoints.map((breakpoint) => protocolBreakpoint(breakpoint, debuggee, session)) };
}

export const BREAKPOINT_REQUESTS: RequestTable = {
  setBreakpoints: debuggeeRequest(
    object({
      source: SOURCE,
      breakpoints: optional(arrayOf(object({ line: integer, ...CONDITIONS }))),
      lines: optional(arrayOf(integer)),
    }),
    (debuggee, { source, breakpoints, lines }, session) => {
      const path = source.path ?? source.name ?? '';
      const wanted =
        breakpoints ??
        (lines ?? []).map((line) => ({ line, condition: undefined, hitCondition: undefined, logMessage: undefined }));
      const specs = wanted.map(({ line, ...conditions }) => ({
        location: { kind: 'source' as const, path, line: session.positions.fromClientLine(line) },
        ...conditions,
      }));
      return replace(debuggee, `source ${pathKey(path)}`, specs, session);
    },
  ),

  setFunctionBreakpoints: debuggeeRequest(
    object({ breakpoints: arrayOf(object({ name: string, ...CONDITIONS })) }),
    (debuggee, { breakpoints }, session) => {
      const specs = breakpoints.map(({ name, ...conditions }) => ({
        location: { kind: 'function' as const, name },
        ...conditions,
      }));
      return replace(debuggee, 'function', specs, session);
    },
  ),

  setInstructionBreakpoints: debuggeeRequest(
    object({
      breakpoints: arrayOf(object({ instructionReference: string, offset: optional(integer), ...CONDITIONS })),
    }),
    (debuggee, { breakpoints }, session) => {
      const specs = breakpoints.map(({ instructionReference, offset, ...conditions }) => {
        const reference = parseMemoryReference(instructionReference);
        const address = reference?.space === 'rom' ? reference.address + (offset ?? 0) : -1;
        return { location: { kind: 'instruction' as const, address }, ...conditions };
      });
      return replace(debuggee, 'instruction', specs, session);
    },
  ),

  breakpointLocations: debuggeeRequest(
    object({ source: SOURCE, line: integer, endLine: optional(integer) }),
    ({ program }, { source, line, endLine }, { positions }) => {
      const number = program.sources.sourceOf(source.path ?? source.name ?? '');
      if (number === undefined) return { breakpoints: [] };
      const lines = program.sources.linesWithCode(
        number,
        positions.fromClientLine(line),
        positions.fromClientLine(endLine ?? line),
      );
      return { breakpoints: lines.map((found) => ({ line: positions.toClientLine(found) })) };
    },
  ),
};

/** A breakpoint as the client is told of it. */
export function protocolBreakpoint(
  { id, problem, place, addresses }: ProgramBreakpoint,
  { program }: Debuggee,
  { positions }: Session,
): DebugProtocol.Breakpoint {
  const address = addresses[0];
  const line = place && positions.toClientLine(place.line);
  const source = place && clientSource(program, place.source);
  const breakpoint: DebugProtocol.Breakpoint = new Breakpoint(problem === undefined, line, undefined, source);
  breakpoint.id = id;
  if (problem !== undefined) Object.assign(breakpoint, { message: problem, reason: 'failed' });
  if (address !== undefined) breakpoint.instructionReference = hexAddress(address);
  return breakpoint;
}
