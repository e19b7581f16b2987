/** Debug information: made from an assembly, and read back from JSON. */
import { encodeUtf8, fnv1a64, failure, isFailure, remembered, words } from '#basics';
import type { RamAddress, Result, RomAddress, ZeroPageOffset } from '#basics';
import { DEBUG_INFO_FORMAT, DEBUG_INFO_VERSION } from '../contract/debug-info.ts';
import type { DebugInfo, DebugLine, DebugSymbol, DebugTiming, SymbolKind } from '../contract/debug-info.ts';
import { itemAt, type Item, type Program } from '../program/program.ts';
import type { Expansion } from '../program/expansion.ts';
import { findRoutines } from '../program/routines.ts';
import { relativePath } from '../contract/source.ts';
import { TRAITS } from '../syntax/directive-traits.ts';
import { NO_DECLARATIONS, RAM_SIZES, ROM_WORDS } from '#isa';
import {
  arrayOf,
  boolean,
  count,
  either,
  integer,
  mismatch,
  object,
  oneOf,
  optional,
  recordOf,
  string,
  upTo,
} from '#basics/shape';
import type { Of, Shape } from '#basics/shape';

/**
 * Debug information from an assembled program: paths become relative to the main file's folder, hashes tie the document
 * to texts and image, words get the line that wrote them and the calls that led there.
 * @param proven what the proof adds to the document
 */
export function buildDebugInfo(
  main: string,
  program: Program,
  rom: Uint8Array,
  proven: Pick<DebugInfo, 'timing' | 'handler' | 'declarations'>,
): DebugInfo {
  const macros = program.symbols
    .filter(({ kind }) => kind === 'macro')
    .map(({ name, file: source, line, endLine }) => ({ name, source, line, endLine }));
  return {
    format: DEBUG_INFO_FORMAT,
    version: DEBUG_INFO_VERSION,
    imageHash: fnv1a64(rom),
    ramKib: program.ramKib,
    sources: program.files.map(({ path, text }) => {
      return { path: relativePath(main, path), hash: fnv1a64(encodeUtf8(text)) };
    }),
    lines: debugLines(program),
    symbols: debugSymbols(program),
    routines: findRoutines(program),
    ...program.meaning,
    ...proven,
    ...(macros.length > 0 && { macros }),
    ...(program.breaks.length > 0 && { breaks: program.breaks }),
  };
}

function debugLines(program: Program): DebugLine[] {
  const lines: DebugLine[] = [];
  const traces = new Map<Expansion, DebugLine['expansion']>();
  for (let address = 0; address < program.owners.length; address++) {
    const item = itemAt(program, address);
    if (item !== undefined) lines.push(debugLine(address, item, traces));
  }
  return lines;
}

function debugLine(address: number, item: Item, traces: Map<Expansion, DebugLine['expansion']>): DebugLine {
  const { statement, expansion: via } = item;
  const pseudo =
    statement?.kind === 'directive' && TRAITS.puttingWords.has(statement.name) ? statement.name : undefined;
  const expansion = via && remembered(traces, via, () => trace(via));
  return {
    address,
    source: item.file,
    line: item.line,
    column: statement?.start ?? 0,
    endColumn: statement?.end ?? 0,
    ...(expansion !== undefined && expansion.length > 0 && { expansion }),
    ...(pseudo !== undefined && { pseudo }),
    ...(item.ram !== undefined && { ram: item.ram + address - item.address }),
  };
}

function trace(innermost: Expansion): NonNullable<DebugLine['expansion']> {
  const result: { name: string; source: number; line: number; column: number; endColumn: number }[] = [];
  for (let step: Expansion | undefined = innermost; step !== undefined; step = step.parent) {
    if (step.kind === 'include') continue;
    const name = step.kind === 'macro' ? step.name : `.${step.kind}`;
    result.push({ name, source: step.file, line: step.line, column: step.start, endColumn: step.end });
  }
  return result;
}

function debugSymbols(program: Program): DebugSymbol[] {
  const symbols: DebugSymbol[] = [];
  for (const symbol of program.symbols) {
    if (symbol.kind === 'macro' || Number.isNaN(symbol.value)) continue;
    const { name, kind, value, file: source, line, start: column, end: endColumn } = symbol;
    symbols.push({ name, kind, value, source, line, column, endColumn });
  }
  return symbols;
}

// A document may come from anywhere, so every part is checked before anything relies on it.

const place = { source: count, line: count, column: count, endColumn: count };
const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, name) =>
    value === null ? null : shape(value, name);
const word: Shape<RomAddress> = upTo(0xffff);
const ramAddress: Shape<RamAddress> = upTo(0xffff);
const cell: Shape<ZeroPageOffset> = upTo(0xff);
/** The address after the last word of a stretch. */
const wordEnd: Shape<RomAddress> = upTo(ROM_WORDS);
/** Tables have an entry for each page or byte at most; their indices are bytes or words. */
const MOST_ENTRIES = 0xffff;
const index: Shape<number> = (value, name) => {
  const checked = integer(value, name);
  return isFailure(checked) || Math.abs(checked) <= MOST_ENTRIES ? checked : mismatch(name, 'an index of a table');
};
const SYMBOL_KINDS: readonly SymbolKind[] = words('label local vcpu constant zero-page row column frame field macro');
const TIMING_KINDS: readonly DebugTiming['kind'][] = ['check', 'sync', 'short', 'exact', 'at-most'];
const VERDICTS: readonly DebugTiming['verdict'][] = ['exact', 'wrong', 'unproven'];

