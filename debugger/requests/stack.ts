/**
 * The call stack and the scopes of a frame.
 *
 * Each routine is a frame, and so is each macro text around the innermost position; a caller is shown at
 * the line of its call, even if a macro wrote it. Frames are numbered from 1, the innermost first; the
 * numbers are valid until the program continues.
 */
import { Scope, StackFrame } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { RamAddress } from '#basics';
import type { Machine } from '#emulator';
import { hexWord } from '#isa';
import { count, object, optional } from '#basics/shape';
import { failures } from '../errors.ts';
import type { CallFrame } from '../run/call-stack.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { splitRoot } from '../program/paths.ts';
import type { Program } from '../program/program.ts';
import { framePlaces, type CodePlace } from '../program/source-map.ts';
import { pliesAbove } from '../values/plies.ts';
import { vcpuCalls } from '../values/vcpu.ts';
import { hexAddress } from '../values/place.ts';
import type { VariablesNode } from '../values/variable-nodes.ts';
import { clientPlace } from './sources.ts';
import { stoppedRequest, type RequestTable, type Session } from './request.ts';

interface UserFrame {
  readonly call: CallFrame;
  /** Undefined if no source is known. */
  readonly place: CodePlace | undefined;
  /** What it stands for if that is not native code: a search node, or a place in a program for the vCPU. */
  readonly heading?: string;
  /** The line of a failed test, with the name of the test. */
  readonly test?: string;
}

/** All frames as the user sees them, the innermost first. */
function userFrames(debuggee: Debuggee): readonly UserFrame[] {
  const { program } = debuggee;
  const calls = debuggee.callStack().flatMap((call, index): readonly UserFrame[] => {
    if (index > 0) return [{ call, place: framePlaces(program, call.shownAddress).at(-1) }];
    const view = debuggee.view();
    const places = view.places.slice(view.hidden);
    return places.length === 0 ? [{ call, place: undefined }] : places.map((place) => ({ call, place }));
  });
  const outermost = calls.at(-1)?.call;
  if (outermost === undefined) return calls;
  const above = headings(debuggee).map((heading) => ({ ...heading, call: outermost }));
  return [...failedLine(debuggee, calls), ...calls, ...above];
}

/** What is above the native code: where the vCPU is, while its interpreter dispatches, and the nodes of a search. */
function headings({ program, machine }: Debuggee): readonly Omit<UserFrame, 'call'>[] {
  const { interpreter, vcpu } = program;
  const isFetched = interpreter !== undefined && machine.address === interpreter.dispatch;
  const calls = isFetched ? vcpuCalls(machine) : [];
  return [
    ...calls.map((address, index) => ({
      heading: `vCPU: ${vcpu.place(address)}`,
      // Of a caller, its call: the byte before the return address.
      place: vcpuLine(program, machine, index === 0 ? address : address - 1),
    })),
    ...pliesAbove(machine, program).map(({ depth, move }) => ({ heading: `ply ${depth}: ${move}`, place: undefined })),
  ];
}

/** The line of a program for the vCPU whose byte is at a RAM address, and still there. */
function vcpuLine({ sources, rom }: Program, machine: Machine, ram: RamAddress): CodePlace | undefined {
  const found = sources.vcpuBytes(ram).find(({ address }) => ((rom[address] ?? 0) & 0xff) === machine.readRam(ram));
  return found === undefined ? undefined : sources.placesAt(found.address)[0];
}

function failedLine({ test, program, machine }: Debuggee, [innermost]: readonly UserFrame[]): readonly UserFrame[] {
  const failure = test?.failure;
  if (failure === undefined || innermost === undefined || machine.address !== failure.address) return [];
  const source = program.sources.sourceOf(splitRoot(program.path).root + failure.file);
  if (source === undefined) return [];
  const { start, end } = failure.range;
  const place = { source, line: start.line, column: start.character, endColumn: end.character, macro: undefined };
  return [{ call: innermost.call, place, test: `test "${test?.name ?? ''}"` }];
}

/** The frame with this number; without a number, the innermost. */
export function frameOf(debuggee: Debuggee, id: number | undefined): UserFrame | undefined {
  return userFrames(debuggee)[(id ?? 1) - 1];
}

function protocolFrame(
  { call, place, heading, test }: UserFrame,
  index: number,
  { program, stop }: Debuggee,
  session: Session,
): DebugProtocol.StackFrame {
  if (heading !== undefined && place === undefined)
    return Object.assign(new StackFrame(index + 1, heading), { presentationHint: 'label' });
  const routine = heading ?? test ?? program.symbols.codeName(call.shownAddress) ?? hexWord(call.address);
  const frame = new StackFrame(index + 1, place?.macro === undefined ? routine : `${place.macro} (macro)`);
  frame.instructionPointerReference = hexAddress(call.address);
  if (place === undefined) return frame;
  const { source, ...at } = clientPlace(program, place, session);
  // A user who pauses a program wants to see it, not the handler that draws its picture: clients select another frame.
  if (stop?.reason === 'pause' && call.isHandler === true) Object.assign(source, { presentationHint: 'deemphasize' });
  return Object.assign(frame, at, { source });
}

export const STACK_REQUESTS: RequestTable = {
  stackTrace: stoppedRequest(
    object({ startFrame: optional(count), levels: optional(count) }),
    (debuggee, { startFrame = 0, levels }, session) => {
      const frames = userFrames(debuggee);
      const end = levels === undefined || levels === 0 ? frames.length : startFrame + levels;
      return {
        stackFrames: frames
          .slice(startFrame, end)
          .map((frame, index) => protocolFrame(frame, startFrame + index, debuggee, session)),
        totalFrames: frames.length,
      };
    },
  ),

  scopes: stoppedRequest(object({ frameId: count }), (debuggee, { frameId }) => {
    const frame = frameOf(debuggee, frameId);
    if (frame === undefined) return failures.noSuchFrame(frameId);
    const { variables, program } = debuggee;
    const scope = (name: string, node: VariablesNode): Scope => new Scope(name, variables.create(node));
    const registers = scope('Registers', { kind: 'registers', address: frame.call.address });
    const hasTables = program.symbols.tables.some(({ layout }) => layout !== 'zero-page');
    const hasZeroPage = program.symbols.tables.some(({ layout }) => layout === 'zero-page');
    return {
      scopes: [
        Object.assign(registers, { presentationHint: 'registers' }),
        ...(program.interpreter === undefined ? [] : [scope('vCPU', { kind: 'vcpu' })]),
        ...(hasZeroPage ? [scope('Zero page', { kind: 'zero-page' })] : []),
        ...(hasTables ? [scope('Tables', { kind: 'tables' })] : []),
      ],
    };
  }),
};
