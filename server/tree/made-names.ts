/**
 * Names that a macro makes out of its arguments.
 *
 *     .macro toggle name          toggle drawPiece
 *     name:   …
 *
 * defines `drawPiece`. The assembler rightly says that the label is in the macro, where it is written `name`.
 * For a user who reads or renames it, it is defined where its name is written: in the call.
 */
import { lineRange } from '#assembler';
import type { Assembly, Location, Position, SymbolDefinition, SymbolReference } from '#assembler';
import { argumentFor, lastPart, symbolAt } from './places.ts';

/** The reference at an argument of a macro call that makes a name. */
export function madeReferenceAt(assembly: Assembly, path: string, position: Position): SymbolReference | undefined {
  const { line, character } = position;
  const statement = assembly.file(path)?.lines[line]?.statement;
  if (statement?.kind !== 'call') return undefined;
  const symbol = symbolAt(statement, character);
  const definition = symbol === undefined ? undefined : definitionOf(assembly, path, position, symbol.name);
  if (symbol === undefined || definition === undefined || !isMade(assembly, definition)) return undefined;
  const range = lineRange(line, symbol.start, symbol.end);
  return { file: path, range, definition, isDefinition: true, isWrite: false };
}

/** What a name stands for at a position; a local one belongs to the label above. */
function definitionOf(assembly: Assembly, path: string, position: Position, name: string) {
  if (!name.startsWith('.')) return assembly.symbols.definitionNamed(name);
  return assembly.symbols.inScope(path, position).find((known) => known.name === name)?.definition;
}

/** Whether the text at a place differs from the name that it stands for; of names with dots, the last parts count. */
export function isWrittenOtherwise(
  assembly: Assembly,
  name: string,
  { file, range: { start, end } }: Location,
): boolean {
  const text = assembly.file(file)?.lines[start.line]?.text ?? '';
  const last = lastPart(name);
  const from = end.character - last.length;
  if (from < start.character || !text.startsWith(last, from)) return true;
  return from > start.character && text.charAt(from - 1) !== '.';
}

/** Whether a definition has its name from a macro's argument. */
export function isMade(assembly: Assembly, definition: SymbolDefinition): boolean {
  return isWrittenOtherwise(assembly, definition.name, definition);
}

/** Where the name of a definition is written: in a macro call, or at the definition itself. */
export function writtenAt(assembly: Assembly, definition: SymbolDefinition): Location {
  return (isMade(assembly, definition) ? namingCall(assembly, definition) : undefined) ?? definition;
}

/** The argument that gives a definition its name, in a call of the macro that it is in. */
export function namingCall(assembly: Assembly, definition: SymbolDefinition): Location | undefined {
  const { name, scope, file, range } = definition;
  const macro = macroAround(assembly, definition);
  if (macro === undefined) return undefined;
  const line = assembly.file(file)?.lines[range.start.line]?.text ?? '';
  const parameter = lastPart(line.slice(range.start.character, range.end.character));
  const owner = scope === '' ? undefined : assembly.symbols.definitionNamed(scope);
  let first: Location | undefined;
  for (const written of argumentsFor(assembly, macro, parameter)) {
    if (written.name === name) return written;
    // A local name is written in the first such call below the label that owns it.
    const { start } = written.range;
    const isOwned = owner?.file === written.file && owner.range.start.line <= start.line;
    if (!isOwned || scope + written.name !== name) continue;
    if (first === undefined || start.line < first.range.start.line) first = written;
  }
  return first;
}

/**
 * The names that calls give for a parameter of a macro. For a call that passes on a parameter of the macro around it,
 * these are the names that the calls of that macro give.
 * @param seen parameters that have been looked at, since macros may call each other
 */
function* argumentsFor(
  assembly: Assembly,
  macro: SymbolDefinition,
  parameter: string,
  seen = new Set<string>(),
): Generator<NonNullable<ReturnType<typeof symbolArgument>>> {
  const place = macro.parameters?.indexOf(parameter) ?? -1;
  const full = `${macro.name}.${parameter}`;
  if (place < 0 || seen.has(full)) return;
  seen.add(full);
  for (const site of assembly.expansions) {
    if (site.kind !== 'macro' || site.name !== macro.name) continue;
    const written = symbolArgument(assembly, site, parameter, place);
    if (written === undefined) continue;
    const around = macroAround(assembly, written);
    if (around?.parameters?.includes(written.name) === true) yield* argumentsFor(assembly, around, written.name, seen);
    else yield written;
  }
}

function macroAround({ symbols }: Assembly, { file, range }: Location): SymbolDefinition | undefined {
  return symbols
    .definitionsIn(file)
    .find(
      ({ kind, extent }) =>
        kind === 'macro' && extent.start.line < range.start.line && range.start.line < extent.end.line,
    );
}

/** The name that a call gives for a parameter, by its name or place, if it gives a single one. */
function symbolArgument(assembly: Assembly, { file, range }: Location, parameter: string, place: number) {
  const { line } = range.start;
  const statement = assembly.file(file)?.lines[line]?.statement;
  if (statement?.kind !== 'call') return undefined;
  const argument = argumentFor(statement, parameter, place);
  if (argument?.kind !== 'value' || argument.value.kind !== 'symbol') return undefined;
  const { name, start, end } = argument.value;
  return { name, file, range: lineRange(line, start, end) };
}
