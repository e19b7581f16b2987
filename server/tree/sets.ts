/** Sets (`.set`) name bits, not values, so the symbol graph does not know them. */
import { contains, lineRange, type Assembly, type Location, type Position, type Span } from '#assembler';

/**
 * The sets by name: the text of the declaration, without its comment, and where the name is: the declaration, then the
 * `set=` keys of other declarations.
 */
export function setsOf(assembly: Assembly) {
  const sets = new Map<string, { name: string; text: string; places: Location[] }>();
  const uses: { name: string; place: Location }[] = [];
  for (const { path, lines } of assembly.files)
    lines.forEach(({ statement, text }, line) => {
      if (statement?.kind !== 'directive') return;
      const place = ({ start, end }: Span): Location => ({ file: path, range: lineRange(line, start, end) });
      const declared = statement.name === 'set' ? statement.names[0] : undefined;
      if (declared !== undefined) {
        const declaration = { name: declared.text, text: text.slice(statement.start, statement.end) };
        sets.set(declared.text, { ...declaration, places: [place(declared)] });
      }
      const named = statement.keys.find(({ key }) => key === 'set');
      if (named !== undefined) uses.push({ name: named.value, place: place(named.valueSpan) });
    });
  for (const { name, place } of uses) sets.get(name)?.places.push(place);
  return [...sets.values()];
}

export function setAt(assembly: Assembly, path: string, position: Position) {
  const statement = assembly.file(path)?.lines[position.line]?.statement;
  if (statement?.kind !== 'directive') return undefined;
  const isAtPosition = ({ start, end }: Span): boolean => contains(lineRange(position.line, start, end), position);
  const declared = statement.name === 'set' ? statement.names[0] : undefined;
  const named = statement.keys.find(({ key }) => key === 'set')?.valueSpan;
  // Collecting all sets looks at each line of the program.
  if (![declared, named].some((span) => span !== undefined && isAtPosition(span))) return undefined;
  return setsOf(assembly).find(({ places }) =>
    places.some(({ file, range }) => file === path && contains(range, position)),
  );
}
