/**
 * Names of parameters, in the macro and in the calls that give an argument by name: `draw row=3`;
 * and what an argument can be.
 *
 * A parameter is a name of its macro's block, so the symbol graph leaves out the calls' names as well.
 */
import { contains, lineRange, DIRECTIVES, isMnemonic } from '#assembler';
import type { Assembly, Location, Position, ParsedLine } from '#assembler';
import { MNEMONICS } from '#isa';
import { argumentNames, blockNameAt, blockNames, type BlockName } from './block-names.ts';
import type { View } from '../project/view.ts';
import { completionContext } from './completion-context.ts';
import { directiveSlot, functionSlot, instructionSlot, NO_SLOT, slotOf, union, type Slot } from './operand-slot.ts';
import { symbolsOf } from './places.ts';

/** A name of a block, and the file in which it is declared. */
export interface PlacedBlockName {
  readonly file: string;
  readonly block: BlockName;
}

/** The block name at a position: inside its block, or a parameter's name before an argument. */
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

function parameterOf(assembly: Assembly, macro: string, parameter: string): PlacedBlockName | undefined {
  const definition = assembly.symbols.definitionNamed(macro);
  if (definition?.kind !== 'macro') return undefined;
  const { file, range } = definition;
  const block = blockNames(assembly.file(file)?.lines ?? []).find(
    ({ name, firstLine }) => name === parameter && firstLine === range.start.line,
  );
  return block === undefined ? undefined : { file, block };
}

/** Where calls write the name of a parameter. @param path the only file to look at; undefined: all */
export function namedArguments(assembly: Assembly, { file, block }: PlacedBlockName, path?: string): Location[] {
  const { macro } = block;
  if (macro === undefined) return [];
  const definition = assembly.symbols.definitionNamed(macro);
  if (definition?.file !== file || definition.range.start.line !== block.firstLine) return [];
  const files = assembly.files.filter((each) => path === undefined || path === each.path);
  return files.flatMap(({ path: other, lines }) =>
    argumentNames(lines).flatMap(({ line, name: { text, start, end } }) => {
      const statement = lines[line]?.statement;
      const isMeant = text === block.name && statement?.kind === 'call' && statement.name.text === macro;
      return isMeant ? [{ file: other, range: lineRange(line, start, end) }] : [];
    }),
  );
}

/** The argument that is being typed, if it names its parameter. */
const NAMED = /(?:^|,)\s*([A-Za-z_]\w*)\s*=(?!=)[^,]*$/;

/**
 * The index of the parameter whose argument is being typed: of the one that it names, or its own index.
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

/** How deep nested macro calls are followed. */
const MOST_CALLS = 4;

/** For a parameter whose use is not known. */
const ANY_OPERAND: Slot = {
  wanted: new Set(['anything']),
  words: new Set(['ac', 'in', 'x', 'y', 'out']),
  brackets: new Set(['[', '[y,']),
};

/** The slot of a statement's operand; `head` is a mnemonic, a directive with its dot, or a macro. */
export function slotAt(view: View, head: string, operand: number, before: string): Slot {
  return functionSlot(before) ?? followed(view, head, operand, before, MOST_CALLS);
}

/** What an operand can be; that of a macro follows from what its body does with the parameter. */
function followed(view: View, head: string, operand: number, before: string, calls: number): Slot {
  if (head === '') return slotOf('anything');
  if (head.startsWith('.')) {
    const name = head.slice(1).toLowerCase();
    return Object.hasOwn(DIRECTIVES, name) ? directiveSlot(name, operand, before) : NO_SLOT;
  }
  if (isMnemonic(head.toLowerCase())) return instructionSlot(head, before);
  return argumentSlot(view, head, operand, before, calls);
}

function argumentSlot(view: View, head: string, operand: number, before: string, calls: number): Slot {
  const macro = view.assembly.symbols.macroNamed(head);
  if (macro === undefined || calls === 0) return ANY_OPERAND;
  const open = /\[\s*(y\s*,)?[^\]]*$/i.exec(before);
  if (open !== null) return instructionSlot('ld', open[1] === undefined ? '[' : '[y,');
  const parameters = macro.parameters ?? [];
  const parameter = parameters[parameterPlace(parameters, before, operand)];
  if (parameter === undefined) return NO_SLOT;
  const { file, extent } = macro;
  const body = view.assembly.file(file)?.lines.slice(extent.start.line + 1, extent.end.line) ?? [];
  const slots = body.flatMap((line) => usesIn(view, line, parameter, calls));
  return slots.length === 0 ? ANY_OPERAND : union(slots);
}

/** The slots where a line of the body uses a parameter, one for each use. */
function usesIn(view: View, line: ParsedLine, parameter: string, calls: number): readonly Slot[] {
  const { labels, statement } = line;
  const slots: Slot[] = [];
  // A label named by the call is a new name.
  if (labels.some(({ text }) => text === parameter)) slots.push(NO_SLOT);
  if (statement === undefined) return slots;
  if (statement.kind === 'call' && statement.name.text === parameter)
    slots.push({ ...NO_SLOT, words: new Set(MNEMONICS) });
  for (const symbol of symbolsOf(statement)) {
    if (symbol.name !== parameter) continue;
    const { head = '', operand = 0, typed = '' } = completionContext(line, symbol.start);
    slots.push(followed(view, head, operand, typed, calls - 1));
  }
  return slots;
}
