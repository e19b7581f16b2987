/** Names and lines of a program, as a page carries them for whoever looks inside. */
import { numberAt, type RamAddress, type RomAddress } from '#basics';

export interface ProgramNames {
  /** Variables of the zero page, ascending by address. */
  readonly variables: readonly { readonly name: string; readonly address: RamAddress; readonly size: number }[];
  readonly labels: readonly { readonly name: string; readonly address: RomAddress }[];
  readonly sources: readonly string[];
  /** For each word, ascending: address, source and line (from 0), each as the difference from the word before. */
  readonly lines: readonly number[];
}

/** What the debug information of a program says about this. */
export interface NamedProgram {
  readonly tables: readonly {
    readonly name: string;
    readonly layout: string;
    readonly address: RamAddress;
    readonly stride: number;
    readonly size: number;
    readonly first: number;
    readonly last: number;
  }[];
  readonly symbols: readonly { readonly name: string; readonly kind: string; readonly value: number }[];
  readonly sources: readonly { readonly path: string }[];
  readonly lines: readonly { readonly address: RomAddress; readonly source: number; readonly line: number }[];
}

export function namesOf({ tables, symbols, sources, lines }: NamedProgram): ProgramNames {
  const differences: number[] = [];
  let before = { address: 0, source: 0, line: 0 };
  for (const { address, source, line } of lines) {
    differences.push(address - before.address, source - before.source, line - before.line);
    before = { address, source, line };
  }
  const variables = tables
    .filter(({ layout }) => layout === 'zero-page')
    .map(({ name, address, stride, size, first, last }) => ({ name, address, size: stride * (last - first) + size }))
    .sort((a, b) => a.address - b.address);
  const labels = symbols.filter(({ kind }) => kind === 'label').map(({ name, value }) => ({ name, address: value }));
  return { variables, labels, sources: sources.map(({ path }) => path), lines: differences };
}

/** Where the words of the ROM are in the sources, by address: `main.gtasm:12`. */
export function placesOf({ sources, lines }: ProgramNames): ReadonlyMap<number, string> {
  const places = new Map<number, string>();
  let [address, source, line] = [0, 0, 0];
  for (let at = 0; at < lines.length; at += 3) {
    address += numberAt(lines, at);
    source += numberAt(lines, at + 1);
    line += numberAt(lines, at + 2);
    places.set(address, `${sources[source] ?? ''}:${line + 1}`);
  }
  return places;
}
