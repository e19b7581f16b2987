/** Returns through bytes that were not stored, hold something else on one path, or are used a second time. */
import fc from 'fast-check';
import { small, some, data, CHECK, landing, nops, twoWays, type FragmentWriter } from './fragment.ts';
import { PAGE_OR_ZERO } from './new-data.ts';

/** A routine with a check in it, which returns through `cell`. */
const routine = (label: string, cell: string, words: number): string[] => [
  `${label}sub: st [${cell}]`,
  CHECK,
  ...nops(words),
  `bra [${cell}]`,
  'nop',
];

/** A call after a branch on a byte that nothing was stored to, or that another call stored to. */
export const unstored: fc.Arbitrary<FragmentWriter> = fc
  .record({
    data,
    constant: fc.constantFrom(5, 200, 0),
    branch: fc.constantFrom('bne', 'bge', 'blt', 'beq'),
    words: small,
    pad: small,
  })
  .map((drawn) => ({ label, cell }) => {
    const [back, other] = [`$${cell.toString(16)}`, `$${(cell + 1).toString(16)}`];
    return {
      main: [
        CHECK,
        ...twoWays(label, drawn.data, `ld ${drawn.constant}`, `ld [${other}]`),
        `${label}j: ${drawn.branch} ${label}c`,
        'nop',
        `bra ${label}sub`,
        `ld ${label}r`,
        `${label}c: bra ${label}sub`,
        `ld ${label}v`,
        ...landing(label, drawn.words),
      ],
      aside: [...routine(label, back, drawn.pad), `bra [${other}]`, 'nop'],
    };
  });

/** A routine that keeps its return address in other bytes while it calls another one, which returns by the same byte. */
export const savedOverCall: fc.Arbitrary<FragmentWriter> = fc
  .record({ words: small, pad: small, moves: some })
  .map(({ words, pad, moves }) => ({ label, cell }) => {
    const byte = (index: number): string => `[$${(cell + index).toString(16)}]`;
    const copies = (from: number, to: number): string[] => [`ld ${byte(from)}`, `st ${byte(to)}`];
    const away = Array.from({ length: moves }, (_, index) => copies(index, index + 1));
    return {
      main: [CHECK, `bra ${label}out`, `ld ${label}r`, `${label}r: nop`, ...nops(words)],
      aside: [
        `${label}out: st ${byte(0)}`,
        ...away.flat(),
        `bra ${label}sub`,
        `ld ${label}b`,
        `${label}b: nop`,
        ...copies(moves, 0),
        CHECK,
        `bra ${byte(0)}`,
        'nop',
        ...routine(label, `$${cell.toString(16)}`, pad),
      ],
    };
  });

/** Two calls one after the other of a routine that keeps its return address in a field of a frame. */
export const keptInField: fc.Arbitrary<FragmentWriter> = fc
  .record({ words: small, more: small, pad: small })
  .map(({ words, more, pad }) => ({ label, cell }) => {
    const field = `[y,$${cell.toString(16)}]`;
    return {
      main: [
        ...[CHECK, `bra ${label}sub`, `ld ${label}r`, `${label}r: nop`, ...nops(words)],
        ...[CHECK, `bra ${label}sub`, `ld ${label}v`, `${label}v: nop`, ...nops(more)],
      ],
      aside: [
        ...[`${label}sub: ld 3,y`, `st ${field}`, ...nops(pad), CHECK],
        ...['ld 3,y', `ld ${field}`, 'bra ac', 'nop'],
      ],
    };
  });

/** A return address that comes from the zero page or from a field, by what Y is: 0, or another page. */
const fieldByPage = (...others: readonly string[]): fc.Arbitrary<FragmentWriter> =>
  fc
    .record({ data, words: small, pad: small, other: fc.constantFrom(...others), isNear: fc.boolean() })
    .map((drawn) => ({ label, cell }) => {
      const [field, back] = [`$${cell.toString(16)}`, `$${(cell + 1).toString(16)}`];
      return {
        main: [
          CHECK,
          `ld [${drawn.data}]`,
          `bne ${label}3`,
          'nop',
          'ld 0,y',
          `ld <${label}a`,
          `st [y,${field}]`,
          `bra ${label}j`,
          'nop',
          `${label}3: ld ${drawn.other},y`,
          `ld <${label}b`,
          `bra ${label}j`,
          `st [y,${field}]`,
          `${label}j: ld [y,${field}]`,
          'bra ac',
          'nop',
          `${label}a: bra ${label}sub`,
          `ld ${label}r`,
          `${label}b: bra ${label}sub`,
          `ld ${label}v`,
          ...landing(label, drawn.words),
        ],
        aside: [...routine(label, back, drawn.pad), ...(drawn.isNear ? [`bra [${field}]`, 'nop'] : [])],
      };
    });

export const fieldOrZeroPage = fieldByPage('0', '3', '4', '[$54]');
/** The same by pages that are known. */
export const fieldByConstant = fieldByPage('0', '3', '4');

