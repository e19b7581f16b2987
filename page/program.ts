/**
 * What a page plays, as the bytes that are put into it: a head in JSON, then the parts whose lengths it names.
 *
 *     4 bytes   length of the head, lowest byte first
 *     head      {"title": …, "lengths": [97000, 131072, 0]}
 *     parts     script of the machine, ROM image, state
 *
 * The reader trusts the bytes: they are in the page that it is a part of.
 */
import type { RamKib } from '#isa';
import { declaresBoard } from '#chess';
import { numberAt, type ProgramDeclarations, type TableDeclaration } from '#basics';
import type { KeyMode } from '#debugger/protocol';
import type { ProgramNames } from './names.ts';

/** The declarations that a page needs; null if the program has no board. */
export function playedDeclarations(declarations: ProgramDeclarations): ProgramDeclarations | null {
  const { tables, squares, sets, pieces, symbols = [] } = declarations;
  if (!declaresBoard({ tables })) return null;
  const needed = tables.filter(({ element, attributes }) => element !== 'byte' || Object.keys(attributes).length > 0);
  const named = new Set(needed.flatMap(({ attributes }) => Object.values(attributes)));
  const known = symbols.filter(({ name }) => named.has(name)).map(({ name, value, kind }) => ({ name, value, kind }));
  return { tables: needed.map(plain), squares, sets, pieces, symbols: known };
}

/** A table without its place in the source. */
function plain(table: TableDeclaration): TableDeclaration {
  const { name, layout, address, stride, size, first, last, index, element, attributes } = table;
  return { name, layout, address, stride, size, first, last, index, element, attributes };
}

export interface PageHead {
  readonly title: string;
  /** What keys do until the visitor chooses. */
  readonly keys: KeyMode;
  readonly ramKib: RamKib;
  /** What the program declares for whoever plays against it; null if it has no board. */
  readonly declarations: ProgramDeclarations | null;
  /** For whoever looks inside; null if the page has no names. */
  readonly names: ProgramNames | null;
}

export interface PageProgram extends PageHead {
  readonly rom: Uint8Array<ArrayBuffer>;
  /** Text of a saved state from which it starts; empty: from power-on. */
  readonly state: string;
}

/** A program, and the script of the machine that runs it. */
export interface PackedPage {
  readonly program: PageProgram;
  readonly script: string;
}

export function packPage({ program, script }: PackedPage): Uint8Array<ArrayBuffer> {
  const { rom, state, ...head } = program;
  const parts = [encode(script), rom, encode(state)];
  const front = encode(JSON.stringify({ ...head, lengths: parts.map(({ length }) => length) }));
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, front.length, true);
  return joined([size, front, ...parts]);
}

/** The program and the script that {@link packPage} has packed. */
export function unpackPage(bytes: Uint8Array<ArrayBuffer>): PackedPage {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const { lengths, ...head } = JSON.parse(decode(bytes.subarray(4, 4 + size))) as PageHead & { lengths: number[] };
  let at = 4 + size;
  const next = (part: number): Uint8Array<ArrayBuffer> => bytes.slice(at, (at += numberAt(lengths, part)));
  const [script, rom, state] = [decode(next(0)), next(1), decode(next(2))];
  return { program: { ...head, rom, state }, script };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
