/**
 * What a program does with its zero-page variables: which names it only uses in brackets, and which hold addresses.
 *
 * A variable is taken to hold an address if X, Y or a jump is loaded from it, if an address of RAM is stored into it,
 * or if its value is copied to or from one that does.
 */
import { addTo } from '#basics';
import { RAM_KINDS } from '../contract/debug-info.ts';
import { opcodeOfCode, type Opcode } from '#isa';
import type { Expression, InstructionForm } from '../contract/syntax.ts';
import type { Item, Origin, Program, ProgramSymbol } from '../program/program.ts';
import { partsOf } from '../values/table-operand.ts';
import { findSymbol, namedSymbol } from '../values/unknown-names.ts';

/** Modes of stores that also load X or Y from AC. */
const INTO_REGISTER: ReadonlySet<number> = new Set([4, 5]);
/** How many parts of an expression are visited; a chain of constants that double has exponentially many. */
const MOST_PARTS = 1000;

export class VariableUses {
  private readonly inBrackets = new Set<ProgramSymbol>();
  private readonly asAddress = new Set<ProgramSymbol>();
  private readonly addresses = new Set<ProgramSymbol>();
  private readonly copies = new Map<ProgramSymbol, ProgramSymbol[]>();
  /** While items are read: the variable that AC comes from, and whether AC comes from an address of RAM. */
  private source: ProgramSymbol | undefined;
  private holdsAddress = false;

  /** @param suspects items whose names do not count as addresses */
  constructor(
    private readonly program: Program,
    private readonly suspects: ReadonlySet<Item>,
  ) {
    for (const item of program.items) this.read(item);
    for (const { expression, origin } of program.symbols)
      if (expression !== undefined && origin !== undefined) this.note(expression, origin);
    // The set grows during this loop.
    for (const symbol of this.addresses) for (const copy of this.copies.get(symbol) ?? []) this.addresses.add(copy);
  }

  /** The variable whose byte an instruction reads or writes. */
  variable(item: Item, form: InstructionForm): ProgramSymbol | undefined {
    return variableOf(this.program, item, form);
  }

  /** Whether a name is only used in brackets. */
  isVariable(symbol: ProgramSymbol): boolean {
    return this.inBrackets.has(symbol) && !this.asAddress.has(symbol);
  }

  isAddress(symbol: ProgramSymbol): boolean {
    return this.addresses.has(symbol);
  }

  private read(item: Item): void {
    const form = formOf(item);
    if (form !== undefined) this.instruction(item, form, opcodeOfCode(form.opcode));
    else if (item.statement?.kind === 'directive')
      for (const expression of item.statement.expressions) this.note(expression, item);
    if (form === undefined && item.size > 0) {
      this.source = undefined;
      this.holdsAddress = false;
    }
  }

  private instruction(item: Item, form: InstructionForm, opcode: Opcode): void {
    const isSuspect = this.suspects.has(item);
    if (form.role !== 'zero-page' && form.value !== undefined && !isSuspect) this.note(form.value, item);
    const variable = this.variable(item, form);
    if (variable !== undefined) this.inBrackets.add(variable);
    this.registers(opcode, variable);
    if (opcode.operation === 'st') this.store(opcode, variable);
    if (opcode.operation === 'ld' && opcode.target === 'ac') {
      this.source = variable;
      const value = opcode.bus === 'd' && !isSuspect ? form.value : undefined;
      this.holdsAddress = value !== undefined && this.namesIn(value, item).length > 0;
    }
  }

  /** X, Y and the targets of jumps are addresses. */
  private registers({ operation, bus, target, mode }: Opcode, variable: ProgramSymbol | undefined): void {
    const isStoredToo = operation === 'st' && INTO_REGISTER.has(mode);
    if (target !== 'x' && target !== 'y' && operation !== 'jump' && !isStoredToo) return;
    const used = bus === 'ac' ? this.source : bus === 'ram' ? variable : undefined;
    if (used !== undefined) this.addresses.add(used);
  }

  private store({ bus }: Opcode, variable: ProgramSymbol | undefined): void {
    if (bus !== 'ac' || variable === undefined) return;
    if (this.holdsAddress) this.addresses.add(variable);
    if (this.source === undefined) return;
    addTo(this.copies, this.source, variable);
    addTo(this.copies, variable, this.source);
  }

  private note(expression: Expression, origin: Origin): void {
    for (const symbol of this.namesIn(expression, origin)) this.asAddress.add(symbol);
  }

  /** The names of declared RAM that an expression leads to. */
  private namesIn(expression: Expression, origin: Origin): readonly ProgramSymbol[] {
    const found: ProgramSymbol[] = [];
    const open: [Expression, Origin][] = [[expression, origin]];
    for (let left = MOST_PARTS; left > 0; left--) {
      const next = open.pop();
      if (next === undefined) break;
      const [part, place] = next;
      if (part.kind !== 'symbol') {
        for (const inner of partsOf(part)) open.push([inner, place]);
        continue;
      }
      const { operand, origin: bound } = place.scope.binding(part.name) ?? {};
      if (operand?.kind === 'value' && bound !== undefined) open.push([operand.value, bound]);
      const symbol = operand === undefined ? findSymbol(this.program, part.name, place) : undefined;
      if (symbol !== undefined && RAM_KINDS.has(symbol.kind)) found.push(symbol);
      else if (symbol?.expression !== undefined && symbol.origin !== undefined)
        open.push([symbol.expression, symbol.origin]);
    }
    return found;
  }
}

/** The variable whose byte an instruction reads or writes. */
export function variableOf(program: Program, item: Item, { role, value }: InstructionForm): ProgramSymbol | undefined {
  if (role !== 'zero-page' || value === undefined) return undefined;
  const symbol = namedSymbol(program, value, item);
  return symbol?.kind === 'zero-page' ? symbol : undefined;
}

export function formOf({ statement }: Item): InstructionForm | undefined {
  return statement?.kind === 'instruction' ? statement.form : undefined;
}
