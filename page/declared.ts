/** What a program declares for whoever plays against it, without the rest of its debug information. */
import { declaresBoard, type ProgramDeclarations, type TableDeclaration } from '#chess';

/** The declarations that a page needs; null if the program has no board. */
export function playedDeclarations({
  tables,
  squares,
  sets,
  pieces,
  symbols = [],
}: ProgramDeclarations): ProgramDeclarations | null {
  if (!declaresBoard({ tables })) return null;
  const needed = tables.filter(({ element, attributes }) => element !== 'byte' || Object.keys(attributes).length > 0);
  const named = new Set(needed.flatMap(({ attributes }) => Object.values(attributes)));
  return {
    tables: needed.map(plain),
    squares,
    sets,
    pieces,
    symbols: symbols.filter(({ name }) => named.has(name)).map(({ name, value, kind }) => ({ name, value, kind })),
  };
}

/** A table without its place in the source. */
function plain({
  name,
  layout,
  address,
  stride,
  size,
  first,
  last,
  index,
  element,
  attributes,
}: TableDeclaration): TableDeclaration {
  return { name, layout, address, stride, size, first, last, index, element, attributes };
}