const REGISTER = object({ kind: oneOf('register'), register: oneOf('ac', 'x', 'y', 'out', 'outx', 'in') });
const BYTES = object({
  kind: oneOf('memory'),
  address: ramAddress,
  bank: optional(upTo(3)),
  size: upTo(MOST_ENTRIES),
  highFirst: boolean,
});
const COMPARISON = object({
  place: either(REGISTER, BYTES, 'a register or bytes'),
  relation: oneOf('=', '!=', '<', '<=', '>', '>='),
  value: count,
});

const DOCUMENT = object({
  imageHash: string,
  ramKib: optional(oneOf(...RAM_SIZES)),
  sources: arrayOf(object({ path: string, hash: string })),
  lines: arrayOf(
    object({
      ...place,
      address: word,
      expansion: optional(arrayOf(object({ ...place, name: string }))),
      pseudo: optional(string),
      ram: optional(ramAddress),
    }),
  ),
  symbols: arrayOf(object({ ...place, name: string, kind: oneOf(...SYMBOL_KINDS), value: integer })),
  routines: arrayOf(object({ name: string, start: word, end: wordEnd, returnCell: nullable(cell), header: string })),
  tables: arrayOf(
    object({
      ...place,
      name: string,
      layout: oneOf('zero-page', 'row', 'column', 'field'),
      address: ramAddress,
      stride: upTo(MOST_ENTRIES),
      size: count,
      first: index,
      last: index,
      index: string,
      element: string,
      attributes: recordOf(string),
    }),
  ),
  squares: nullable(object({ a1: integer, fileStep: integer, rankStep: integer })),
  sets: arrayOf(object({ name: string, bits: arrayOf(string) })),
  pieces: nullable(
    object({
      empty: count,
      guard: count,
      blackBit: count,
      kinds: arrayOf(object({ piece: count, kind: string, note: string })),
    }),
  ),
  timing: arrayOf(
    object({
      kind: oneOf(...TIMING_KINDS),
      address: word,
      cycles: integer,
      verdict: oneOf(...VERDICTS),
      detail: string,
    }),
  ),
  handler: optional(nullable(object({ verdict: oneOf('proven', 'wrong', 'assumed'), address: word, detail: string }))),
  declarations: optional(
    object({
      account: nullable(cell),
      line: nullable(count),
      checks: arrayOf(object({ address: word, form: oneOf('check', 'sync', 'short'), cycles: integer })),
      jumps: arrayOf(object({ address: word, targets: arrayOf(word), resumes: boolean })),
      loops: arrayOf(
        object({
          head: word,
          last: word,
          min: count,
          max: count,
          count: nullable(string),
          exits: optional(arrayOf(object({ address: word, next: word, to: word }))),
          entries: optional(arrayOf(word)),
        }),
      ),
      charges: arrayOf(object({ address: word, cycles: integer, factor: integer, count: nullable(string) })),
      frameLines: optional(count),
      blindStores: optional(object({ words: arrayOf(word), bytes: arrayOf(ramAddress) })),
      blocks: optional(
        arrayOf(object({ from: word, to: word, exits: arrayOf(word), jumps: arrayOf(word), inside: arrayOf(word) })),
      ),
    }),
  ),
  macros: optional(arrayOf(object({ name: string, source: count, line: count, endLine: count }))),
  breaks: optional(arrayOf(object({ ...place, address: word, condition: string, comparisons: arrayOf(COMPARISON) }))),
});

/** Reads the text of a debug-information file; a failure is what the file is or has, as a clause. */
export function readDebugInfo(text: string): Result<DebugInfo> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failure('is not debug information: it is not a JSON document');
  }
  const { format, version } = Object(json) as { readonly format?: unknown; readonly version?: unknown };
  if (format !== DEBUG_INFO_FORMAT)
    return failure(`is not debug information: its "format" is not "${DEBUG_INFO_FORMAT}"`);
  if (version !== DEBUG_INFO_VERSION) {
    const found = typeof version === 'number' ? String(version) : 'unknown';
    return failure(`has version ${found} of the debug information, and ${DEBUG_INFO_VERSION} is needed; ${AGAIN}`);
  }
  const checked = DOCUMENT(json, '');
  const wrong = isFailure(checked) ? checked.message : wrongReference(checked);
  if (isFailure(checked) || wrong !== undefined) return failure(`is damaged debug information: ${wrong}; ${AGAIN}`);
  // Missing optional parts are left out, as the type of the document requires.
  const lines = checked.lines.map(({ expansion, pseudo, ...line }) => ({
    ...line,
    ...(expansion === undefined ? {} : { expansion }),
    ...(pseudo === undefined ? {} : { pseudo }),
  }));
  const { ramKib = 32, handler = null, declarations = NO_DECLARATIONS } = checked;
  return { ...checked, ramKib, lines, handler, declarations, format: DEBUG_INFO_FORMAT, version: DEBUG_INFO_VERSION };
}

const AGAIN = 'assemble the program again';
/** Bytes of the largest RAM; no table has more. */
const MOST_RAM = 0x20000;

/** What refers to something that does not exist, as a clause; undefined if nothing does. */
function wrongReference({ sources, lines, symbols, tables, breaks = [] }: Of<typeof DOCUMENT>): string | undefined {
  const places = [...lines, ...lines.flatMap(({ expansion }) => expansion ?? []), ...symbols, ...breaks];
  if (places.some(({ source }) => source >= sources.length)) return 'a place names a source that is not listed';
  const large = tables.find(({ first, last, size }) => size > MOST_RAM || (last - first + 1) * size > MOST_RAM);
  return large && `table "${large.name}" is larger than the RAM`;
}
