/**
 * Debug information from an assembled program.
 *
 * Paths become relative to the main file's folder, hashes tie the document to texts and image, words
 * get the line that wrote them and the calls that led there.
 */
import { fnv1a64 } from '#basics';
import { encodeUtf8 } from '../syntax/utf8.ts';
import {
  DEBUG_INFO_FORMAT,
  DEBUG_INFO_VERSION,
  type DebugInfo,
  type DebugLine,
  type DebugMacro,
  type DebugSymbol,
} from '../contract/debug-info.ts';
import type { Expansion } from '../program/expansion.ts';
import { itemAt, type Item, type Program } from '../program/program.ts';
import { findRoutines } from '../program/routines.ts';
import { relativePath } from '../contract/source.ts';
import { TRAITS } from '../syntax/directive-traits.ts';

/** What the proof adds to the document. */
type Proven = Pick<DebugInfo, 'timing' | 'handler' | 'declarations'>;

export function buildDebugInfo(
  main: string,
  program: Program,
  rom: Uint8Array,
  { timing, handler, declarations }: Proven,
): DebugInfo {
  const macros = debugMacros(program);
  return {
    format: DEBUG_INFO_FORMAT,
    version: DEBUG_INFO_VERSION,
    imageHash: fnv1a64(rom),
    sources: program.files.map((file) => ({
      path: relativePath(main, file.path),
      hash: fnv1a64(encodeUtf8(file.text)),
    })),
    lines: debugLines(program),
    symbols: debugSymbols(program),
    routines: findRoutines(program),
    tables: program.meaning.tables,
    squares: program.meaning.squares,
    sets: program.meaning.sets,
    pieces: program.meaning.pieces,
    timing,
    handler,
    declarations,
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
  let expansion: DebugLine['expansion'];
  if (via !== undefined) {
    expansion = traces.get(via);
    if (expansion === undefined) traces.set(via, (expansion = trace(via)));
  }
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

function debugMacros({ symbols }: Program): DebugMacro[] {
  return symbols
    .filter(({ kind }) => kind === 'macro')
    .map(({ name, file: source, line, endLine }) => ({ name, source, line, endLine }));
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
