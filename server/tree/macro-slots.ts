/**
 * What an argument of a macro can be, as follows from what the macro's body does with its parameter.
 */
import { DIRECTIVES, type ParsedLine, type SymbolDefinition } from '#assembler';
import { MNEMONICS } from '#isa';
import type { View } from '../project/view.ts';
import { completionContext } from './completion-context.ts';
import {
  directiveSlot,
  functionSlot,
  instructionSlot,
  isInstruction,
  NO_SLOT,
  slotOf,
  union,
  type Slot,
} from './operand-slot.ts';
import { parameterPlace } from './parameters.ts';
import { symbolsOf } from './places.ts';

/** How deep calls of macros in macros are followed. */
const MOST_CALLS = 4;

/** What can be in any operand, for a parameter whose use is not known. */
const ANY_OPERAND: Slot = {
  wanted: new Set(['anything']),
  words: new Set(['ac', 'in', 'x', 'y', 'out']),
  brackets: new Set(['[', '[y,']),
};

/** The slot of a statement's operand; `head` is a mnemonic, a directive with its dot, or a macro. */
export function slotAt(view: View, head: string, operand: number, before: string): Slot {
  return functionSlot(before) ?? followed(view, head, operand, before, MOST_CALLS);
}

function followed(view: View, head: string, operand: number, before: string, calls: number): Slot {
  if (head === '') return slotOf('anything');
  if (head.startsWith('.')) {
    const name = head.slice(1).toLowerCase();
    return Object.hasOwn(DIRECTIVES, name) ? directiveSlot(name, operand, before) : NO_SLOT;
  }
  if (isInstruction(head)) return instructionSlot(head, before);
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
  const slots = bodyOf(view, macro).flatMap((line) => usesIn(view, line, parameter, calls));
  return slots.length === 0 ? ANY_OPERAND : union(slots);
}

/** The lines between a macro's first and its last. */
function bodyOf({ assembly }: View, { file, extent }: SymbolDefinition): readonly ParsedLine[] {
  return assembly.file(file)?.lines.slice(extent.start.line + 1, extent.end.line) ?? [];
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
