/**
 * Reading and writing memory, in two address spaces (values/place.ts).
 *
 * RAM is what the processor sees at addresses 0..65535, including mirrors and banks; ROM is the bytes of the
 * ROM file and cannot be written. Everything else counts as unreadable.
 */
import { InvalidatedEvent } from '@vscode/debugadapter';
import { fromBase64, toBase64 } from '#basics';
import { ROM_WORDS, RAM_BYTES } from '#isa';
import { boolean, count, integer, object, optional, string } from '#basics/shape';
import { failures } from '../errors.ts';
import type { ByteOwner } from '../protocol.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { formatValue } from '../values/format.ts';
import {
  parseMemoryReference,
  readPlace,
  writeBytes,
  describeAddress,
  entryAt,
  entryPlace,
  wholePlace,
} from '../values/place.ts';
import type { MemoryReference, Place, RamPlace } from '../values/place.ts';
import { debuggeeRequest, stoppedRequest, type RequestTable, type Session } from './request.ts';

const ROM_BYTES = 2 * ROM_WORDS;

export const MEMORY_REQUESTS: RequestTable = {
  readMemory: debuggeeRequest(
    object({ memoryReference: string, offset: optional(integer), count }),
    (debuggee, args) => {
      const reference = parseMemoryReference(args.memoryReference, 'ram');
      if (reference === undefined) return failures.badMemoryReference(args.memoryReference);
      if (reference.space === 'ram') debuggee.memory.remember(args.memoryReference, reference.address);
      const [at, size] =
        reference.space === 'ram' ? [reference.address, RAM_BYTES] : [2 * reference.address, ROM_BYTES];
      const wanted = at + (args.offset ?? 0);
      const first = Math.max(0, Math.min(size, wanted));
      const end = Math.max(first, Math.min(size, wanted + args.count));
      const bytes = new Uint8Array(end - first);
      bytes.forEach((_, index) => (bytes[index] = readByte(debuggee, reference, first + index)));
      const unreadable = wanted < 0 ? args.count : args.count - bytes.length;
      const data = wanted < 0 ? new Uint8Array(0) : bytes;
      return {
        address: `0x${Math.max(0, wanted).toString(16)}`,
        ...(unreadable > 0 ? { unreadableBytes: unreadable } : {}),
        ...(data.length > 0 ? { data: toBase64(data) } : {}),
      };
    },
  ),

  'gigatron/byteOwner': debuggeeRequest(object({ address: count }), (debuggee, { address }) =>
    address < RAM_BYTES ? ownerOf(debuggee, address) : failures.badMemoryReference(String(address)),
  ),

  writeMemory: stoppedRequest(
    object({ memoryReference: string, offset: optional(integer), data: string, allowPartial: optional(boolean) }),
    (debuggee, { memoryReference, offset, data, allowPartial }, session) => {
      const reference = parseMemoryReference(memoryReference, 'ram');
      if (reference === undefined) return failures.badMemoryReference(memoryReference);
      if (reference.space === 'rom') return failures.romIsReadOnly();
      const bytes = fromBase64(data);
      if (bytes === undefined) return failures.badBase64();
      const first = reference.address + (offset ?? 0);
      const room = first < 0 ? 0 : Math.max(0, RAM_BYTES - first);
      if (bytes.length > room && allowPartial !== true) return failures.outOfMemory(memoryReference);
      const written = bytes.subarray(0, room);
      const place: RamPlace = { ...reference, kind: 'ram', address: first, size: written.length };
      writeBytes(debuggee.machine, place, written);
      if (written.length > 0) announceRamEdit(debuggee, session, place);
      return { bytesWritten: written.length };
    },
  ),
};

/** What is declared at a byte of RAM, with its whole value; the byte itself if nothing is. */
function ownerOf(debuggee: Debuggee, address: number): ByteOwner {
  const { program, machine } = debuggee;
  const index = machine.ramIndex(address);
  const entry = entryAt(program.symbols.tables, index);
  const byte: Place = { kind: 'ram', address, size: 1 };
  const place = entry === undefined ? byte : (wholePlace(entry.table) ?? entryPlace(entry.table, entry.index) ?? byte);
  const table = entry === undefined ? {} : { table: entry.table };
  const value = formatValue({ number: readPlace(machine, place), place, ...table }, debuggee.scope());
  return { name: describeAddress(program, index), value };
}

function readByte({ machine }: Debuggee, reference: MemoryReference, at: number): number {
  if (reference.space === 'ram') return machine.readRam(at, reference.bank);
  const word = machine.rom[at >> 1] ?? 0;
  return (at & 1) === 0 ? word >> 8 : word & 0xff;
}

/**
 * Announces an edit at a place after the answer to the request that made it. The client refreshes variables by itself
 * after it has set one, but has to be notified of a new position.
 */
export function announceEdit(debuggee: Debuggee, session: Session, place: Place): void {
  if (place.kind === 'ram') return announceRamEdit(debuggee, session, place);
  if (place.name === 'pc') debuggee.positionChanged();
  session.afterAnswer(() => {
    if (place.name === 'pc') invalidate(session, 'all');
    debuggee.views.changed();
  });
}

function announceRamEdit(debuggee: Debuggee, session: Session, { address, bank, size: length }: RamPlace): void {
  debuggee.watches.edited({ address, bank, length });
  session.afterAnswer(() => {
    debuggee.memory.changed(address, length);
    invalidate(session, 'variables');
    debuggee.views.changed();
  });
}

/** Tells the client that what it shows of an area is out of date. */
export function invalidate(session: Session, area: 'all' | 'variables'): void {
  if (session.client.supportsInvalidatedEvent === true) session.sendEvent(new InvalidatedEvent([area]));
}
