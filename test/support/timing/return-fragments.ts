/** Returns through bytes that were not stored, hold something else on one path, or are used a second time. */
import fc from 'fast-check';
import { small, some, data, farJump, fragment, hex, landing, twoWays } from './fragment.ts';
import { PAGE_OR_ZERO } from './new-data.ts';

/** A routine with a check in it, which returns through a byte. */
const routine = (byte: string, words: number): string =>
  `@sub: st [${byte}] | .check =20 | .nops ${words} | bra [${byte}] | nop`;

/** A call after a branch on a byte that nothing was stored to, or that another call stored to. */
export const unstored = fragment(
  {
    data,
    constant: fc.constantFrom(5, 200, 0),
    branch: fc.constantFrom('bne', 'bge', 'blt', 'beq'),
    words: small,
    pad: small,
  },
  (drawn) => ({
    main: `.check =20 | ${twoWays('@', drawn.data, `ld ${drawn.constant}`, 'ld [#1]')}
      @j: ${drawn.branch} @c | nop | bra @sub | ld @r
      @c: bra @sub | ld @v
      ${landing(drawn.words)}`,
    aside: `${routine('#0', drawn.pad)} | bra [#1] | nop`,
  }),
);

/** A routine that saves its return address in other bytes while it calls another one that returns by the same byte. */
export const savedOverCall = fragment({ words: small, pad: small, moves: some }, ({ words, pad, moves }) => {
  const copy = (from: number, to: number): string => `ld [#${from}] | st [#${to}]`;
  const away = Array.from({ length: moves }, (_, index) => copy(index, index + 1));
  return {
    main: `.check =20 | bra @out | ld @r | @r: nop | .nops ${words}`,
    aside: `@out: st [#0] | ${away.join('|')} | bra @sub | ld @b
      @b: nop | ${copy(moves, 0)} | .check =20 | bra [#0] | nop
      ${routine('#0', pad)}`,
  };
});

/** Two calls one after the other of a routine that keeps its return address in a field of a frame. */
export const keptInField = fragment({ words: small, more: small, pad: small }, ({ words, more, pad }) => ({
  main: `.check =20 | bra @sub | ld @r | @r: nop | .nops ${words}
    .check =20 | bra @sub | ld @v | @v: nop | .nops ${more}`,
  aside: `@sub: ld 3,y | st [y,#0] | .nops ${pad} | .check =20
    ld 3,y | ld [y,#0] | bra ac | nop`,
}));

/** A return address that comes from the zero page or from a field, by what Y is: 0, or another page. */
export const fieldOrZeroPage = fragment(
  {
    data,
    words: small,
    pad: small,
    other: fc.constantFrom('0', '$80', '3', '4', '[$54]'),
    isNear: fc.boolean(),
  },
  (drawn) => ({
    main: `.check =20 | ld [${drawn.data}] | bne @3 | nop
      ld 0,y | ld <@a | st [y,#0] | bra @j | nop
      @3: ld ${drawn.other},y | ld <@b | bra @j | st [y,#0]
      @j: ld [y,#0] | bra ac | nop
      @a: bra @sub | ld @r
      @b: bra @sub | ld @v
      ${landing(drawn.words)}`,
    aside: `${routine('#1', drawn.pad)} | ${drawn.isNear ? 'bra [#0] | nop' : ''}`,
  }),
);

/** A return address that comes from the zero page or from a field, by a page of which nothing is known. */
export const fieldByData = fragment({ words: small }, ({ words }) => ({
  main: `.check =20 | ld <@r | st [#0] | ld 3,y | ld <@v | st [y,#0]
    .check =20 | ld [${hex(PAGE_OR_ZERO)}],y | ld [y,#0] | bra ac | nop
    ${landing(words)}`,
  aside: 'bra [#0] | nop',
}));

/**
 * A store through a Y that is 0, or $80, on one path and another page, known or not, on the other: it may hit a return address.
 */
export const meeting = fragment(
  {
    data,
    zero: fc.constantFrom('0', '$80'),
    isZeroFirst: fc.boolean(),
    other: fc.constantFrom('[$54]', '[$54]', '3'),
    words: some,
  },
  ({ zero, other, ...drawn }) => {
    const [first, second] = drawn.isZeroFirst ? [zero, other] : [other, zero];
    return {
      main: `.check =20 | ld [${drawn.data}] | beq @z | nop | bra @j | ld ${first},y
        @z: nop | ld ${second},y
        @j: ld @r | st [#0] | ld @v | st [y,#0]
        .check =20 | bra [#0] | nop | ${landing(drawn.words)}`,
    };
  },
);

