/**
 * Where breakpoints are asked for, and the addresses that this means in a program.
 *
 * A line without code binds to the next line of its file that has some. A line of a macro binds to
 * every expansion. A function is a label, global or local by its full name.
 */
import type { Program } from '../program/program.ts';

export type Location =
  | { readonly kind: 'source'; readonly path: string; /** 0-based */ readonly line: number }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'instruction'; readonly address: number };

export type Binding =
  | { readonly ok: true; readonly addresses: readonly number[]; readonly place?: BoundPlace }
  | { readonly ok: false; readonly problem: string };

/** The line that a breakpoint stands at after binding. */
export interface BoundPlace {
  readonly source: number;
  readonly line: number;
}

const unbound = (problem: string): Binding => ({ ok: false, problem });

export function bind(location: Location, program: Program): Binding {
  switch (location.kind) {
    case 'source':
      return bindLine(location.path, location.line, program);
    case 'function':
      return bindLabel(location.name, program);
    case 'instruction':
      return location.address >= 0 && location.address <= 0xffff
        ? { ok: true, addresses: [location.address] }
        : unbound('There is no such ROM address.');
  }
}

function bindLine(path: string, line: number, program: Program): Binding {
  const source = program.sources.sourceOf(path);
  if (source === undefined) {
    return unbound(
      program.info.sources.length === 0
        ? 'The ROM image was launched without debug information.'
        : 'This file is not part of the program.',
    );
  }
  const bound = program.sources.lineWithCode(source, line);
  if (bound === undefined) return unbound('No code follows this line in its file.');
  return { ok: true, addresses: program.sources.startsOf(source, bound), place: { source, line: bound } };
}

function bindLabel(name: string, program: Program): Binding {
  const symbol = program.symbols.symbol(name.trim());
  if (symbol?.kind === 'label' || symbol?.kind === 'local') {
    // The line that the user wrote there; a label may stand above it.
    const { source, line } = program.sources.placesAt(symbol.value).at(-1) ?? symbol;
    return { ok: true, addresses: [symbol.value], place: { source, line } };
  }
  return unbound(symbol === undefined ? `There is no label "${name}".` : `"${name}" is no label.`);
}
