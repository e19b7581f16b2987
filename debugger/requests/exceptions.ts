/** Exceptions: the filters that the user has switched on, and the exception at which the program is. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { formatFault } from '#emulator';
import { hexWord } from '#isa';
import { DECLARATIONS_FILTER, ODD_OPCODE_FILTER, WRITTEN_FILTER } from '../breakpoints/filters.ts';
import { INVARIANT_FILTER } from '../breakpoints/invariant.ts';
import { EXCEPTION_FILTERS, UNWRITTEN_FILTER } from '../breakpoints/watches.ts';
import { arrayOf, object, optional, string } from '#basics/shape';
import { failures } from '../errors.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { debuggeeRequest, stoppedRequest, type RequestTable } from './request.ts';

interface ExceptionText {
  readonly exceptionId: string;
  readonly description: string;
}

const WATCHED_FILTERS: readonly string[] = EXCEPTION_FILTERS.map(({ filter }) => filter);
const KNOWN_FILTERS: readonly string[] = [
  ...WATCHED_FILTERS,
  WRITTEN_FILTER.filter,
  ODD_OPCODE_FILTER.filter,
  INVARIANT_FILTER.filter,
];

export const EXCEPTION_REQUESTS: RequestTable = {
  setExceptionBreakpoints: debuggeeRequest(
    object({
      filters: arrayOf(string),
      filterOptions: optional(arrayOf(object({ filterId: string, condition: optional(string) }))),
    }),
    (debuggee, { filters, filterOptions }) => {
      const plain = filters.map((filterId) => ({ filterId, condition: undefined }));
      const wanted = [...plain, ...(filterOptions ?? [])];
      const names = wanted.map(({ filterId }) => filterId);
      const unwritten = debuggee.watches.setFilters(names.filter((name) => WATCHED_FILTERS.includes(name)));
      debuggee.written.set(names.includes(WRITTEN_FILTER.filter));
      debuggee.oddOpcodes.set(names.includes(ODD_OPCODE_FILTER.filter));
      const invariant = wanted.findLast(({ filterId }) => filterId === INVARIANT_FILTER.filter);
      const broken = debuggee.invariant.set(invariant && (invariant.condition ?? ''));
      const problems = { [INVARIANT_FILTER.filter]: broken, [UNWRITTEN_FILTER.filter]: unwritten };
      return { breakpoints: names.map((name) => filterState(name, problems)) };
    },
  ),

  exceptionInfo: stoppedRequest(object({}), (debuggee) => {
    const exception = exceptionOf(debuggee);
    return exception === undefined ? failures.noException() : { ...exception, breakMode: 'always' };
  }),
};

function exceptionOf({ watches, invariant, oddOpcodes, program, test }: Debuggee): ExceptionText | undefined {
  if (test?.failure !== undefined) return { exceptionId: 'test', description: test.failure.message };
  const { fault, unwrittenRead, declarations } = watches;
  if (declarations.found !== undefined) {
    return { exceptionId: DECLARATIONS_FILTER.filter, description: declarations.found };
  }
  if (oddOpcodes.found !== undefined) return { exceptionId: ODD_OPCODE_FILTER.filter, description: oddOpcodes.found };
  if (unwrittenRead !== undefined) return { exceptionId: UNWRITTEN_FILTER.filter, description: unwrittenRead };
  if (invariant.broken !== undefined) {
    return { exceptionId: INVARIANT_FILTER.filter, description: invariant.broken.report };
  }
  if (fault === undefined) return undefined;
  const where = program.symbols.describe(fault.address);
  const place = `${hexWord(fault.address)}${where === undefined ? '' : `, ${where}`}`;
  return { exceptionId: fault.kind, description: `${formatFault(fault)} (cycle ${fault.cycle}, at ${place})` };
}

/** @param problems why filters cannot work, by their names */
function filterState(name: string, problems: Readonly<Record<string, string | undefined>>): DebugProtocol.Breakpoint {
  const problem = problems[name];
  if (problem !== undefined) return { verified: false, message: problem };
  return { verified: KNOWN_FILTERS.includes(name) };
}
