/**
 * The names of a program: symbols, declared tables and routines, by name and by address.
 *
 * A local label is known by its full name (`drawLine.loop`) everywhere and by its short one
 * (`.loop`) where its scope is given.
 */
import type { RomAddress, ZeroPageOffset } from '#basics';
import { zeroPageOwners } from '#assembler';
import type { DebugInfo, DebugRoutine, DebugSymbol, DebugTable, SymbolNames } from '#assembler';
import { hexWord, type VcpuNames } from '#isa';

export class Symbols {
  readonly tables: readonly DebugTable[];
  readonly all: readonly DebugSymbol[];
  private readonly byName = new Map<string, DebugSymbol>();
  private readonly tableByName = new Map<string, DebugTable>();
  private readonly labels = new Map<number, string>();
  private readonly globals = new Set<number>();
  private readonly zeroPage = new Map<number, string>();
  private readonly routines: readonly DebugRoutine[];

  constructor(info: Pick<DebugInfo, 'symbols' | 'tables' | 'routines'>) {
    this.all = info.symbols;
    this.tables = info.tables;
    this.routines = [...info.routines].sort((one, other) => one.start - other.start);
    for (const symbol of info.symbols) this.addSymbol(symbol);
    for (const table of info.tables) this.tableByName.set(table.name, table);
    for (const [byte, { name, address }] of zeroPageOwners(info.tables)) {
      this.zeroPage.set(byte, byte === address ? name : `${name}+${byte - address}`);
    }
  }

  /** @param at ROM address whose local names are visible */
  symbol(name: string, at?: number): DebugSymbol | undefined {
    const known = this.byName.get(name);
    if (known !== undefined || at === undefined) return known;
    const local = name.startsWith('.') ? name : `.${name}`;
    return this.scopesAt(at)
      .map((scope) => this.byName.get(scope + local))
      .find((symbol) => symbol !== undefined);
  }

  /** Names whose local labels can be meant at an address: the label before it, the routine around it. */
  scopesAt(address: RomAddress): readonly string[] {
    const label = this.labels.get(this.labelBefore(address) ?? -1);
    return [label, this.routineAt(address)?.name].filter((name) => name !== undefined);
  }

  table(name: string): DebugTable | undefined {
    return this.tableByName.get(name);
  }

  /** Label of a ROM address: the last global one there, or else the last local one. */
  labelAt(address: RomAddress): string | undefined {
    return this.labels.get(address);
  }

  /** Name of a zero-page byte, with `+n` inside a longer variable. */
  zeroPageName(address: ZeroPageOffset): string | undefined {
    return this.zeroPage.get(address);
  }

  routineAt(address: RomAddress): DebugRoutine | undefined {
    let best: DebugRoutine | undefined;
    for (const routine of this.routines) {
      if (routine.start > address) break;
      if (address < routine.end && (best === undefined || routine.end - routine.start <= best.end - best.start))
        best = routine;
    }
    return best;
  }

  routineStartingAt(address: RomAddress): DebugRoutine | undefined {
    return this.routines.find((routine) => routine.start === address);
  }

  /**
   * An address in readable form, relative to the last label or start of a routine before it: `drawLine+3`,
   * `drawLine.loop+2`.
   */
  describe(address: RomAddress): string | undefined {
    const label = this.labels.get(address);
    if (label !== undefined) return label;
    const start = this.codeStart(address);
    if (start === undefined) return undefined;
    for (let before = address - 1; before > start; before--) {
      const local = this.labels.get(before);
      if (local !== undefined) return `${local}+${address - before}`;
    }
    return `${this.codeName(address)}+${address - start}`;
  }

  /** The name of the code around an address: the last global label before it, or its routine if that starts later. */
  codeName(address: RomAddress): string | undefined {
    const start = this.codeStart(address);
    return start === undefined ? undefined : (this.labels.get(start) ?? this.routineStartingAt(start)?.name);
  }

  /** Where the code begins that {@link codeName} names. */
  codeStart(address: RomAddress): number | undefined {
    const starts = [this.labelBefore(address), this.routineAt(address)?.start].filter((start) => start !== undefined);
    return starts.length === 0 ? undefined : Math.max(...starts);
  }

  /** Address of the last global label at or before an address in its page. */
  private labelBefore(address: RomAddress): number | undefined {
    for (let start = address; start >= 0 && start >> 8 === address >> 8; start--) {
      if (this.globals.has(start)) return start;
    }
    return undefined;
  }

  private addSymbol(symbol: DebugSymbol): void {
    this.byName.set(symbol.name, symbol);
    if (symbol.kind === 'label') this.globals.add(symbol.value);
    if (symbol.kind !== 'label' && (symbol.kind !== 'local' || isGenerated(symbol.name))) return;
    // The last one at an address begins what follows; those before it often end something: `.end:`.
    if (symbol.kind === 'label' || !this.globals.has(symbol.value)) this.labels.set(symbol.value, symbol.name);
  }
}

/** Whether a name was made by a macro call or a repetition for its own local labels. */
export function isGenerated(name: string): boolean {
  return /[#@]/.test(name);
}

export class ProgramNames implements VcpuNames {
  private readonly cells = new Map<number, string>();
  private readonly codes = new Map<number, string>();
  private readonly addresses = new Map<string, number>();
  private readonly starts: readonly number[];

  constructor({ symbols, tables }: Pick<DebugInfo, 'symbols' | 'tables'>, files: SymbolNames | undefined) {
    for (const { name, kind, value } of symbols) if (kind === 'vcpu') this.codes.set(value, name);
    for (const { name, layout, address } of tables) if (layout === 'zero-page') this.cells.set(address, name);
    for (const [address, name] of files?.code ?? []) this.codes.set(address, name);
    for (const [address, name] of files?.cells ?? []) this.cells.set(address, name);
    for (const [address, name] of [...this.cells, ...this.codes]) this.addresses.set(name, address);
    this.starts = [...this.codes.keys()].sort((a, b) => a - b);
  }

  get all(): readonly string[] {
    return [...this.addresses.keys()];
  }

  address(name: string): number | undefined {
    return this.addresses.get(name);
  }

  cell(address: number): string | undefined {
    return this.cells.get(address);
  }

  code(address: number): string | undefined {
    return this.codes.get(address);
  }

  /** A place in the program for people: `main`, `main+$12`, or `$0212` before all names. */
  place(address: number): string {
    const start = this.starts.findLast((each) => each <= address);
    if (start === undefined) return hexWord(address);
    const name = this.codes.get(start) ?? '';
    return start === address ? name : `${name}+$${(address - start).toString(16)}`;
  }
}
