/**
 * Names of parameters, in the macro and in the calls that give an argument by name: `draw row=3`.
 *
 * A parameter is a name of its macro's block, so the symbol graph leaves out the calls' names as well.
 */
import { contains, lineRange, type Assembly, type Location, type Position } from '#assembler';
import { blockNameAt, blockNames, type BlockName } from './block-names.ts';

/** A name of a block, and the file in which it is declared. */
export interface PlacedBlockName {
  readonly file: string;
  readonly block: BlockName;
}

/** The name of a block at a position: in the block, or a parameter's before an argument. */
export function localNameAt(assembly: Assembly, path: string, position: Position): PlacedBlockName | undefined {
  const lines = assembly.file(path)?.lines ?? [];
  const block = blockNameAt(lines, position);
  if (block !== undefined) return { file: path, block };
  const statement = lines[position.line]?.statement;
  if (statement?.kind !== 'call') return undefined;
  const name = statement.arguments
    .flatMap((argument) => argument.name ?? [])
    .find(({ start, end }) => contains(lineRange(position.line, start, end), position));
  return name === undefined ? undefined : parameterOf(assembly, statement.name.text, name.text);
}

/** A parameter of the macro that calls reach by a name. */
function parameterOf(assembly: Assembly, macro: string, parameter: string): PlacedBlockName | undefined {
  const definition = assembly.symbols.definitionNamed(macro);
  if (definition?.kind !== 'macro') return undefined;
  const { file, range } = definition;
  const block = blockNames(assembly.file(file)?.lines ?? []).find(
    ({ name, firstLine }) => name === parameter && firstLine === range.start.line,
  );
  return block === undefined ? undefined : { file, block };
}

/**
 * Where calls write the name of a parameter.
 * @param path the only file to look at; undefined: all
 */
export function namedArguments(assembly: Assembly, { file, block }: PlacedBlockName, path?: string): Location[] {
  const { macro } = block;
  if (macro === undefined) return [];
  const definition = assembly.symbols.definitionNamed(macro);
  if (definition?.file !== file || definition.range.start.line !== block.firstLine) return [];
  const found: Location[] = [];
  for (const { path: other, lines } of assembly.files) {
    if (path !== undefined && path !== other) continue;
    for (const [line, { statement }] of lines.entries()) {
      if (statement?.kind !== 'call' || statement.name.text !== macro) continue;
      for (const { name } of statement.arguments) {
        if (name?.text === block.name) found.push({ file: other, range: lineRange(line, name.start, name.end) });
      }
    }
  }
  return found;
}

/** The argument that is being typed, with the name of its parameter if it gives one. */
const NAMED = /(?:^|,)\s*([A-Za-z_]\w*)\s*=(?!=)[^,]*$/;

/**
 * The position of the parameter whose argument is being typed: the one that it names, or the one at its own position.
 * @param typed the arguments so far
 * @param operand how many arguments are before it
 */
export function parameterPlace(parameters: readonly string[], typed: string, operand: number): number {
  const name = NAMED.exec(typed.replace(/\[[^\]]*\]?/g, ''))?.[1];
  const named = name === undefined ? -1 : parameters.indexOf(name);
  return named < 0 ? operand : named;
}

export function namesGiven(typed: string): ReadonlySet<string> {
  return new Set([...typed.matchAll(/(?:^|,)\s*([A-Za-z_]\w*)\s*=(?!=)/g)].map(([, name = '']) => name));
}
