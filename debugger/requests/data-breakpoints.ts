/**
 * Data breakpoints.
 *
 * A data breakpoint is offered for a variable, for an entry of a table, for a whole table, along a page or across
 * pages, and for an address with a length. Its id is a memory reference and a length, `ram:0x0811/1`; for a table
 * across pages also how many entries and how far apart, `ram:0x1d20/1*100+256`. So it is valid in the next session too.
 */
import { bankAt, entryAddress, failure, isFailure, type Result } from '#basics';
import type { Machine } from '#emulator';
import { arrayOf, boolean, count, object, oneOf, optional, string, type Of } from '#basics/shape';
import { unlessBlank } from '../breakpoints/conditions.ts';
import type { DataBreakpointSpec, DataGroup, DataRange } from '../breakpoints/watches.ts';
import { describeAddress, entryCount, parseMemoryReference, ramReference } from '../values/place.ts';
import type { DebugTable } from '#assembler';
import type { Debuggee } from '../run/debuggee.ts';
import { splitFormat } from '../values/format.ts';
import { evaluate, type Value } from '../values/evaluate.ts';
import { parseExpression, type Expression } from '../program/expression.ts';
import { variablesOf } from '../values/variable-nodes.ts';
import { debuggeeRequest, type RequestTable } from './request.ts';
import { frameOf } from './stack.ts';

/** Reference, length, and for a column also how many entries and how far apart. */
const DATA_ID = /^(.*)\/(\d{1,5})(?:\*(\d{1,3})\+(\d{1,5}))?$/;
const ACCESS_TYPES = ['read', 'write', 'readWrite'] as const;
const INFO = object({
  name: string,
  variablesReference: optional(count),
  frameId: optional(count),
  bytes: optional(count),
  asAddress: optional(boolean),
});

export const DATA_BREAKPOINT_REQUESTS: RequestTable = {
  dataBreakpointInfo: debuggeeRequest(INFO, (debuggee, args) => {
    const range = rangeOf(debuggee, args);
    if (isFailure(range)) return { dataId: null, description: range.message };
    const description = descriptionOf(range, debuggee);
    return { dataId: dataIdOf(range), description, accessTypes: ACCESS_TYPES, canPersist: true };
  }),

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
      const specs = breakpoints.map(({ dataId, accessType, condition, hitCondition }): Result<DataBreakpointSpec> => {
        const range = parseDataId(dataId);
        if (range === undefined) return failure(`"${dataId}" names no RAM.`);
        const conditions = { condition: unlessBlank(condition), hitCondition: unlessBlank(hitCondition) };
        return { ...range, access: accessType ?? 'write', ...conditions };
      });
      return { breakpoints: watch(debuggee, specs, 'data') };
    },
  ),
};

/** Replaces the watched bytes of a group; answers in the protocol's form. */
export function watch({ watches }: Debuggee, specs: readonly Result<DataBreakpointSpec>[], group: DataGroup) {
  const good = specs.filter((spec): spec is DataBreakpointSpec => !isFailure(spec));
  const results = watches.setDataBreakpoints(good, group);
  return specs.map((spec) => {
    const result = isFailure(spec) ? spec : results[good.indexOf(spec)];
    if (typeof result === 'number') return { id: result, verified: true };
    return { verified: false, message: result?.message ?? 'It cannot be watched.' };
  });
}

/** The bytes that a request means; a failure is a sentence. */
function rangeOf(
  debuggee: Debuggee,
  args: Pick<Of<typeof INFO>, 'name'> & Partial<Of<typeof INFO>>,
): Result<DataRange> {
  const { name, variablesReference = 0, frameId, bytes, asAddress } = args;
  if (asAddress === true) return addressRange(name, bytes ?? 1);
  const node = debuggee.variables.get(variablesReference);
  const variable = node && variablesOf(node, debuggee.scope()).find((candidate) => candidate.name === name);
  // The name is the text of a watch, which may have a format.
  const { expression } = splitFormat((node === undefined ? name : variable?.evaluateName) ?? name);
  const parsed = parseExpression(expression);
  if (isFailure(parsed)) return failure(`${parsed.message}.`);
  const address = frameOf(debuggee, frameId)?.call.address;
  const result = evaluate(parsed, debuggee.scope(address));
  return isFailure(result) ? failure(`${result.message}.`) : rangeOfValue(result, parsed, bytes);
}

function rangeOfValue({ place, table, number }: Value, { kind }: Expression, bytes?: number): Result<DataRange> {
  if (place?.kind === 'ram') return single(place, bytes ?? place.size);
  if (table !== undefined && place === undefined) return wholeTable(table);
  // A bare address means the byte there. Any other value, such as a square, is no address.
  const isAddress = kind === 'number' || kind === 'address-of';
  return isAddress && number <= 0xffff ? single({ address: number }, bytes ?? 1) : failure('Only RAM can be watched.');
}

function addressRange(text: string, length: number): Result<DataRange> {
  const reference = /^(0x)?[0-9a-f]+$/i.test(text) ? parseMemoryReference(`ram:${text}`) : parseMemoryReference(text);
  if (reference === undefined || reference.space !== 'ram' || length === 0)
    return failure('This is not an address in RAM.');
  return single(reference, length);
}

/** A table along a page is one run of bytes; any other has one run for each entry. */
function wholeTable(table: DebugTable): DataRange {
  const { layout, address, stride, size } = table;
  const entries = entryCount(table);
  const bank = bankAt(table, entryAddress(table, table.last));
  if (layout === 'row' || stride === size) return single({ address, bank }, entries * stride);
  return { address, bank, length: size, count: entries, stride };
}

function single({ address, bank }: Pick<DataRange, 'address' | 'bank'>, length: number): DataRange {
  return { address, bank, length, count: 1, stride: 0 };
}

/** The runs of a range by index into the machine's RAM. */
export function watchedRanges(
  { address, bank, length, count, stride }: DataRange,
  machine: Machine,
): readonly { readonly address: number; readonly length: number }[] {
  const index = (run: number): number => machine.ramIndex(address + run * stride, bank);
  return Array.from({ length: count }, (_, run) => ({ address: index(run), length }));
}

function dataIdOf({ address, bank, length, count, stride }: DataRange): string {
  return `${ramReference({ address, bank })}/${length}${count === 1 ? '' : `*${count}+${stride}`}`;
}

export function descriptionOf({ address, bank, length, count }: DataRange, { machine, program }: Debuggee): string {
  const name = describeAddress(program, machine.ramIndex(address, bank));
  if (count > 1) return `${name} and the entries after it, ${count} in all`;
  return length === 1 ? name : `${name}, ${length} bytes`;
}

/** As {@link rangeOf}, for an expression or a data id. */
export function rangeNamed(debuggee: Debuggee, name: string): Result<DataRange> {
  return parseDataId(name) ?? rangeOf(debuggee, { name });
}

function parseDataId(dataId: string): DataRange | undefined {
  const [, reference, length, count = 1, stride = 0] = DATA_ID.exec(dataId) ?? [];
  const parsed = parseMemoryReference(reference ?? '');
  if (parsed?.space !== 'ram' || Number(length) < 1 || Number(count) < 1) return undefined;
  const { address, bank } = parsed;
  return { address, bank, length: Number(length), count: Number(count), stride: Number(stride) };
}
