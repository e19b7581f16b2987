/**
 * Which symbol is meant at a position, wherever its name is written: in code, before the dot of another name, in the
 * argument of a macro that makes it, in a routine header, and in code that is not assembled.
 */
import { lineRange, type Assembly, type Position, type SymbolReference } from '#assembler';
import { headerWordAt } from './header-names.ts';
import { inactiveReferenceAt } from './inactive-names.ts';
import { madeReferenceAt } from './made-names.ts';

/** The reference at a position of a file; undefined if no name of the program is. */
export function referenceAt(assembly: Assembly, path: string, position: Position): SymbolReference | undefined {
  const known = assembly.symbols.at(path, position);
  if (known !== undefined) return ownerAt(assembly, known, position) ?? known;
  return (
    madeReferenceAt(assembly, path, position) ??
    headerReferenceAt(assembly, path, position) ??
    inactiveReferenceAt(assembly, path, position)
  );
}

/** The reference in the part before the dot: `draw` in `draw.loop`. */
function ownerAt(
  assembly: Assembly,
  local: SymbolReference,
  { line, character }: Position,
): SymbolReference | undefined {
  const { definition, file, range } = local;
  if (definition.scope === '') return undefined;
  const text = assembly.file(file)?.lines[line]?.text.slice(range.start.character, range.end.character) ?? '';
  const end = range.start.character + text.lastIndexOf('.');
  if (end <= range.start.character || character > end) return undefined;
  const owner = assembly.symbols.definitionNamed(text.slice(0, text.lastIndexOf('.')));
  if (owner === undefined) return undefined;
  return {
    file,
    range: lineRange(line, range.start.character, end),
    definition: owner,
    isDefinition: false,
    isWrite: false,
  };
}

/** The reference in a name of a routine header. */
function headerReferenceAt(assembly: Assembly, path: string, position: Position): SymbolReference | undefined {
  const word = headerWordAt(assembly.file(path)?.lines ?? [], position);
  if (word?.kind !== 'name') return undefined;
  const definition = assembly.symbols.definitionNamed(word.text);
  if (definition === undefined) return undefined;
  return { file: path, range: word.range, definition, isDefinition: false, isWrite: false };
}