/** A return address that comes from the zero page or from a field, by a page of which nothing is known. */
export const fieldByData: fc.Arbitrary<FragmentWriter> = fc
  .record({ words: small })
  .map(({ words }) => ({ label, cell }) => {
    const field = `$${cell.toString(16)}`;
    return {
      main: [
        CHECK,
        `ld <${label}r`,
        `st [${field}]`,
        'ld 3,y',
        `ld <${label}v`,
        `st [y,${field}]`,
        CHECK,
        `ld [$${PAGE_OR_ZERO.toString(16)}],y`,
        `ld [y,${field}]`,
        'bra ac',
        'nop',
        ...landing(label, words),
      ],
      aside: [`bra [${field}]`, 'nop'],
    };
  });

/**
 * A store through a Y that is 0 on one path and something else, known or not, on the other: it may hit a return address.
 */
export const meeting: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, isZeroFirst: fc.boolean(), other: fc.constantFrom('[$54]', '[$54]', '3'), words: some })
  .map((drawn) => ({ label, cell }) => {
    const back = `$${cell.toString(16)}`;
    const [first, second] = drawn.isZeroFirst ? ['0', drawn.other] : [drawn.other, '0'];
    return {
      main: [
        CHECK,
        `ld [${drawn.data}]`,
        `beq ${label}z`,
        'nop',
        `bra ${label}j`,
        `ld ${first},y`,
        `${label}z: nop`,
        `ld ${second},y`,
        `${label}j: ld ${label}r`,
        `st [${back}]`,
        `ld ${label}v`,
        `st [y,${back}]`,
        CHECK,
        `bra [${back}]`,
        'nop',
        ...landing(label, drawn.words),
      ],
    };
  });

/** A handler that changes where a routine goes back to, or another byte. */
export const storingHandler: fc.Arbitrary<FragmentWriter> = fc
  .record({
    words: some,
    pad: small,
    store: fc.constantFrom('[y,', '['),
    isHit: fc.boolean(),
    y: fc.constantFrom('ld 0,y', 'ld 0,y', 'ld 3,y'),
  })
  .map((drawn) => ({ label, cell }) => {
    const back = `$${cell.toString(16)}`;
    const target = drawn.isHit ? back : '$5c';
    return {
      main: [CHECK, `bra ${label}sub`, `ld ${label}v`, `.entry ${label}r`, ...landing(label, drawn.words)],
      aside: routine(label, back, drawn.pad),
      handler: [drawn.y, `ld <${label}r`, `st ${drawn.store}${target}]`],
    };
  });

/** Jumps through more bytes than are followed at a time, from an entry of their own. */
function manyReturns(label: string, page: number): string[] {
  const start = `.org $${(page * 0x100).toString(16)}`;
  const each = Array.from({ length: 32 }, (_, index) => {
    const byte = `$${(0x90 + index).toString(16)}`;
    return [`ld ${label}n${index}`, `st [${byte}]`, `bra [${byte}]`, 'nop', `${label}n${index}: nop`];
  });
  return [start, `.entry ${label}m`, `${label}m: nop`, ...each.flat(), 'ld >start,y', 'jmp y,<start', 'nop'];
}

/** A return address that is used a second time, on every path or on one; near or far, alone or among many. */
export const usedTwice: fc.Arbitrary<FragmentWriter> = fc
  .record({
    data,
    words: some,
    pad: small,
    again: fc.boolean(),
    inSlot: fc.boolean(),
    isFar: fc.boolean(),
    isAmongMany: fc.boolean(),
  })
  .map((drawn) => ({ label, cell, page }) => {
    const back = `$${cell.toString(16)}`;
    const goBack = drawn.isFar ? ['ld >start,y', `jmp y,[${back}]`] : [`bra [${back}]`];
    const turns = `$${(cell + 1).toString(16)}`;
    const store = drawn.inSlot
      ? [`bra ${label}w`, `ld ${label}v`, `${label}w: bra ${label}j`, `st [${back}]`]
      : [`ld ${label}v`, `st [${back}]`, `bra ${label}j`, 'nop'];
    return {
      main: [
        CHECK,
        'ld 0',
        `st [${turns}]`,
        `bra ${label}sub`,
        `ld ${label}r`,
        `${label}r: nop`,
        ...nops(drawn.words),
        // The second time that it comes here, it goes on.
        `ld [${turns}]`,
        `bne ${label}v`,
        'ld 1',
        `st [${turns}]`,
        CHECK,
        `ld [${drawn.data}]`,
        `beq ${label}j`,
        'nop',
        ...store,
        `${label}j: ${CHECK}`,
        ...(drawn.again ? [`ld ${label}v`, `st [${back}]`] : []),
        ...goBack,
        'nop',
        `${label}v: ${CHECK}`,
        ...nops(drawn.pad),
      ],
      aside: [`${label}sub: bra ${label}q`, `st [${back}]`, `${label}q: ${goBack[0]}`, ...goBack.slice(1), 'nop'],
      pages: drawn.isAmongMany ? manyReturns(label, page) : [],
    };
  });
