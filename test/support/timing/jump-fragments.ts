/** Stores through Y, and jumps with declared targets: by tables, and to places in other pages. */
import fc from 'fast-check';
import { some, small, data, eachTarget, farJump, fragment, hex, landing, TABLE, twoWays } from './fragment.ts';
import { PAGE } from './new-data.ts';

/** A store that hits the account or another byte, through a Y that is 0 or $80 for one of several reasons. */
export const storeByY = fragment(
  {
    data,
    means: fc.constantFrom(
      ['adda ac,y', 'ld 0'],
      ['anda 0,y', ''],
      ['suba ac,y', ''],
      ['ld 0,y', ''],
      ['xora ac,y', ''],
      ['ld 3,y', ''],
      ['ld $80,y', ''],
      ['anda $80,y', ''],
    ),
    by: fc.constantFrom('sum', 'branch', 'two branches'),
    target: fc.constantFrom('$20', '$20', '$5a'),
  },
  (drawn) => {
    const [means, before] = drawn.means as [string, string];
    const store = `st [y,${drawn.target}]`;
    const ways = {
      sum: `${before} | ${means} | nop | ${store}`,
      branch: `bne @s | ld ac,y | ${store} | bra @j | nop
        @s: .nops 3
        @j: nop`,
      'two branches': `bge @p | nop | .nops 4 | bra @j | nop
        @p: ble @z | nop | .nops 2 | bra @j | nop
        @z: ld ac,y | ${store} | bra @j | nop
        @j: nop`,
    };
    return { main: `.check =20 | ld [${drawn.data}] | ${ways[drawn.by]}` };
  },
);

/** A store that hits the account, a return address or another byte by an X that a constant makes, perhaps on one way. */
export const storeByX = fragment(
  {
    means: fc.constantFrom(
      (byte: string) => `ld ${byte},x`,
      (byte: string) => `ld ${byte} | ld ac,x`,
      (byte: string) => `ld ${byte} | st [#4],x`,
      (byte: string) => `xora ac | adda ${byte},x`,
      (byte: string) => `ld #3,x | ld [$50] | beq @y | nop | ld ${byte},x | @y: nop`,
    ),
    byte: fc.constantFrom('$20', '#0', '#1', '#0'),
    store: fc.constantFrom('st [x]', 'st [y,x]', 'st in,[x]', 'st [y,x++]'),
    page: fc.constantFrom('0', '$80', '3'),
    words: some,
  },
  ({ means, byte, store, page, words }) => ({
    main: `.check =20 | bra @s | ld @r | ${landing(words)}`,
    aside: `@s: st [#0] | ${means(byte)} | ld ${page},y | ld <@v | ${store} | .check =20 | bra [#0] | nop`,
  }),
);

/** A store through a Y of which something is known, though not which page it is: it may hit a return address. */
export const pageHalfKnown = fragment(
  {
    known: fc.oneof(
      // 0 or data: where nothing is added to 0, it hits.
      data.map((byte) => twoWays('@', byte, 'nop', `ld [${hex(PAGE)}]`)),
      // Some bits of data.
      fc
        .tuple(data, fc.constantFrom('anda $f0', 'anda $fe', 'ora 15', 'adda ac'))
        .map(([byte, operation]) => `ld [${byte}] | ${operation}`),
    ),
    operation: fc.constantFrom('adda', 'suba', 'xora'),
    constant: fc.constantFrom(0, 1, 3, 16, 128),
    words: some,
  },
  ({ known, operation, constant, words }) => ({
    main: `.check =20 | ${known}
      @j: ${operation} ${constant} | ld ac,y | ld @r | st [#0] | ld @v | st [y,#0]
      .check =20 | bra [#0] | nop | ${landing(words)}`,
  }),
);

/** A short check, to which some words bring the account, a copy of it, or something else. */
export const shortCheck = fragment(
  {
    words: small,
    cycles: fc.integer({ min: 3, max: 14 }),
    behind: fc.nat(3),
    brings: fc.constantFrom(
      ...['ld [$20] | bra @q | nop', 'bra @q | ld [$20]', 'ld [$20] | st [#1] | bra @q | nop'],
      ...['ld [$20] | bra @z | bra @q | nop', 'ld [$20] | beq @q | nop', '.charge 2 | bra @q | nop', 'bra @q | nop'],
      ...[
        'ld 0,y | ld [y,$20] | bra @q | nop',
        'ld [$20] | st [#1] | ld [#1] | bra @q | nop',
        'ld [$50] | bra @q | nop',
      ],
    ),
  },
  ({ words, cycles, behind, brings }) => ({
    main: `.check =20 | .nops ${words} | ${brings} | @z: ld [$20] | @q: .short =${cycles} | .nops ${behind}`,
    aside: '.exits',
  }),
);

