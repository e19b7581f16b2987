/**
 * A stretch of a file's lines with a record of all that its expansion did, so that it can be repeated without looking
 * at the lines.
 *
 * A chunk is recorded while its lines are expanded. It is kept only if they reported nothing and read
 * nothing except what is noted here: macros, and the values of conditions and counts. It begins and ends
 * where no routine, frame or block is open, so that few values describe its beginning and end.
 */
import { words } from '#basics';
import type { Binding, Control, Item, Macro, Origin, Program, ProgramSymbol, Scope } from '../program/program.ts';
import type { Expansion } from '../program/expansion.ts';

/** The surroundings in which a chunk begins, by identity. */
export interface Entry {
  readonly file: number;
  readonly base: Scope;
  readonly expansion: Expansion | undefined;
  readonly off: ReadonlySet<string>;
}

/** Counters of expansion: at the beginning of a chunk, or what the chunk adds to them. */
export interface Counters {
  walked: number;
  rounds: number;
  serial: number;
}

/** The lists of a program that expansion fills. */
const LISTS = words('items directives controls symbols anonymous declarations blocks expansions');

export type Lists = { readonly [List in (typeof LISTS)[number]]: Readonly<Program[List]> };

export type Lengths = { readonly [List in keyof Lists]: number };

/** A definition of a global name or a query about the program so far, in order. */
export type Step =
  | { readonly kind: 'symbol'; readonly symbol: ProgramSymbol }
  | { readonly kind: 'macro'; readonly macro: Macro }
  | { readonly kind: 'control'; readonly control: Control };

export interface Chunk {
  /** First line, and the one after the last. */
  from: number;
  to: number;
  readonly entry: Entry;
  scope: Scope;
  /** Whether that scope matters for more than the items in `leading`. */
  readonly isTied: boolean;
  /** Items in the scope in which the chunk begins. */
  readonly leading: readonly Item[];
  /** Scope and switched-off findings at the end; no scope if it is the same as at the start. */
  readonly exitScope: Scope | undefined;
  readonly exitOff: ReadonlySet<string>;
  readonly counted: Readonly<Counters>;
  /** Serial number at the start, which names local labels of calls. */
  readonly serial: number;
  /** Lengths of the program's lists at the start. */
  at: Lengths;
  readonly lists: Lists;
  readonly steps: readonly Step[];
  /** Scopes of labels and routines. */
  readonly scopes: readonly Scope[];
  /** Macros that were called and are not the chunk's own. */
  readonly calls: readonly Macro[];
  readonly origins: readonly Origin[];
  readonly bindings: readonly Binding[];
}

export function lengthsOf(program: Program): Lengths {
  return Object.fromEntries(LISTS.map((list) => [list, program[list].length])) as Lengths;
}

/** Appends what a chunk added to a program's lists. */
export function addAgain(lists: Lists, program: Program): void {
  for (const name of LISTS) {
    const list: unknown[] = program[name];
    for (const each of lists[name]) list.push(each);
  }
}

/** Records what expansion does from one place to another. */
export class Recorder {
  /** Whether something happened that cannot be replayed. */
  isSpoilt = false;
  private readonly at: Lengths;
  private readonly attempts: number;
  private readonly controls: { readonly control: Control; readonly symbols: number }[] = [];
  private readonly scopes = new Set<Scope>();
  private readonly opened: Scope[] = [];
  private readonly calls = new Set<Macro>();
  private readonly origins = new Set<Origin>();
  private readonly bindings: Binding[] = [];

  constructor(
    private readonly program: Program,
    private readonly from: number,
    private readonly entry: Entry,
    private readonly scope: Scope,
    private readonly start: Readonly<Counters>,
  ) {
    this.at = lengthsOf(program);
    this.attempts = program.findings.attempts;
  }

  call(macro: Macro): void {
    this.calls.add(macro);
  }

  keep(origin: Origin): void {
    this.origins.add(origin);
  }

  bind(binding: Binding): void {
    this.bindings.push(binding);
    // The origin of an exit's binding is its check, which is an item.
    if (binding.origin !== undefined) this.keepUnlessItem(binding.origin);
  }

  /** Notes an answer; an unknown one must be asked for, and reported, each time. */
  control(control: Control): void {
    if (Number.isNaN(control.value)) this.isSpoilt = true;
    this.controls.push({ control, symbols: this.program.symbols.length });
  }

  /** Notes a scope as made here, and whether it can be found by its name. */
  own(scope: Scope, isNamed: boolean): void {
    this.scopes.add(scope);
    if (isNamed) this.opened.push(scope);
  }

  owns(scope: Scope): boolean {
    return this.scopes.has(scope);
  }

  /** The finished chunk, up to a line; undefined if it cannot be repeated. */
  finish(
    to: number,
    exit: { readonly scope: Scope; readonly off: ReadonlySet<string> },
    end: Readonly<Counters>,
  ): Chunk | undefined {
    const { program, at, scope, start } = this;
    if (this.isSpoilt || program.findings.attempts !== this.attempts) return undefined;
    const added = LISTS.map((list) => [list, program[list].slice(at[list])]);
    const lists = Object.fromEntries(added) as unknown as Lists;
    for (const { origin } of lists.symbols) if (origin !== undefined) this.keepUnlessItem(origin);
    return {
      from: this.from,
      to,
      entry: this.entry,
      scope,
      isTied: this.dependsOnScope(),
      leading: lists.items.filter((item) => item.scope === scope),
      exitScope: exit.scope === scope ? undefined : exit.scope,
      exitOff: exit.off,
      counted: {
        walked: end.walked - start.walked,
        rounds: end.rounds - start.rounds,
        serial: end.serial - start.serial,
      },
      serial: start.serial,
      at,
      lists,
      steps: this.steps(),
      scopes: this.opened,
      calls: [...this.calls].filter((macro) => program.symbols.indexOf(macro.symbol, at.symbols) < 0),
      origins: [...this.origins],
      bindings: this.bindings,
    };
  }

  private steps(): Step[] {
    const { symbols, globals, macros } = this.program;
    const steps: Step[] = [];
    let next = 0;
    for (let index = this.at.symbols; index <= symbols.length; index++) {
      for (let at = this.controls[next]; at?.symbols === index; at = this.controls[++next])
        steps.push({ kind: 'control', control: at.control });
      const symbol = symbols[index];
      if (symbol === undefined) continue;
      const macro = symbol.kind === 'macro' ? macros.get(symbol.name) : undefined;
      if (macro !== undefined) steps.push({ kind: 'macro', macro });
      else if (globals.get(symbol.name) === symbol) steps.push({ kind: 'symbol', symbol });
    }
    return steps;
  }

  private keepUnlessItem(origin: Origin): void {
    if (!('parsed' in origin)) this.keep(origin);
  }

  private dependsOnScope(): boolean {
    for (const origin of this.origins) if (origin.scope === this.scope) return true;
    for (const scope of this.scopes) if (scope.parent === this.scope) return true;
    return false;
  }
}
