/**
 * Which symbol is meant at a position, wherever its name is written: in code, before the dot of another name, in the
 * argument of a macro that makes it, in a routine header, and in code that is not assembled.
 */
import { contains, lineRange } from '#assembler';
import type { Assembly, Location, Position, SymbolReference } from '#assembler';
import { expressionParts } from './places.ts';
import { headerWordAt } from './header-names.ts';
import { inactiveReferenceAt } from './inactive-names.ts';
import { madeReferenceAt } from './made-names.ts';

/**
 * The anonymous label (`:`) at a position, or the one that an expression there (`:-`, `:++`) leads to, as the place of
 * its colon. Which one is meant depends on the labels in between, including those of macro calls, so the assembler is
 * asked.
 */
export function anonymousLabelAt(assembly: Assembly, path: string, position: Position): Location | undefined {
  const here = labelOn(assembly, path, position.line);
  if (here !== undefined && contains(here.range, position)) return here;
  const use = usesOn(assembly, path, position.line).find(
    ({ start, end }) => start <= position.character && position.character <= end,
  );
  const [target] = use === undefined ? [] : assembly.anonymousFrom(path, position.line, use.distance);
  return target === undefined ? undefined : labelOn(assembly, target.file, target.line);
}

/** The expressions that lead to an anonymous label, all in its file. */
export function anonymousUses(assembly: Assembly, { file, range }: Location): readonly Location[] {
  const lines = assembly.file(file)?.lines ?? [];
  return lines.flatMap((_, line) =>
    usesOn(assembly, file, line)
      .filter(({ distance }) =>
        assembly
          .anonymousFrom(file, line, distance)
          .some((target) => target.file === file && target.line === range.start.line),
      )
      .map(({ start, end }) => ({ file, range: lineRange(line, start, end) })),
  );
}

function labelOn(assembly: Assembly, file: string, line: number): Location | undefined {
  const label = assembly.file(file)?.lines[line]?.labels.find(({ text }) => text === '');
  return label === undefined ? undefined : { file, range: lineRange(line, label.start, label.end) };
}

/** The expressions on a line that lead to an anonymous label. */
function usesOn(assembly: Assembly, path: string, line: number) {
  const parsed = assembly.file(path)?.lines[line];
  if (parsed?.statement === undefined || !parsed.text.includes(':')) return [];
  return expressionParts(parsed.statement).filter((part) => part.kind === 'anonymous');
}

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
  const place = lineRange(line, range.start.character, end);
  return owner && { file, range: place, definition: owner, isDefinition: false, isWrite: false };
}

/** The reference in a name of a routine header. */
function headerReferenceAt(assembly: Assembly, path: string, position: Position): SymbolReference | undefined {
  const word = headerWordAt(assembly.file(path)?.lines ?? [], position);
  if (word?.kind !== 'name') return undefined;
  const definition = assembly.symbols.definitionNamed(word.text);
  if (definition === undefined) return undefined;
  return { file: path, range: word.range, definition, isDefinition: false, isWrite: false };
}
