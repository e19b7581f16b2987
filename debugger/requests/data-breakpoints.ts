/**
 * Data breakpoints and exception filters.
 *
 * A data breakpoint is offered for a variable, for an entry of a table, for a whole table that is not
 * spread over pages, and for an address with a length. Its id is a memory reference and a length,
 * `ram:0x0811/1`, so that it holds in the next session too.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { arrayOf, boolean, count, object, oneOf, optional, string } from '../connection/shape.ts';
import { failures } from '../errors.ts';
import { INVARIANT_FILTER } from '../breakpoints/invariant.ts';
import { EXCEPTION_FILTERS, UNWRITTEN, describeAddress, type DataBreakpointSpec } from '../breakpoints/watches.ts';
import { formatFault } from '#emulator';
import { hexWord } from '#isa';
import type { Debuggee } from '../run/debuggee.ts';
import { evaluate } from '../values/evaluate.ts';
import { parseExpression } from '../values/expression.ts';
import { memoryReference, parseMemoryReference } from '../values/memory-reference.ts';
import { variablesOf } from '../values/variable-nodes.ts';
import { debuggeeRequest, stoppedRequest, type RequestTable } from './request.ts';
import { frameOf } from './stack.ts';

interface Range {
  readonly address: number;
  readonly length: number;
}

const NO_DATA = (description: string): object => ({ dataId: null, description });
const ACCESS_TYPES = ['read', 'write', 'readWrite'] as const;
const CONTROL_NAMES: readonly string[] = EXCEPTION_FILTERS.map(({ filter }) => filter);

export const DATA_BREAKPOINT_REQUESTS: RequestTable = {
  dataBreakpointInfo: debuggeeRequest(
    object({
      name: string,
      variablesReference: optional(count),
      frameId: optional(count),
      bytes: optional(count),
      asAddress: optional(boolean),
    }),
    (debuggee, args) => {
      const range = rangeOf(debuggee, args);
      if (typeof range === 'string') return NO_DATA(range);
      const name = describeAddress(debuggee.program, range.address);
      const bytes = range.length === 1 ? '' : `, ${range.length} bytes`;
      return {
        dataId: `${memoryReference('ram', range.address)}/${range.length}`,
        description: `${name}${bytes}`,
        accessTypes: ACCESS_TYPES,
        canPersist: true,
      };
    },
  ),

  setDataBreakpoints: debuggeeRequest(
    object({
      breakpoints: arrayOf(
        object({
          dataId: string,
          accessType: optional(oneOf(...ACCESS_TYPES)),
          condition: optional(string),
          hitCondition: optional(string),
        }),
      ),
    }),
    (debuggee, { breakpoints }) => {
      const specs = breakpoints.map(({ dataId, accessType, condition, hitCondition }): DataBreakpointSpec | string => {
        const range = parseDataId(dataId);
        return range === undefined
          ? `"${dataId}" names no RAM.`
          : { ...range, access: accessType ?? 'write', condition: text(condition), hitCondition: text(hitCondition) };
      });
      const good = specs.filter((spec) => typeof spec !== 'string');
      const results = debuggee.watches.setDataBreakpoints(good);
      return {
        breakpoints: specs.map((spec) => {
          const result = typeof spec === 'string' ? spec : results[good.indexOf(spec)];
          return typeof result === 'number' ? { id: result, verified: true } : { verified: false, message: result };
        }),
      };
    },
  ),

  setExceptionBreakpoints: debuggeeRequest(
    object({
      filters: arrayOf(string),
      filterOptions: optional(arrayOf(object({ filterId: string, condition: optional(string) }))),
    }),
    (debuggee, { filters, filterOptions }) => {
      const plain = filters.map((filterId) => ({ filterId, condition: undefined }));
      const wanted = [...plain, ...(filterOptions ?? [])];
      const names = wanted.map(({ filterId }) => filterId);
      const unwritten = debuggee.watches.setFilters(names.filter((name) => CONTROL_NAMES.includes(name)));
      const invariant = wanted.findLast(({ filterId }) => filterId === INVARIANT_FILTER.filter);
      const broken = debuggee.invariant.set(invariant && (invariant.condition ?? ''));
      const problems = { [INVARIANT_FILTER.filter]: broken, [UNWRITTEN]: unwritten };
      return { breakpoints: names.map((name) => filterState(name, problems)) };
    },
  ),

  exceptionInfo: stoppedRequest(object({}), ({ watches: { fault, unwrittenRead }, invariant: { broken }, program }) => {
    if (unwrittenRead !== undefined) return { exceptionId: UNWRITTEN, description: unwrittenRead, breakMode: 'always' };
    if (broken !== undefined) {
      return { exceptionId: INVARIANT_FILTER.filter, description: broken.report, breakMode: 'always' };
    }
    if (fault === undefined) return failures.noException();
    const where = program.symbols.describe(fault.address);
    return {
      exceptionId: fault.kind,
      description: `${formatFault(fault)} (cycle ${fault.cycle}, at ${hexWord(fault.address)}${where === undefined ? '' : `, ${where}`})`,
      breakMode: 'always',
    };
  }),
};

/** @param problems why a filter cannot work, by its name */
function filterState(name: string, problems: Readonly<Record<string, string | undefined>>): DebugProtocol.Breakpoint {
  const problem = problems[name];
  if (problem !== undefined) return { verified: false, message: problem };
  return { verified: name === INVARIANT_FILTER.filter || CONTROL_NAMES.includes(name) };
}

interface InfoArguments {
  readonly name: string;
  readonly variablesReference: number | undefined;
  readonly frameId: number | undefined;
  readonly bytes: number | undefined;
  readonly asAddress: boolean | undefined;
}

/** The bytes that a request means; a string says why there are none. */
function rangeOf(debuggee: Debuggee, args: InfoArguments): Range | string {
  const { name, variablesReference, frameId, bytes, asAddress } = args;
  if (asAddress === true) return addressRange(name, bytes ?? 1);
  const node =
    variablesReference === undefined || variablesReference === 0
      ? undefined
      : debuggee.variables.get(variablesReference);
  const variable = node && variablesOf(node, debuggee.scope()).find((candidate) => candidate.name === name);
  const expression = node === undefined ? name : variable?.evaluateName;
  const parsed = parseExpression(expression ?? name);
  if (!parsed.ok) return `${parsed.problem}.`;
  const address = frameOf(debuggee, frameId)?.call.address;
  const result = evaluate(parsed.tree, debuggee.scope(address));
  if (!result.ok) return `${result.problem}.`;
  if (result.place?.kind === 'ram') return { address: result.place.address, length: bytes ?? result.place.size };
  const { table } = result;
  if (table === undefined || result.place !== undefined) return 'Only RAM can be watched.';
  if (table.layout !== 'row') return 'A table over several pages can only be watched entry by entry.';
  return { address: table.address, length: (table.last - table.first + 1) * table.stride };
}

function addressRange(text: string, length: number): Range | string {
  const reference = /^(0x)?[0-9a-f]+$/i.test(text) ? parseMemoryReference(`ram:${text}`) : parseMemoryReference(text);
  if (reference === undefined || reference.space !== 'ram' || length === 0) return 'This is no address in RAM.';
  return { address: reference.address, length };
}

function parseDataId(dataId: string): Range | undefined {
  const [, reference, length] = /^(.*)\/(\d{1,5})$/.exec(dataId) ?? [];
  const parsed = parseMemoryReference(reference ?? '');
  if (parsed?.space !== 'ram' || Number(length) < 1) return undefined;
  return { address: parsed.address, length: Number(length) };
}

function text(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value;
}
