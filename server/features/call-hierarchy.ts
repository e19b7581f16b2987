/**
 * Who calls a routine, and whom it calls.
 *
 * On this machine a call is a jump whose delay slot loads the return address, and a tail call is a
 * jump without. Both are edges here: every instruction that jumps to a global label is a call from the
 * label that it stands below.
 */
import type { Assembly, SymbolDefinition, SymbolReference } from '#assembler';
import { decode, JUMP_MNEMONICS } from '#isa';
import {
  SymbolKind,
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  type Position,
  type Range,
} from 'vscode-languageserver';
import { shortValue } from '../help/symbols.ts';
import type { View } from '../project/view.ts';

const JUMPS: ReadonlySet<string> = new Set(JUMP_MNEMONICS);

/** A jump, with the routine that holds it. */
interface Call {
  readonly from: SymbolDefinition;
  readonly use: SymbolReference;
}

/** The routine that the name under the cursor is, or the one that the cursor stands in. */
export function prepareCallHierarchy(view: View, position: Position): CallHierarchyItem[] | null {
  const named = view.assembly.symbols.at(view.path, position)?.definition;
  const routine = named?.kind === 'label' ? named : routineAt(routinesByFile(view.assembly), view.path, position.line);
  return routine === undefined ? null : [itemOf(view, routine)];
}

/** Callers of the routine that an item stands for. */
export function incomingCalls(view: View, item: CallHierarchyItem): CallHierarchyIncomingCall[] {
  const routine = routineOf(view, item);
  if (routine === undefined) return [];
  const calls = callsIn(view.assembly).filter(({ use }) => use.definition === routine);
  return grouped(calls, ({ from }) => from).map(([from, group]) => ({
    from: itemOf(view, from),
    fromRanges: rangesOf(group),
  }));
}

/** Routines that the routine of an item calls. */
export function outgoingCalls(view: View, item: CallHierarchyItem): CallHierarchyOutgoingCall[] {
  const routine = routineOf(view, item);
  if (routine === undefined) return [];
  const calls = callsIn(view.assembly).filter(({ from }) => from === routine);
  return grouped(calls, ({ use }) => use.definition).map(([to, group]) => ({
    to: itemOf(view, to),
    fromRanges: rangesOf(group),
  }));
}

function callsIn(assembly: Assembly): Call[] {
  const routines = routinesByFile(assembly);
  return assembly.symbols.references.flatMap((use) => {
    if (use.definition.kind !== 'label' || use.isDefinition) return [];
    if (!isJump(assembly, use)) return [];
    const from = routineAt(routines, use.file, use.range.start.line);
    return from === undefined || from === use.definition ? [] : [{ from, use }];
  });
}

/** Whether the line of a use jumps to it, by an instruction or by a macro that holds one. */
function isJump(assembly: Assembly, { file, range, definition }: SymbolReference): boolean {
  const { line } = range.start;
  const statement = assembly.file(file)?.lines[line]?.statement;
  if (statement?.kind === 'instruction') return JUMPS.has(statement.mnemonic);
  if (statement?.kind !== 'call' || definition.value === undefined) return false;
  const low = definition.value & 0xff;
  const sites = assembly.expansions.filter((site) => site.file === file && site.range.start.line === line);
  return sites.some(({ words }) =>
    words.some(({ word }) => {
      const { opcode, operand } = decode(word);
      return opcode.operation === 'jump' && opcode.bus === 'd' && operand === low;
    }),
  );
}

type Routines = ReadonlyMap<string, readonly SymbolDefinition[]>;

/** The global labels of each file, last line first. */
function routinesByFile(assembly: Assembly): Routines {
  const routines = new Map<string, SymbolDefinition[]>();
  for (const definition of assembly.symbols.definitions) {
    if (definition.kind !== 'label') continue;
    const list = routines.get(definition.file);
    if (list === undefined) routines.set(definition.file, [definition]);
    else list.push(definition);
  }
  for (const list of routines.values()) list.sort((a, b) => b.range.start.line - a.range.start.line);
  return routines;
}

/** The global label that a line stands below. */
function routineAt(routines: Routines, file: string, line: number): SymbolDefinition | undefined {
  return routines.get(file)?.find(({ range }) => range.start.line <= line);
}

function routineOf(view: View, item: CallHierarchyItem): SymbolDefinition | undefined {
  return view.assembly.symbols.definitions.find(({ kind, name }) => kind === 'label' && name === item.name);
}

function itemOf(view: View, routine: SymbolDefinition): CallHierarchyItem {
  return {
    name: routine.name,
    kind: SymbolKind.Function,
    detail: shortValue(routine),
    uri: view.uriOf(routine.file),
    range: routine.extent,
    selectionRange: routine.range,
  };
}

function grouped(calls: readonly Call[], keyOf: (call: Call) => SymbolDefinition): [SymbolDefinition, Call[]][] {
  const groups = new Map<SymbolDefinition, Call[]>();
  for (const call of calls) {
    const key = keyOf(call);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [call]);
    else group.push(call);
  }
  return [...groups];
}

function rangesOf(calls: readonly Call[]): Range[] {
  return calls.map(({ use }) => use.range);
}
