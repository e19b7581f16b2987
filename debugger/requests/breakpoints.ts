/** Breakpoints on code and on names of RAM: by source line, by label, by address; and which lines can have one. */
import { Breakpoint } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { isFailure, type Result } from '#basics';
import { arrayOf, integer, object, optional, string } from '#basics/shape';
import type { Breakpoint as ProgramBreakpoint, BreakpointSpec } from '../breakpoints/breakpoint-table.ts';
import { type DataBreakpointSpec, type WatchedName, EXCEPTION_FILTERS } from '../breakpoints/watches.ts';
import { pathKey } from '../program/paths.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { hexAddress, parseMemoryReference } from '../values/place.ts';
import { clientSource, knownPath } from './sources.ts';
import { rangeNamed, watch } from './data-breakpoints.ts';
import { debuggeeRequest, type RequestTable, type Session, stoppedRequest } from './request.ts';
import { ODD_OPCODE_FILTER, WRITTEN_FILTER } from '../breakpoints/filters.ts';
import { INVARIANT_FILTER } from '../breakpoints/invariant.ts';
import { failures } from '../errors.ts';

const CONDITIONS = { condition: optional(string), hitCondition: optional(string), logMessage: optional(string) };
const SOURCE = object({ path: optional(string), name: optional(string) });

/** Watches these names of RAM, instead of earlier ones, for changes. */
export function watchNames(debuggee: Debuggee, names: readonly WatchedName[]): DebugProtocol.Breakpoint[] {
  debuggee.watchedNames = names;
  const specs = names.map(({ name, condition, hitCondition }): Result<DataBreakpointSpec> => {
    const range = rangeNamed(debuggee, name);
    return isFailure(range) ? range : { ...range, access: 'write', condition, hitCondition };
  });
  return watch(debuggee, specs, 'names');
}

function isLabel(name: string, { program }: Debuggee): boolean {
  const kind = program.symbols.symbol(name.trim())?.kind;
  return kind === 'label' || kind === 'local';
}

/** Replaces a group of breakpoints and answers in the protocol's form. */
function replace(debuggee: Debuggee, group: string, specs: readonly BreakpointSpec[], session: Session) {
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
    async (debuggee, { source, breakpoints, lines }, session) => {
      const path = await knownPath(debuggee.program, source, session.host);
      const wanted = breakpoints ?? (lines ?? []).map((line) => ({ line }));
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
      const isRam = (name: string): boolean => !isLabel(name, debuggee) && !isFailure(rangeNamed(debuggee, name));
      const ofRam = breakpoints.filter(({ name }) => isRam(name));
      const specs = breakpoints
        .filter((spec) => !ofRam.includes(spec))
        .map(({ name, ...conditions }) => ({ location: { kind: 'function' as const, name }, ...conditions }));
      const code = replace(debuggee, 'function', specs, session).breakpoints;
      const data = watchNames(debuggee, ofRam);
      return { breakpoints: breakpoints.map((spec) => (ofRam.includes(spec) ? data.shift() : code.shift())) };
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
    async ({ program }, { source, line, endLine }, { positions, host }) => {
      const number = program.sources.sourceOf(await knownPath(program, source, host));
      if (number === undefined) return { breakpoints: [] };
      const [first, last] = [positions.fromClientLine(line), positions.fromClientLine(endLine ?? line)];
      const lines = program.sources.linesWithCode(number, first, last);
      return { breakpoints: lines.map((found) => ({ line: positions.toClientLine(found) })) };
    },
  ),

  setExceptionBreakpoints: debuggeeRequest(
    object({
      filters: arrayOf(string),
      filterOptions: optional(arrayOf(object({ filterId: string, condition: optional(string) }))),
    }),
    (debuggee, { filters, filterOptions }) => {
      const wanted = [...filters.map((filterId) => ({ filterId })), ...(filterOptions ?? [])];
      const problems = debuggee.setFilters(wanted);
      return { breakpoints: wanted.map(({ filterId }) => filterState(filterId, problems)) };
    },
  ),

  exceptionInfo: stoppedRequest(object({}), ({ stop }) => {
    if (stop?.reason !== 'exception') return failures.noException();
    return { exceptionId: stop.description, description: stop.text, breakMode: 'always', ...stop.exception };
  }),
};

export function protocolBreakpoint(
  { id, problem, place, addresses }: ProgramBreakpoint,
  { program }: Debuggee,
  session: Session,
): DebugProtocol.Breakpoint {
  const address = addresses[0];
  const line = place && session.positions.toClientLine(place.line);
  const source = place && clientSource(program, place.source, session);
  const breakpoint: DebugProtocol.Breakpoint = new Breakpoint(problem === undefined, line, undefined, source);
  breakpoint.id = id;
  if (problem !== undefined) Object.assign(breakpoint, { message: problem, reason: 'failed' });
  if (address !== undefined) breakpoint.instructionReference = hexAddress(address);
  return breakpoint;
}

const KNOWN_FILTERS: readonly string[] = [
  ...EXCEPTION_FILTERS.map(({ filter }) => filter),
  ...[WRITTEN_FILTER.filter, ODD_OPCODE_FILTER.filter, INVARIANT_FILTER.filter],
];

/** @param problems why filters cannot work, by their names */
function filterState(name: string, problems: Readonly<Record<string, string | undefined>>): DebugProtocol.Breakpoint {
  const problem = problems[name];
  if (problem !== undefined) return { verified: false, message: problem };
  return { verified: KNOWN_FILTERS.includes(name) };
}
