/** Names of a program for the vCPU: those of segments in the source, and of symbol files. */
import type { DebugInfo, SymbolNames } from '#assembler';
import { hexWord, type VcpuNames } from '#isa';

/** The names by address and the addresses by name. */
export class ProgramNames implements VcpuNames {
  private readonly cells = new Map<number, string>();
  private readonly codes = new Map<number, string>();
  private readonly addresses = new Map<string, number>();
  /** Addresses with a name, in order. */
  private readonly starts: readonly number[];

  constructor({ symbols, tables }: Pick<DebugInfo, 'symbols' | 'tables'>, files: SymbolNames | undefined) {
    for (const { name, kind, value } of symbols) if (kind === 'vcpu') this.codes.set(value, name);
    for (const { name, layout, address } of tables) if (layout === 'zero-page') this.cells.set(address, name);
    for (const [address, name] of files?.code ?? []) this.codes.set(address, name);
    for (const [address, name] of files?.cells ?? []) this.cells.set(address, name);
    for (const [address, name] of [...this.cells, ...this.codes]) this.addresses.set(name, address);
    this.starts = [...this.codes.keys()].sort((a, b) => a - b);
  }

  /** All names. */
  get all(): readonly string[] {
    return [...this.addresses.keys()];
  }

  /** RAM address of a name. */
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
