/**
 * What calls a routine or macro, and what it calls.
 *
 * On this machine a call is a jump whose delay slot loads the return address, and a tail call is a jump without.
 * Both are edges here: every instruction that jumps to a global label is a call from the label that it is below. So are
 * declared targets of a computed jump (`.targets`), the end of a routine that falls through into the next one, and
 * calls of macros.
 */
import { addTo, remembered } from '#basics';
import type { Assembly, SymbolDefinition, SymbolReference } from '#assembler';
import { decode, JUMP_MNEMONICS, wordAt } from '#isa';
import {
  SymbolKind,
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  type Position,
  type Range,
} from 'vscode-languageserver';
import type { Calls } from '../help/routines.ts';
import { shortValue } from '../help/symbols.ts';
import type { View } from '../project/view.ts';

const JUMPS: ReadonlySet<string> = new Set(JUMP_MNEMONICS);

interface Call {
  readonly from: SymbolDefinition;
  readonly use: SymbolReference;
}

/** The routine that the name under the cursor is, or the one that the cursor is in. */
export function prepareCallHierarchy(view: View, position: Position): CallHierarchyItem[] | null {
  const named = view.assembly.symbols.at(view.path, position)?.definition;
  const isCallable = named?.kind === 'label' || named?.kind === 'macro';
  const routine = isCallable ? named : callerAt(view.assembly)(view.path, position.line);
  return routine === undefined ? null : [itemOf(view, routine)];
}

export function incomingCalls(view: View, item: CallHierarchyItem): CallHierarchyIncomingCall[] {
  const routine = routineOf(view, item);
  if (routine === undefined) return [];
  const { assembly } = view;
  const calls = [...edgesIn(assembly, assembly.symbols.referencesTo(routine)), ...fallingInto(assembly, routine)];
  return rangesBy(calls, ({ from }) => from).map(([from, fromRanges]) => ({ from: itemOf(view, from), fromRanges }));
}

export function outgoingCalls(view: View, item: CallHierarchyItem): CallHierarchyOutgoingCall[] {
  const routine = routineOf(view, item);
  if (routine === undefined) return [];
  const calls = edgesFrom(view.assembly, routine);
  return rangesBy(calls, ({ use }) => use.definition).map(([to, fromRanges]) => ({ to: itemOf(view, to), fromRanges }));
}

/** Jumps, declared targets and macro calls in a routine or macro, and the routine that it falls through into. */
function edgesFrom(assembly: Assembly, routine: SymbolDefinition): Call[] {
  const end = routine.kind === 'macro' ? routine.extent.end.line : endOf(assembly, routine);
  const inside = assembly.symbols.referencesOn(routine.file, routine.range.start.line, end - 1);
  const next = assembly.symbols
    .definitionsIn(routine.file)
    .find(({ kind, range }) => kind === 'label' && range.start.line === end);
  const into = next === undefined ? [] : fallingInto(assembly, next).filter(({ from }) => from === routine);
  return [...edgesIn(assembly, inside).filter(({ from }) => from === routine), ...into];
}

/** The line of the next global label in the file. */
function endOf({ symbols }: Assembly, routine: SymbolDefinition): number {
  return symbols
    .definitionsIn(routine.file)
    .filter(({ kind, range }) => kind === 'label' && range.start.line > routine.range.start.line)
    .reduce((least, { range }) => Math.min(least, range.start.line), Infinity);
}

/** The references that are edges: calls, declared targets, calls of macros. */
function edgesIn(assembly: Assembly, references: readonly SymbolReference[]): Call[] {
  return callsAmong(references, (use) => isEdge(assembly, use), callerAt(assembly));
}

/** The references that are calls, each with the routine that it is in; a routine does not call itself. */
function callsAmong(
  references: readonly SymbolReference[],
  isCall: (use: SymbolReference) => boolean,
  callerOf: (file: string, line: number) => SymbolDefinition | undefined,
): Call[] {
  return references.flatMap((use) => {
    const from = use.isDefinition || !isCall(use) ? undefined : callerOf(use.file, use.range.start.line);
    return from === undefined || from === use.definition ? [] : [{ from, use }];
  });
}

function isEdge(assembly: Assembly, use: SymbolReference): boolean {
  const { definition, file, range } = use;
  const statement = assembly.file(file)?.lines[range.start.line]?.statement;
  if (definition.kind === 'macro') {
    const isExit = statement?.kind === 'directive' && statement.name === 'exits';
    return isExit || (statement?.kind === 'call' && statement.name.text === definition.name);
  }
  if (definition.kind !== 'label') return false;
  return (statement?.kind === 'directive' && statement.name === 'targets') || isJump(assembly, use);
}

