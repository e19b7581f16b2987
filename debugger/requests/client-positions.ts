/** Places of the program as the client counts and names them. */
import { Source } from '@vscode/debugadapter';
import type { DebugPlace } from '#assembler';
import { baseName } from '../program/paths.ts';
import type { Program } from '../program/program.ts';
import type { Positions } from '../connection/client.ts';

/** A source of the program as the protocol names it. */
export function clientSource(program: Program, source: number): Source {
  const path = program.sources.paths[source] ?? '';
  return new Source(baseName(path), path);
}

/** A place as `source`, `line`, `column` and the column after it. */
export function clientPlace(
  program: Program,
  place: DebugPlace,
  positions: Positions,
): {
  readonly source: Source;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
} {
  return {
    source: clientSource(program, place.source),
    line: positions.toClientLine(place.line),
    column: positions.toClientColumn(place.column),
    endColumn: positions.toClientColumn(place.endColumn),
  };
}
