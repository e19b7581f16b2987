/** Lines, columns and files as the client counts and names them; 0-based inside, by default 1-based outside. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugPlace } from '#assembler';
import { baseName } from '../program/paths.ts';
import type { Program } from '../program/program.ts';
import type { ClientOptions } from '../connection/client.ts';

export function toClientLine(line: number, { linesStartAt1 }: ClientOptions): number {
  return line + (linesStartAt1 ? 1 : 0);
}

export function toClientColumn(column: number, { columnsStartAt1 }: ClientOptions): number {
  return column + (columnsStartAt1 ? 1 : 0);
}

export function fromClientLine(line: number, { linesStartAt1 }: ClientOptions): number {
  return line - (linesStartAt1 ? 1 : 0);
}

export function fromClientColumn(column: number, { columnsStartAt1 }: ClientOptions): number {
  return column - (columnsStartAt1 ? 1 : 0);
}

/** A source of the program as the protocol names it. */
export function clientSource(program: Program, source: number): DebugProtocol.Source {
  const path = program.sources.paths[source] ?? '';
  return { name: baseName(path), path };
}

/** A place as `source`, `line`, `column` and the column behind it. */
export function clientPlace(
  program: Program,
  place: DebugPlace,
  client: ClientOptions,
): {
  readonly source: DebugProtocol.Source;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
} {
  return {
    source: clientSource(program, place.source),
    line: toClientLine(place.line, client),
    column: toClientColumn(place.column, client),
    endColumn: toClientColumn(place.endColumn, client),
  };
}