/** A handler that changes where a routine goes back to, or another byte. */
export const storingHandler = fragment(
  {
    words: some,
    pad: small,
    store: fc.constantFrom('[y,', '['),
    isHit: fc.boolean(),
    y: fc.constantFrom('ld 0,y', 'ld $80,y', 'ld 3,y', `ld [${hex(PAGE_OR_ZERO)}],y`),
  },
  ({ words, pad, store, isHit, y }) => ({
    main: `.check =20 | bra @sub | ld @v | .entry @r | ${landing(words)}`,
    aside: routine('#0', pad),
    handler: `${y} | ld <@r | st ${store}${isHit ? '#0' : '$5c'}]`,
  }),
);

/** Jumps through more bytes than are followed at a time, from an entry of their own. */
function manyReturns(page: number): string {
  const each = Array.from({ length: 32 }, (_, index) => {
    const byte = hex(0x90 + index);
    return `ld @n${index} | st [${byte}] | bra [${byte}] | nop | @n${index}: nop`;
  });
  return `.org ${hex(page * 0x100)} | .entry @m | @m: nop | ${each.join('|')} | ${farJump('start')}`;
}

/** A return address that is used a second time, on every path or on one; near or far, alone or among many. */
export const usedTwice = fragment(
  {
    data,
    words: some,
    pad: small,
    again: fc.boolean(),
    inSlot: fc.boolean(),
    goBack: fc.constantFrom(
      'ld >start,y | jmp y,[#0]',
      'bra [#0]',
      'ld [#0] | bra ac',
      'ld [#0] | adda 0 | bra ac',
      'ld 0,y | ld [y,#0] | bra ac',
    ),
    isAmongMany: fc.boolean(),
  },
  (drawn, page) => {
    const { goBack } = drawn;
    const store = drawn.inSlot ? 'bra @w | ld @v | @w: bra @j | st [#0]' : 'ld @v | st [#0] | bra @j | nop';
    return {
      // The second time that it comes to the test of #1, it goes on.
      main: `.check =20 | ld 0 | st [#1] | bra @sub | ld @r
        @r: nop | .nops ${drawn.words} | ld [#1] | bne @v | ld 1 | st [#1]
        .check =20 | ld [${drawn.data}] | beq @j | nop | ${store}
        @j: .check =20 | ${drawn.again ? 'ld @v | st [#0]' : ''} | ${goBack} | nop
        @v: .check =20 | .nops ${drawn.pad}`,
      aside: `@sub: bra @q | st [#0] | @q: ${goBack} | nop`,
      pages: drawn.isAmongMany ? manyReturns(page) : '',
    };
  },
);

/** A routine that is called by another one may return past it. The byte in which an address was used holds it then. */
export const pastCaller = fragment(
  {
    data,
    way: data,
    words: small,
    kept: fc.constantFrom(
      ['st [#1]', 'bra [#1]'],
      ['st [#1]', 'ld [#1] | adda 0 | bra ac'],
      // Another routine brings the address in AC, or copies it.
      ['st [#1]', 'bra @g | ld @z | @z: st [#4] | bra [#4]'],
      ['st [#1]', 'bra @k | ld @z | @z: nop | bra [#3]'],
      ['ld 8,y | st [y,#1]', 'ld 8,y | ld [y,#1] | bra ac'],
    ),
  },
  ({ data: first, way, words, kept: [keep, goBack] }) => ({
    main: `.check =20 | ld [${first}] | bne @e | nop | bra @a | ld @h
      @e: ld <@v | st [#2] | nop
      @h: .check =20 | bra [#2] | nop
      @v: .check =20 | .nops ${words}`,
    aside: `@a: ${keep} | bra @c | ld @x | @x: bra @b | ld @y | @y: ld <@v | st [#2] | bra @h | nop
      @b: st [#3] | ld [${way}] | bne @n | nop | ${goBack} | nop | @n: bra [#3] | nop
      @c: st [#2] | bra [#2] | nop
      @g: st [#5] | ld [#1] | bra [#5] | nop
      @k: st [#5] | ld [#1] | st [#3] | bra [#5] | nop`,
  }),
);
