/**
 * The tree of variables: registers, zero page by name, tables by entry.
 *
 * A node is what can be opened in the Variables view; opening it gives variables, each of which may
 * be a node again and may have a place that can be set.
 */
import { bankAt, type RomAddress } from '#basics';
import type { DebugPlace, DebugTable } from '#assembler';
import { hexWord } from '#isa';
import { beamPlace } from './frame-timing.ts';
import { variable, type Scope, type Value } from './evaluate.ts';
import { formatValue } from './format.ts';
import { ramReference, readPlace, REGISTERS, type Place, entryCount, entryPlace, isSingle } from './place.ts';
import { vcpuInstruction, vcpuLines, VCPU_REGISTERS } from './vcpu.ts';

export type VariablesNode =
  | { readonly kind: 'registers'; readonly address: RomAddress }
  | { readonly kind: 'vcpu' }
  | { readonly kind: 'vcpu-code' }
  | { readonly kind: 'zero-page' }
  | { readonly kind: 'tables' }
  | { readonly kind: 'table'; readonly table: DebugTable };

export interface Variable {
  readonly name: string;
  readonly value: string;
  readonly type: string;
  /** Expression that names it in a watch. */
  readonly evaluateName?: string;
  readonly place?: Place;
  readonly memoryReference?: string;
  /** What opens below it. */
  readonly node?: VariablesNode;
  readonly entries?: number;
  /** Where it is declared, and the code that its value means. */
  readonly declared?: DebugPlace;
  readonly leadsTo?: DebugPlace;
}

/** The variables of a node; of a table only entries `start` … `start + count − 1`. */
export function variablesOf(node: VariablesNode, scope: Scope, start = 0, count = Infinity): readonly Variable[] {
  switch (node.kind) {
    case 'registers':
      return registers(scope, node.address);
    case 'vcpu':
      return vcpu(scope);
    case 'vcpu-code':
      return vcpuLines(scope.machine, scope.program.vcpu).map(({ address, text }) => ({
        name: scope.program.vcpu.code(address) ?? hexWord(address),
        value: text,
        type: '',
      }));
    case 'zero-page':
      return scope.program.symbols.tables
        .filter((table) => table.layout === 'zero-page')
        .map((table) => (isSingle(table) ? leaf(table.name, table.name, table, 0, scope) : whole(table, scope)));
    case 'tables':
      return scope.program.symbols.tables
        .filter((table) => table.layout !== 'zero-page')
        .map((table) => whole(table, scope));
    case 'table':
      return entries(node.table, scope, start, count);
  }
}

function registers(scope: Scope, address: RomAddress): readonly Variable[] {
  const { machine } = scope;
  const named = REGISTERS.map((name): Variable => {
    const place: Place = { kind: 'register', name };
    const isPc = name === 'pc';
    const number = isPc ? address : readPlace(machine, place);
    const value: Value = { number, place, ...(isPc ? { rom: true } : {}) };
    const leadsTo = isPc ? scope.program.sources.lineAt(address) : undefined;
    return {
      ...{ name: name.toUpperCase(), value: formatValue(value, scope), type: 'register', evaluateName: name, place },
      ...(leadsTo && { leadsTo }),
    };
  });
  const time = { cycle: machine.cycle, ...beamPlace(machine) };
  const times = Object.entries(time).map(([name, value]) => ({ name, value: String(value), type: 'time' }));
  return [...named, ...times.map((each) => ({ ...each, evaluateName: each.name }))];
}

/** The registers of the vCPU, and what executes next. */
function vcpu(scope: Scope): readonly Variable[] {
  const { machine, program } = scope;
  const registers = VCPU_REGISTERS.map(({ name, place }): Variable => {
    const value = formatValue({ number: readPlace(machine, place), place }, scope);
    return { name, value, type: 'register of the vCPU', evaluateName: name, place };
  });
  const instruction = vcpuInstruction(machine, program.vcpu);
  return [...registers, { name: 'instruction', value: instruction, type: '', node: { kind: 'vcpu-code' } }];
}

function whole(table: DebugTable, scope: Scope): Variable {
  const value = variable(scope.machine, table);
  const { place } = value;
  return {
    name: table.name,
    value: formatValue(value, scope),
    ...(place === undefined ? {} : { place }),
    type: `${table.layout} of ${table.element === '' ? 'byte' : table.element}`,
    evaluateName: table.name,
    memoryReference: ramReference({ address: table.address, bank: bankAt(table, table.address) }),
    node: { kind: 'table', table },
    entries: entryCount(table),
    declared: table,
  };
}

function entries(table: DebugTable, scope: Scope, start: number, count: number): readonly Variable[] {
  const first = table.first + start;
  const last = Math.min(table.last, first + count - 1);
  const result: Variable[] = [];
  for (let index = first; index <= last; index++) {
    const name = scope.program.meanings.ofIndex(table, index);
    result.push(leaf(name, `${table.name}[${name}]`, table, index, scope));
  }
  return result;
}

function leaf(name: string, expression: string, table: DebugTable, index: number, scope: Scope): Variable {
  const place = entryPlace(table, index);
  if (place === undefined) return { name, value: '', type: '' };
  const value: Value = { number: readPlace(scope.machine, place), place, table };
  return {
    name,
    value: formatValue(value, scope),
    type: table.element === '' ? 'byte' : table.element,
    evaluateName: expression,
    place,
    memoryReference: ramReference(place),
    declared: table,
  };
}

/** What opens below the result of an expression: a table as a whole. */
export function nodeOf(value: Value): VariablesNode | undefined {
  const isTable = value.place === undefined || value.whole === true;
  return value.table !== undefined && isTable ? { kind: 'table', table: value.table } : undefined;
}