/** The routine above, if it falls through into this one: its last word is not the delay slot of a jump. */
function fallingInto(assembly: Assembly, routine: SymbolDefinition): Call[] {
  const { kind, value, file, range } = routine;
  if (kind !== 'label' || value === undefined || value < 2 || assembly.used[value - 1] !== 1) return [];
  const before = decode(wordAt(assembly.image, value - 2)).opcode;
  const leaves = before.operation === 'jump' && (before.condition === 'far' || before.condition === 'always');
  if (leaves) return [];
  const from = routineAt(assembly)(file, range.start.line - 1);
  if (from === undefined) return [];
  return [{ from, use: { file, range, definition: routine, isDefinition: true, isWrite: false } }];
}

/** The macro that contains a line, otherwise the global label above it. */
function callerAt(assembly: Assembly) {
  const routine = routineAt(assembly);
  return (file: string, line: number): SymbolDefinition | undefined => {
    const macro = assembly.symbols
      .definitionsIn(file)
      .find(({ kind, extent }) => kind === 'macro' && extent.start.line <= line && line <= extent.end.line);
    return macro ?? routine(file, line);
  };
}

/** The names that a routine calls, each once, and whether it is called itself. */
export function callsOf(assembly: Assembly, routine: SymbolDefinition): Calls {
  const isCall = (use: SymbolReference): boolean => use.definition.kind === 'label' && isJump(assembly, use);
  const callsIn = (uses: readonly SymbolReference[]): Call[] => callsAmong(uses, isCall, routineAt(assembly));
  const inside = assembly.symbols.referencesOn(routine.file, routine.range.start.line, endOf(assembly, routine) - 1);
  const made = callsIn(inside).filter(({ from }) => from === routine);
  const isCalled = callsIn(assembly.symbols.referencesTo(routine)).length > 0;
  return { calls: [...new Set(made.map(({ use }) => use.definition.name))], isCalled };
}

/** Whether the line of a use jumps to it, by an instruction or by a macro that holds one. */
function isJump(assembly: Assembly, { file, range, definition }: SymbolReference): boolean {
  const { line } = range.start;
  const statement = assembly.file(file)?.lines[line]?.statement;
  if (statement?.kind === 'instruction') return JUMPS.has(statement.mnemonic);
  if (statement?.kind !== 'call' || definition.value === undefined) return false;
  const low = definition.value & 0xff;
  return assembly.expansionsAt(file, line).some(({ words }) =>
    words.some(({ word }) => {
      const { opcode, operand } = decode(word);
      return opcode.operation === 'jump' && opcode.bus === 'd' && operand === low;
    }),
  );
}

type Routines = ReadonlyMap<string, readonly SymbolDefinition[]>;

/** One answer asks for the routines several times. */
const knownRoutines = new WeakMap<Assembly, Routines>();

/** Finds the global label that a line is below. */
function routineAt(assembly: Assembly) {
  const routines = remembered(knownRoutines, assembly, () => findRoutines(assembly));
  return (file: string, line: number): SymbolDefinition | undefined =>
    routines.get(file)?.find(({ range }) => range.start.line <= line);
}

/** The global labels of each file, last line first. */
function findRoutines(assembly: Assembly): Routines {
  const routines = new Map<string, SymbolDefinition[]>();
  for (const definition of assembly.symbols.definitionsOf('label')) addTo(routines, definition.file, definition);
  for (const list of routines.values()) list.sort((a, b) => b.range.start.line - a.range.start.line);
  return routines;
}

function routineOf(view: View, item: CallHierarchyItem): SymbolDefinition | undefined {
  const definition = view.assembly.symbols.definitionNamed(item.name);
  return definition?.kind === 'label' || definition?.kind === 'macro' ? definition : undefined;
}

function itemOf(view: View, routine: SymbolDefinition): CallHierarchyItem {
  return {
    name: routine.name,
    kind: routine.kind === 'macro' ? SymbolKind.Operator : SymbolKind.Function,
    detail: shortValue(routine),
    uri: view.uriOf(routine.file),
    range: routine.extent,
    selectionRange: routine.range,
  };
}

/** Where the calls are, for each routine that is at one of their ends. */
function rangesBy(calls: readonly Call[], end: (call: Call) => SymbolDefinition): [SymbolDefinition, Range[]][] {
  const ranges = new Map<SymbolDefinition, Range[]>();
  for (const call of calls) addTo(ranges, end(call), call.use.range);
  return [...ranges];
}