/** A table whose jump is in a delay slot, or not, with a masked index that may reach only some of its entries. */
export const table = fragment(
  {
    data,
    mask: fc.constantFrom(1, 2, 3, 3),
    first: fc.constantFrom(0, 0, 1),
    // The index in AC, or in a byte while AC holds another.
    by: fc.constantFrom(['', 'ac'], ['', 'ac'], ['st [#0] | ld @t+1', '[#0]']),
    isInSlot: fc.boolean(),
    declares: fc.constantFrom('whole', 'each', 'nothing'),
    tests: fc.boolean(),
  },
  (drawn) => {
    const targets = {
      whole: '.table @t, 4 | .targets @t',
      each: eachTarget('@t'),
      nothing: '',
    }[drawn.declares];
    const index = drawn.mask === 3 ? '@t' : `@t+${drawn.first}`;
    const [before, by] = drawn.by;
    const jump = `${targets} | bra ${by} | bra @b`;
    return {
      main: `.check =20 | ld [${drawn.data}] | anda ${drawn.mask} | adda ${index} | ${before}
        ${drawn.isInSlot ? `bra @s | ${jump} | nop | @s: nop` : jump}
        @t: ${TABLE}
        @b: nop | ${drawn.tests ? 'blt @n | nop | bra @j | nop | @n: .nops 2' : ''}
        @j: nop`,
    };
  },
);

/** A place in another page, and what is at the same low byte in the main page, in front of the trampoline. */
function elsewhere(page: number, words: number): string {
  const low = 0xc0 + 12 * ((page >> 3) % 4);
  const leave = farJump('@b');
  return `.org ${hex(0x100 + low)} | .nops ${words + 1} | ${leave}
    .org ${hex(page * 0x100 + low)} | @z: .nops ${words} | ${leave}`;
}

/** A jump with more declarations than it needs, and with targets in a page that it cannot reach. */
export const declaredJump = fragment(
  { data, between: some, kind: fc.constantFrom('list', 'first', 'last', 'elsewhere') },
  ({ data: byte, between, kind }, page) => {
    const [target, other] = kind === 'elsewhere' ? ['@z', '@z'] : ['@a', '@b'];
    const declared = {
      list: '.targets @a, @b',
      first: '.targets @a | .targets @b',
      last: '.targets @b | .targets @a',
      elsewhere: '.targets @z',
    }[kind];
    return {
      // Both ways take the same time, so that only the jump can make a difference. The proof does not follow $5b, so
      // that it has to trust the declaration.
      main: `.check =20 | ld [${byte}] | beq @x | ld <${other} | bra @w | ld <${target}
        @x: .nops 2
        @w: st [$5b] | ld [$5b] | ${declared} | bra ac | nop
        @a: nop | .nops ${between}
        @b: nop`,
      pages: kind === 'elsewhere' ? elsewhere(page, between) : '',
    };
  },
);

/** A jump by a byte that is no return address, though a delay slot has loaded it, to a page that is one of two. */
export const statePointer = fragment({ data, words: some }, (drawn, page) => ({
  main: `.check =20 | ld [${drawn.data}] | beq @o | ld ${page} | bra @s | nop
    @o: nop | ld 1
    @s: st [#1] | bra @t | ld <@z
    @t: st [#0]
    .check =20 | ld [#1],y | jmp y,[#0] | nop
    @b: nop`,
  pages: elsewhere(page, drawn.words),
}));

/** A return address in a frame, where something stores another one to which only an unknown jump leads, or nothing. */
export const hiddenStore = fragment(
  { data, words: some, isHidden: fc.boolean() },
  ({ data: byte, words, isHidden }) => ({
    main: `ld 3,y | ld @r | st [y,#0]
    .check =20 | ld ${isHidden ? '@h' : '@on'} ${`| xora [${byte}]`.repeat(2)} | bra ac | nop
    @on: .check =20 | ld 3,y | ld [y,#0] | bra ac | nop | ${landing(words)}`,
    aside: '@h: ld 3,y | ld @v | st [y,#0] | bra @on | nop',
  }),
);
