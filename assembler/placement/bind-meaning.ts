/**
 * What declared tables mean, and the keys that declarations take: squares, sets, pieces, and the account of the time
 * checks.
 *
 * These declarations claim no RAM; they go into the debug information, which decoders read.
 */
import { closestName, words, type PieceCodes } from '#basics';
import type { FrameShape } from '#proof';
import { Cursor } from '../syntax/cursor.ts';
import type { Evaluator } from '../values/evaluate.ts';
import { turnedRange } from './fixes.ts';
import { parseExpression } from '../syntax/expression-parser.ts';
import { writeFix, type Item, type Program } from '../program/program.ts';
import type { DirectiveStatement, KeyValue } from '../contract/syntax.ts';
import { DIRECTIVES } from '../syntax/directives.ts';

type PieceKind = PieceCodes['kinds'][number];

/** Evaluates `.squares`, `.set`, `.pieces`, `.kind` and `.timing` into the program. */
export function bindMeaning(program: Program, evaluator: Evaluator): void {
  const kinds: PieceKind[] = [];
  for (const { item } of program.declarations) {
    const statement = item.statement as DirectiveStatement;
    const binder = BINDERS[statement.name];
    if (binder !== undefined) binder({ program, evaluator, item, statement, kinds });
  }
  const { meaning } = program;
  if (kinds.length > 0) meaning.pieces = { ...(meaning.pieces ?? { empty: 0, guard: 0, blackBit: 0 }), kinds };
}

interface Context {
  readonly program: Program;
  readonly evaluator: Evaluator;
  readonly item: Item;
  readonly statement: DirectiveStatement;
  readonly kinds: PieceKind[];
}

const BINDERS: Readonly<Record<string, ((context: Context) => void) | undefined>> = {
  squares: (context) => {
    const values = numbers(context, { a1: NaN, file: 1, rank: 8 });
    if (values === undefined) return;
    context.program.meaning.squares = { a1: values.a1, fileStep: values.file, rankStep: values.rank };
  },
  pieces: (context) => {
    const values = numbers(context, { empty: 0, guard: 0, black: NaN });
    if (values === undefined) return;
    context.program.meaning.pieces = { empty: values.empty, guard: values.guard, blackBit: values.black, kinds: [] };
  },
  set: ({ program, item, statement }) => {
    const name = statement.names[0];
    if (name === undefined) return;
    const bits = statement.texts.map((bit) => (bit.text === '-' ? '' : bit.text));
    if (bits.length > 8)
      program.findings.add('GT0506', `A set has at most 8 bits, not ${bits.length}`, item, statement);
    else if (program.meaning.sets.some((set) => set.name === name.text))
      program.findings.add('GT0202', `The set "${name.text}" is already declared`, item, name);
    else program.meaning.sets.push({ name: name.text, bits });
  },
  kind: bindKind,
  timing: bindTiming,
};

function bindKind({ program, evaluator, item, statement, kinds }: Context): void {
  const { range, texts } = statement;
  const kind = texts[0]?.text ?? '';
  if (range === undefined) return;
  if (kind === '') {
    const message = 'The kind of piece is missing, as in ".kind $14..$18, queen"';
    return program.findings.add('GT0506', message, item, statement);
  }
  const first = evaluator.value(range.first, item);
  const last = evaluator.value(range.last, item);
  if (Number.isNaN(first) || Number.isNaN(last)) return;
  if (last < first || last - first > 0xff) {
    const fixes = last < first ? turnedRange(program, item, range) : [];
    return program.findings.add('GT0505', `The range ${first}..${last} has no piece`, item, range, { fixes });
  }
  // A word can also be written as a text, `"slot"`.
  const note = texts
    .slice(1)
    .map(({ text }) => /^"(.*)"$/.exec(text)?.[1] ?? text)
    .join(', ');
  for (let piece = first; piece <= last; piece += 2) kinds.push({ piece, kind, note });
}

/** Keys of `.timing` that describe a line and a frame. */
const SHAPE_KEYS: Readonly<Record<string, keyof FrameShape>> = {
  line: 'line',
  hsync: 'hSync',
  vsync: 'vSync',
  frame: 'lines',
};

function bindTiming(context: Context): void {
  const { program, item, statement } = context;
  for (const word of statement.keys) {
    const { key, value, valueSpan } = word;
    if (key === 'slack') {
      const slack = keyNumber(context, word);
      if (Number.isInteger(slack) && slack >= 0) program.slack = slack;
      continue;
    }
    const part = Object.hasOwn(SHAPE_KEYS, key) ? SHAPE_KEYS[key] : undefined;
    if (part !== undefined) {
      const count = keyNumber(context, word);
      if (Number.isInteger(count) && count > 0) program.shape[part] = count;
      else if (!Number.isNaN(count))
        program.findings.add('GT0506', `"${key}" must be a whole number above 0, not ${count}`, item, valueSpan);
      continue;
    }
    if (key !== 'account') {
      const known = ['account', 'slack', ...Object.keys(SHAPE_KEYS)].join(', ');
      program.findings.add('GT0506', `".timing" knows ${known}, not "${key}"`, item, valueSpan);
      continue;
    }
    const symbol = program.globals.get(value);
    if (symbol?.kind !== 'zero-page') {
      program.findings.add('GT0506', `"${value}" is not a zero-page byte declared by .zp`, item, valueSpan);
      continue;
    }
    symbol.isUsed = true;
    if (Number.isNaN(symbol.value)) continue;
    if (program.account >= 0 && program.account !== symbol.value)
      program.findings.add(
        'GT0506',
        'A program has one account, and another ".timing" names a different byte',
        item,
        valueSpan,
      );
    program.account = symbol.value;
  }
}

