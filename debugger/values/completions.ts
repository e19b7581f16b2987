/** What can complete an unfinished expression: registers, times, tables, symbols, squares as indices. */
import type { RomAddress } from '#basics';
import type { Program } from '../program/program.ts';
import { isGenerated } from '../program/symbols.ts';
import { REGISTERS } from './place.ts';
import { searchNames } from './plies.ts';
import { VCPU_REGISTERS } from './vcpu.ts';

interface Completion {
  readonly label: string;
  readonly kind: 'variable' | 'function' | 'value' | 'keyword' | 'property';
}

/** Times that expressions know besides registers. */
const TIMES = ['cycle', 'line', 'lineCycle'];
const FUNCTIONS = ['lo', 'hi', 'ram', 'rom'];
/** The most that are offered at once. */
const MAX_ITEMS = 500;
/** How many characters before the cursor are considered. */
const MAX_LOOKBACK = 500;
const FILES = 'abcdefgh';

/**
 * Completions of `text`, and the column in it where the word begins that they replace.
 * @param address ROM address whose local labels are meant
 */
export function completions(
  text: string,
  program: Program,
  address: RomAddress,
): { readonly items: readonly Completion[]; readonly start: number } {
  // Patterns that end at the cursor try every place before it, so they get only a name's length or two.
  const near = text.slice(-MAX_LOOKBACK);
  const word = /[a-z_.][\w.]*$/i.exec(near)?.[0] ?? '';
  const start = text.length - word.length;
  const before = near.slice(0, near.length - word.length);
  if (/[\w$%]$/.test(before)) return { items: [], start };
  const table = /([a-z_.][\w.]*)\[\s*$/i.exec(before)?.[1];
  const all = [...squares(table, program), ...names(program, address, word)];
  const items = all.filter(({ label }) => label.toLowerCase().startsWith(word.toLowerCase())).slice(0, MAX_ITEMS);
  return { items, start };
}

function squares(table: string | undefined, program: Program): readonly Completion[] {
  if (table === undefined || program.symbols.table(table)?.index !== 'square') return [];
  return [...FILES].flatMap((file) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((rank): Completion => ({ label: `${file}${rank}`, kind: 'value' })),
  );
}

function names(program: Program, address: RomAddress, word: string): readonly Completion[] {
  const tables = [...program.symbols.tables.map(({ name }) => name), ...searchNames(program)].map(
    (label): Completion => ({ label, kind: 'variable' }),
  );
  const known = new Set(tables.map(({ label }) => label));
  const symbols = program.symbols.all
    .filter(({ kind, name }) => kind !== 'macro' && !known.has(name) && !isGenerated(name))
    .map(({ name, kind }): Completion => ({
      label: name,
      kind: kind === 'label' || kind === 'local' ? 'function' : 'value',
    }));
  const inProgram = program.vcpu.all.filter((name) => program.symbols.symbol(name) === undefined && !known.has(name));
  const locals = word.startsWith('.') ? localNames(program, address) : [];
  return [
    ...REGISTERS.map((label): Completion => ({ label, kind: 'keyword' })),
    ...(program.interpreter === undefined ? [] : VCPU_REGISTERS).map(({ name }): Completion => {
      return { label: name, kind: 'keyword' };
    }),
    ...TIMES.map((label): Completion => ({ label, kind: 'property' })),
    ...FUNCTIONS.map((label): Completion => ({ label, kind: 'keyword' })),
    ...locals,
    ...tables,
    ...symbols,
    ...inProgram.map((label): Completion => ({ label, kind: 'value' })),
  ];
}

/** Local labels by their short names. */
function localNames(program: Program, address: RomAddress): readonly Completion[] {
  const { symbols } = program;
  return symbols
    .scopesAt(address)
    .flatMap((scope) =>
      symbols.all
        .filter(({ name, kind }) => kind === 'local' && name.startsWith(`${scope}.`))
        .map(({ name }): Completion => ({ label: name.slice(scope.length), kind: 'function' })),
    );
}
