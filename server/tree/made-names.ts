/**
 * Names that a macro makes out of its arguments.
 *
 *     .macro toggle name          toggle drawPiece
 *     name:   …
 *
 * defines `drawPiece`, and the assembler says rightly that the label stands in the macro, where it is
 * written `name`. For whoever reads or renames it, it is defined where its name is written: in the call.
 */
import {
  lineRange,
  type Assembly,
  type Location,
  type Position,
  type SymbolDefinition,
  type SymbolReference,
} from '#assembler';
import { symbolsOf } from './places.ts';

/** The reference at a position, which may be the argument of a macro call that makes a name. */
export function referenceAt(assembly: Assembly, path: string, position: Position): SymbolReference | undefined {
  const known = assembly.symbols.at(path, position);
  if (known !== undefined) return known;
  const { line, character } = position;
  const statement = assembly.file(path)?.lines[line]?.statement;
  if (statement?.kind !== 'call') return undefined;
  const symbol = symbolsOf(statement).find(({ start, end }) => start <= character && character <= end);
  const definition = assembly.symbols.definitions.find(({ name }) => name === symbol?.name);
  if (symbol === undefined || definition === undefined || !isMade(assembly, definition)) return undefined;
  const range = lineRange(line, symbol.start, symbol.end);
  return { file: path, range, definition, isDefinition: true, isWrite: false };
}

/** Whether a place is written otherwise than the name that it stands for. */
export function isWrittenOtherwise(assembly: Assembly, name: string, place: Location): boolean {
  return lastPart(textAt(assembly, place)) !== lastPart(name);
}

/** Whether a definition has its name from a macro's argument. */
export function isMade(assembly: Assembly, definition: SymbolDefinition): boolean {
  return isWrittenOtherwise(assembly, definition.name, definition);
}

/** Where the name of a definition is written: in a macro call, or at the definition itself. */
export function writtenAt(assembly: Assembly, definition: SymbolDefinition): Location {
  return (isMade(assembly, definition) ? namingCall(assembly, definition) : undefined) ?? definition;
}

/** The argument that gives a definition its name, in a call of the macro in which it stands. */
export function namingCall(assembly: Assembly, definition: SymbolDefinition): Location | undefined {
  const { name, file, range } = definition;
  const macro = assembly.symbols.definitions.find(
    ({ kind, extent, file: at }) =>
      kind === 'macro' && at === file && extent.start.line < range.start.line && range.start.line < extent.end.line,
  );
  const parameter = macro?.parameters?.indexOf(lastPart(textAt(assembly, definition))) ?? -1;
  if (macro === undefined || parameter < 0) return undefined;
  for (const site of assembly.expansions) {
    if (site.kind !== 'macro' || site.name !== macro.name) continue;
    const { line } = site.range.start;
    const statement = assembly.file(site.file)?.lines[line]?.statement;
    const argument = statement?.kind === 'call' ? statement.arguments[parameter] : undefined;
    if (argument?.kind !== 'value' || argument.value.kind !== 'symbol' || argument.value.name !== name) continue;
    return { file: site.file, range: lineRange(line, argument.value.start, argument.value.end) };
  }
  return undefined;
}

/** What is written at a place of one line. */
function textAt(assembly: Assembly, { file, range }: Location): string {
  const line = assembly.file(file)?.lines[range.start.line]?.text ?? '';
  return line.slice(range.start.character, range.end.character);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
