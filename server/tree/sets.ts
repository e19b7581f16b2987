/**
 * Declarations of sets (`.set`): they name bits, not values, so the symbol graph does not know them.
 */
import { lineRange, type Assembly, type Location, type Position } from '#assembler';

export interface SetDeclaration extends Location {
  readonly name: string;
  /** The line as written, without its comment. */
  readonly text: string;
}

/** The sets that a program declares. */
export function setsOf(assembly: Assembly): readonly SetDeclaration[] {
  return assembly.files.flatMap(({ path, lines }) =>
    lines.flatMap(({ statement, text }, line) => {
      const name = statement?.kind === 'directive' && statement.name === 'set' ? statement.names[0] : undefined;
      if (statement === undefined || name === undefined) return [];
      const range = lineRange(line, name.start, name.end);
      return [{ name: name.text, text: text.slice(statement.start, statement.end), file: path, range }];
    }),
  );
}

/** The set that the value of a `set=` key names at a position. */
export function setAt(assembly: Assembly, path: string, { line, character }: Position): SetDeclaration | undefined {
  const statement = assembly.file(path)?.lines[line]?.statement;
  if (statement?.kind !== 'directive') return undefined;
  const named = statement.keys.find(({ key, valueSpan: { start, end } }) => {
    return key === 'set' && start <= character && character <= end;
  });
  return named === undefined ? undefined : setsOf(assembly).find(({ name }) => name === named.value);
}
