/** Places of the program as the client counts and names them, and the disassembly around them. */
import { Source } from '@vscode/debugadapter';
import { libraryName, type DebugPlace, readLibrary } from '#assembler';
import { isFailure, hexDigits } from '#basics';
import { count, object, boolean, integer, optional, string } from '#basics/shape';
import { textOf } from '#files';
import type { Audience, Host } from '../connection/host.ts';
import { baseName, pathKey } from '../program/paths.ts';
import type { Program } from '../program/program.ts';
import { failures } from '../errors.ts';
import { debuggeeRequest, type RequestTable, type Session } from './request.ts';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { ROM_WORDS, decode, formatWord } from '#isa';
import { hexAddress, parseMemoryReference } from '../values/place.ts';

/** The client to which a place is reported. */
type Reader = Pick<Audience, 'client' | 'positions'>;

/** A source of the program as the protocol names it. The text of a library is no file: the client asks for it. */
export function clientSource(program: Program, source: number, { client }: Pick<Reader, 'client'>): Source {
  const path = program.sources.paths[source] ?? '';
  const isAskedFor = libraryName(path) !== undefined && !client.opensLibraries;
  return new Source(baseName(path), path, isAskedFor ? source + 1 : undefined);
}

/** Number of a source to which {@link clientSource} gave this reference; undefined if it gave it to none. */
function referencedSource({ sources }: Program, reference: number): number | undefined {
  return sources.paths[reference - 1] === undefined ? undefined : reference - 1;
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

/** A place as `source`, `line` and `column`. Without an end: editors select what a frame spans, and typing replaces it. */
export function clientPlace(
  program: Program,
  place: DebugPlace,
  reader: Reader,
): { readonly source: Source; readonly line: number; readonly column: number } {
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

/**
 * Disassembly of ROM: any window around an address, one entry per word.
 *
 * Addresses count words, and so do the request's offsets. Entries before the first and after the
 * last word are marked invalid, as the protocol requires, so that the answer always has as many entries
 * as were requested.
 */

/** The most entries of one answer. */
const MAX_COUNT = 0x10000;
/** Entries made before other work gets its turn. */
const SLICE = 0x400;

export const DISASSEMBLY_REQUESTS: RequestTable = {
  disassemble: debuggeeRequest(
    object({
      memoryReference: string,
      offset: optional(integer),
      instructionOffset: optional(integer),
      instructionCount: count,
      resolveSymbols: optional(boolean),
    }),
    async ({ program }, args, session) => {
      const reference = parseMemoryReference(args.memoryReference);
      if (reference === undefined || reference.space === 'ram')
        return failures.badMemoryReference(args.memoryReference);
      const first = reference.address + (args.offset ?? 0) + (args.instructionOffset ?? 0);
      const length = Math.min(args.instructionCount, MAX_COUNT);
      const instructions: DebugProtocol.DisassembledInstruction[] = [];
      const symbols = args.resolveSymbols !== false;
      for (let address = first; address < first + length; address++) {
        if (instructions.length % SLICE === SLICE - 1) await new Promise<void>((go) => void session.host.later(go, 0));
        const valid = address >= 0 && address < ROM_WORDS;
        instructions.push(valid ? disassembleWord(program, address, symbols, session) : invalid(address));
      }
      return { instructions };
    },
  ),
};

function disassembleWord(
  program: Program,
  address: number,
  resolveSymbols: boolean,
  session: Session,
): DebugProtocol.DisassembledInstruction {
  const { rom, symbols, sources } = program;
  const word = rom[address] ?? 0;
  const inDelaySlot = address > 0 && decode(rom[address - 1] ?? 0).opcode.operation === 'jump';
  const names = resolveSymbols
    ? {
        zeroPage: (at: number) => symbols.zeroPageName(at),
        target: (at: number) => symbols.labelAt(at),
      }
    : {};
  const place = sources.lineAt(address);
  const label = symbols.labelAt(address);
  const where = place === undefined ? undefined : clientPlace(program, place, session);
  return {
    address: hexAddress(address),
    instructionBytes: `${hexByteText(word >> 8)} ${hexByteText(word & 0xff)}`,
    // Indented in a delay slot, which executes before the branch's target.
    instruction: (inDelaySlot ? '  ' : '') + formatWord(word, { address, inDelaySlot }, names),
    ...(label === undefined ? {} : { symbol: label }),
    ...(where === undefined ? {} : { location: where.source, line: where.line, column: where.column }),
  };
}

function invalid(address: number): DebugProtocol.DisassembledInstruction {
  // Before the first word, a negative decimal number: editors sort entries by address.
  return {
    address: address < 0 ? String(address) : hexAddress(address),
    instruction: '(no memory)',
    presentationHint: 'invalid',
  };
}

function hexByteText(byte: number): string {
  return hexDigits(byte, 2);
}
