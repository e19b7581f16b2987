/**
 * Forgotten brackets: the name of a variable is used as a number where only the variable's value makes sense.
 *
 * Since addresses are plain numbers, this traces how each one is used. A name is reported if the rest of the program
 * only uses it in brackets, and the result is a constant in disguise (`ld count`, `adda 1`), goes back into the
 * variable (`ld count`, …, `st [count]`), or changes or is compared with a byte that is not an address.
 */
import { elementAt } from '#basics';
import { isConditional, opcodeOfCode, type Opcode } from '#isa';
import type { Expression, InstructionForm } from '../contract/syntax.ts';
import { shownName, type Item, type Program, type ProgramSymbol, zeroPageOwners } from '../program/program.ts';
import { brackets } from '../placement/fixes.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { formOf, variableOf, VariableUses } from './variable-uses.ts';

/** A name without brackets. */
interface Suspect {
  readonly index: number;
  readonly item: Item;
  readonly value: Expression;
  readonly symbol: ProgramSymbol;
  /** Whether it is loaded, and not combined with what AC holds. */
  readonly isLoaded: boolean;
}

/** What the chain asks about variables. */
type Uses = Pick<VariableUses, 'variable' | 'isVariable' | 'isAddress'>;

/** Reports names of single bytes in the zero page that lack their brackets. */
export class BracketCheck {
  private readonly suspects = new Map<Item, Suspect>();
  private readonly owners: ReturnType<typeof zeroPageOwners>;

  constructor(
    private readonly program: Program,
    private readonly evaluator: Evaluator,
  ) {
    this.owners = zeroPageOwners(program.meaning.tables);
  }

  /** Notes the next instruction as a suspect if its operand is just the name of a byte, and its result goes to AC. */
  operand(index: number, item: Item, { role, value, opcode }: InstructionForm): void {
    if (role !== 'immediate' || value?.kind !== 'symbol') return;
    const { operation, target } = opcodeOfCode(opcode);
    if (target !== 'ac' || item.scope.binding(value.name) !== undefined) return;
    const symbol = this.evaluator.find(value.name, item);
    if (symbol?.kind !== 'zero-page') return;
    const owner = this.owners.get(symbol.value);
    if (owner === undefined || owner.index !== '' || owner.size * (owner.last - owner.first + 1) !== 1) return;
    this.suspects.set(item, { index, item, value, symbol, isLoaded: operation === 'ld' });
  }

  /** Reports after the last instruction. */
  report(): void {
    const { program, suspects } = this;
    const named = (item: Item, form: InstructionForm): ProgramSymbol | undefined => variableOf(program, item, form);
    // Finding what all names are used for takes longer than everything else here, and is seldom needed.
    const possible = this.follow({ variable: named, isVariable: () => true, isAddress: () => false });
    if (possible.size === 0) return;
    for (const suspect of this.follow(new VariableUses(program, new Set(suspects.keys())))) report(program, suspect);
  }

  /**
   * The suspects that are wrong. Counting fewer names as variables, or more of them as addresses, can only clear
   * suspects.
   */
  private follow(uses: Uses): ReadonlySet<Suspect> {
    const { items } = this.program;
    const wrong = new Set<Suspect>();
    const chain = new Chain(this.suspects, uses, wrong);
    let next = 0;
    for (const { index } of this.suspects.values()) {
      if (index < next) continue;
      // What AC holds is not known at a label, so nothing before the last one matters.
      let start = index;
      while (start > next && !hasLabel(elementAt(items, start))) start--;
      next = start;
      for (; next < items.length && (next <= index || chain.isOpen); next++) chain.follow(elementAt(items, next));
    }
    return wrong;
  }
}

function hasLabel({ labels }: Item): boolean {
  return labels !== undefined && labels.length > 0;
}

/** Follows AC through straight-line code, with the bracketless names that have gone into its value. */
class Chain {
  private pending: Suspect[] = [];
  /** The variable that AC was loaded from, or otherwise the one that an address was combined with. */
  private source: ProgramSymbol | undefined;
  /** Whether AC is still just a name without brackets. */
  private isBare = false;

  constructor(
    private readonly suspects: ReadonlyMap<Item, Suspect>,
    private readonly uses: Uses,
    private readonly wrong: Set<Suspect>,
  ) {}

  /** Whether names without brackets have gone into AC. */
  get isOpen(): boolean {
    return this.pending.length > 0;
  }

  follow(item: Item): void {
    if (hasLabel(item)) this.clear();
    if (item.size === 0) return;
    const form = formOf(item);
    if (form === undefined || item.size !== 1) return this.clear();
    const opcode = opcodeOfCode(form.opcode);
    if (opcode.operation === 'jump') this.jump(opcode);
    else if (opcode.operation === 'st') this.store(item, form, opcode);
    else if (opcode.target === 'ac') this.change(item, form, opcode);
    else if (opcode.bus === 'ac' || opcode.operation !== 'ld') this.clear();
  }

  /** A load, or an operation on AC. */
  private change(item: Item, form: InstructionForm, { operation, bus }: Opcode): void {
    const suspect = this.suspects.get(item);
    if (operation === 'ld') {
      this.clear();
      this.source = bus === 'ram' ? this.uses.variable(item, form) : undefined;
      if (suspect !== undefined && this.uses.isVariable(suspect.symbol)) this.pending = [suspect];
      this.isBare = this.pending.length > 0;
      return;
    }
    if (this.isBare && bus === 'd') this.blame();
    this.isBare = false;
    if (bus === 'ram') this.source ??= this.uses.variable(item, form);
    if (suspect === undefined || !this.uses.isVariable(suspect.symbol)) return;
    // An address makes no sense as a mask.
    if (operation === 'anda' || operation === 'ora') this.wrong.add(suspect);
    else this.pending.push(suspect);
  }

  private store(item: Item, form: InstructionForm, { bus }: Opcode): void {
    if (bus !== 'ac') return;
    const variable = this.uses.variable(item, form);
    const isChanged = variable !== undefined && variable === this.source && !this.uses.isAddress(variable);
    const { pending } = this;
    for (const suspect of pending)
      if (suspect.symbol === variable || (isChanged && !suspect.isLoaded)) this.wrong.add(suspect);
    this.pending = [];
    this.isBare = false;
  }

  /** A branch that tests a constant in AC, or the difference from a byte that is not an address. */
  private jump(opcode: Opcode): void {
    const isCompared = this.source !== undefined && !this.uses.isAddress(this.source);
    if (isConditional(opcode) && (this.isBare || isCompared)) this.blame();
    this.clear();
  }

  private blame(): void {
    for (const suspect of this.pending) this.wrong.add(suspect);
    this.pending = [];
  }

  private clear(): void {
    this.pending = [];
    this.source = undefined;
    this.isBare = false;
  }
}

function report(program: Program, { item, value, symbol }: Suspect): void {
  const name = item.parsed.text.slice(value.start, value.end);
  const message = `"${shownName(symbol)}" is the address of a variable here; what it holds is "[${name}]"`;
  program.findings.add('GT0920', message, item, value, { fixes: brackets(program, item, value) });
}
