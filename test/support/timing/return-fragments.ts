/**
 * Returns through bytes that were not stored, hold something else on one path, or are used a second time; far calls.
 */
import fc from 'fast-check';
import { small, some, data, CHECK, nops, type FragmentWriter } from './fragment.ts';
import { trampoline } from './program-writer.ts';

/** Where a routine with a check in it returns to: by falling from `one` into `two`, after `words` more. */
const landing = (label: string, words: number): string[] => [`${label}r: nop`, ...nops(words), `${label}v: nop`];
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
        `ld [${drawn.data}]`,
        `beq ${label}o`,
        'nop',
        `bra ${label}j`,
        `ld [${other}]`,
        `${label}o: ld ${drawn.constant}`,
        'nop',
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

/** A return address that comes from the zero page or from a field, by what Y is. */
export const fieldOrZeroPage: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, words: small, pad: small, other: fc.constantFrom('0', '3', '4', '[$54]'), isNear: fc.boolean() })
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

/** A return address that is used a second time, on every path or on one. */
export const usedTwice: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, words: some, pad: small, again: fc.boolean(), inSlot: fc.boolean() })
  .map((drawn) => ({ label, cell }) => {
    const back = `$${cell.toString(16)}`;
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
        `bra [${back}]`,
        'nop',
        `${label}v: ${CHECK}`,
        ...nops(drawn.pad),
      ],
      aside: [`${label}sub: bra ${label}q`, `st [${back}]`, `${label}q: bra [${back}]`, 'nop'],
    };
  });

/** Far calls whose page is a variable, and a routine that they call in turn. */
export const farCalls: fc.Arbitrary<FragmentWriter> = fc
  .record({ first: data, second: data, words: some, isLate: fc.boolean(), isFlipped: fc.boolean(), pad: small })
  .map((drawn) => ({ label, cell, page }) => {
    const [low, high, back] = [0, 1, 2].map((offset) => `$${(cell + offset).toString(16)}`);
    const place = (pages: number, address: number): string =>
      `.org $${((page + pages) * 0x100 + address).toString(16)}`;
    const [one, two] = drawn.isFlipped ? ['bne', 'beq'] : ['beq', 'bne'];
    const go = (target: string): string[] => [`ld >${label}${target},y`, `jmp y,<${label}${target}`, `ld <${label}`];
    const call = (target: string, returns: string): string[] => [...go(target).slice(0, 2), `ld <${label}${returns}`];
    const leave = (pages: number): string[] => [
      trampoline(`${label}leave${pages}`, (page + pages) * 0x100 + 0xf0),
      place(pages, 0),
      `.trampoline ${label}leave${pages}`,
    ];
    return {
      main: [
        CHECK,
        `ld >${label}p`,
        `st [${high}]`,
        `ld [${drawn.first}]`,
        `${one} ${label}2`,
        `ld [${drawn.second}]`,
        `bra ${label}s`,
        'nop',
        `${label}2: ${two} ${label}u`,
        'nop',
        `ld >${label}q`,
        `bra ${label}s`,
        `st [${high}]`,
        ...(drawn.isLate ? [`${label}u: bra ${label}w`, 'nop', `${label}w: nop`] : [`${label}u: nop`]),
        ...call('sub', 'y'),
        `${label}s: nop`,
        ...call('sub', 'x'),
        `${label}fin: ${CHECK}`,
        '.trampoline leave',
      ],
      pages: [
        ...leave(0),
        `${label}sub: st [${low}]`,
        CHECK,
        ...nops(drawn.pad),
        `ld [${high}],y`,
        `jmp y,[${low}]`,
        'nop',
        place(1, 0x20),
        `${label}q: nop`,
        `${label}x: nop`,
        ...call('in', 'v'),
        place(1, 0x80),
        `${label}yq: nop`,
        ...call('in', 'v'),
        place(2, 0x21),
        `${label}p: nop`,
        ...call('in', 'r'),
        place(2, 0x80),
        `${label}y: nop`,
        ...call('in', 'v'),
        ...leave(3),
        `${label}in: st [${back}]`,
        `bra ${label}c`,
        'nop',
        ...landing(label, drawn.words),
        ...go('fin').slice(0, 2),
        'nop',
        `${label}c: ${CHECK}`,
        `bra [${back}]`,
        'nop',
      ],
    };
  });

/**
 * Far calls in a loop whose page is a variable: after the first turn, the first call can return to either page. A routine
 * that both places call returns to a later word for one of them.
 */
export const farCallsInLoop: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, words: some, pad: small })
  .map((drawn) => ({ label, cell, page }) => {
    const [low, high, back] = [0, 1, 2].map((offset) => `$${(cell + offset).toString(16)}`);
    const go = (target: string, slot = 'nop'): string[] => [`ld >${target},y`, `jmp y,<${target}`, slot];
    const start = (pages: number, address = 0): string[] => {
      const leave = `${label}leave${pages}`;
      const own = (page + pages) * 0x100;
      return [trampoline(leave, own + 0xf0), `.org $${(own + address).toString(16)}`, `.trampoline ${leave}`];
    };
    return {
      main: [
        CHECK,
        `ld >${label}p`,
        `st [${high}]`,
        `${label}l: ${CHECK}`,
        ...go(`${label}sub`, `ld <${label}p`),
        `${label}b: ${CHECK}`,
        `ld >${label}q`,
        `st [${high}]`,
        ...go(`${label}sub`, `ld <${label}y`),
        `${label}t: ${CHECK}`,
        `ld [${drawn.data}]`,
        `bne ${label}l`,
        'nop',
      ],
      pages: [
        ...start(0),
        `${label}sub: st [${low}]`,
        CHECK,
        ...nops(drawn.pad),
        `ld [${high}],y`,
        `jmp y,[${low}]`,
        'nop',
        ...start(1),
        `${label}p: nop`,
        ...go(`${label}in`, `ld <${label}v`),
        ...start(2),
        `${label}q: nop`,
        ...go(`${label}in`, `ld <${label}r`),
        `.org $${((page + 2) * 0x100 + 0x80).toString(16)}`,
        `${label}y: nop`,
        ...go(`${label}t`),
        ...start(3),
        `${label}in: st [${back}]`,
        `bra ${label}c`,
        'nop',
        ...landing(label, drawn.words),
        ...go(`${label}b`),
        `${label}c: ${CHECK}`,
        `bra [${back}]`,
        'nop',
      ],
    };
  });