/** The values of keys as numbers, with defaults; NaN as a default means required. Undefined after a report. */
function numbers<Key extends string>(
  context: Context,
  defaults: Readonly<Record<Key, number>>,
): Record<Key, number> | undefined {
  const { program, item, statement } = context;
  const result: Record<Key, number> = { ...defaults };
  const isKnown = (key: string): key is Key => Object.hasOwn(defaults, key);
  let isComplete = true;
  for (const word of statement.keys) {
    const { key } = word;
    if (!isKnown(key)) {
      const known = Object.keys(defaults).join(', ');
      program.findings.add('GT0506', `".${statement.name}" knows ${known}, not "${key}"`, item, word);
      isComplete = false;
    } else {
      result[key] = keyNumber(context, word);
      isComplete &&= !Number.isNaN(result[key]);
    }
  }
  const missing = Object.entries<number>(result).find(([, value]) => Number.isNaN(value));
  if (missing !== undefined && isComplete)
    program.findings.add('GT0506', `".${statement.name}" needs "${missing[0]}="`, item, statement);
  return missing === undefined ? result : undefined;
}

/** The value of a text as an expression; NaN if it has none. */
export function valueOfText(evaluator: Evaluator, item: Item, text: string): number {
  const cursor = new Cursor().begin(text);
  const expression = parseExpression(cursor);
  return cursor.atEnd && cursor.problems === undefined ? evaluator.attempt(expression, item) : NaN;
}

/** The number that is the value of a key; NaN after a report. */
function keyNumber({ program, evaluator, item }: Context, key: KeyValue): number {
  const value = valueOfText(evaluator, item, key.value);
  if (Number.isNaN(value))
    program.findings.add('GT0506', `"${key.value}" is not a number known here`, item, key.valueSpan);
  return value;
}

/** Reports attributes that name something that is not declared. */
export function checkAttributes(program: Program): void {
  const sets = new Set(program.meaning.sets.map((set) => set.name));
  for (const { item } of program.declarations) {
    const statement = item.statement as DirectiveStatement;
    if (statement.name === 'timing') continue;
    for (const word of statement.keys) {
      const { key, value, valueSpan } = word;
      checkSpelling(program, item, statement, word);
      if (key === 'set' && !sets.has(value))
        program.findings.add('GT0506', `There is no set "${value}"; declare it by ".set ${value}, …"`, item, valueSpan);
    }
  }
}

/** Reports a key or value that looks like a typing mistake for one that has a meaning. */
function checkSpelling(program: Program, item: Item, { name }: DirectiveStatement, word: KeyValue): void {
  // Only declarations may have keys of their own, which go into the debug information.
  if (DIRECTIVES[name]?.syntax !== 'declaration') return;
  const keys = keysOf(name);
  const values = Object.hasOwn(keys, word.key) ? keys[word.key] : undefined;
  const isKey = values === undefined;
  const known = values ?? Object.keys(keys);
  const written = isKey ? word.key : word.value;
  if (typeof known === 'string' || known.includes(written)) return;
  const meant = closestName(written, known);
  if (meant === undefined) return;
  const start = isKey ? word.start : word.valueSpan.start;
  const span = { start, end: start + written.length };
  const message = `${isKey ? 'No key' : `No value of "${word.key}"`} has a meaning as "${written}"; did you mean "${meant}"?`;
  program.findings.add('GT0509', message, item, span, { fixes: [writeFix(program, item, span, meant)] });
}

/** A value is one of a list, or names something that the program declares. An empty list allows anything. */
export type KeyValues = readonly string[] | 'set' | 'zero-page' | 'loop-count';

type Keys = Readonly<Record<string, KeyValues>>;

const ORDERS = ['lowest-first', 'highest-first', 'low-first', 'high-first'];

const ENTRIES: Keys = {
  index: ['square', 'piece', 'ply', 'number', 'set', 'colour'],
  element: words(
    'piece square slider-set leaper-set piece-link attack-bit colour castling move-word turn-word address',
    'score kind set byte bitboard64 bitboard16 nibble-board zobrist-index octad-state',
  ),
  set: 'set',
  side: ['white', 'black'],
  direction: ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'],
  link: ['next', 'previous'],
  role: words(
    'cursor en-passant side-to-move selected free-slots next-turn ply from to mover placed node-side',
    'level thinking',
  ),
  external: ['yes'],
  order: ORDERS,
  high: ['first'],
  bank: ['1', '2', '3'],
  ply: [],
  search: [],
  cell: [],
  over: 'zero-page',
  signed: ['yes'],
  keys: [],
  from: [],
  names: [],
  pawn: [],
  mate: [],
};

const BY_DIRECTIVE: Readonly<Record<string, Keys>> = {
  squares: { a1: [], file: [], rank: [] },
  pieces: { empty: [], guard: [], black: [] },
  timing: { account: 'zero-page', slack: [], line: ['200'], hsync: ['24'], vsync: ['8'], frame: ['521'] },
  charged: { cycles: [], count: 'loop-count', factor: [] },
  loop: { name: [] },
  test: { times: [], seed: [], limit: [] },
};

/** The keys of a directive, by its name without the dot. */
export function keysOf(directive: string): Keys {
  return BY_DIRECTIVE[directive] ?? ENTRIES;
}
