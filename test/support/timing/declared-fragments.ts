/**
 * Pieces of programs with everything that can be declared, for the comparison of the proof with the emulator.
 *
 * Nobody knows here what a piece costs: checks are charged what the proof counts, and then the emulator counts. Each
 * declaration is true, or contradicts the code in a way that can be seen.
 */
import fc from 'fast-check';
import { trampoline } from './program-writer.ts';

/** Lines of a program that belong together. */
export interface Fragment {
  /** In the main page, one after the other; begins with a check. */
  readonly main: readonly string[];
  /** In the main page after all, where nothing runs into them. */
  readonly aside?: readonly string[];
  /** In pages of their own. */
  readonly pages?: readonly string[];
  /** In the handler. */
  readonly handler?: readonly string[];
}

/** Writes a fragment with labels and cells of its own. */
export type FragmentWriter = (own: Own) => Fragment;

/** What tells the labels, bytes and pages of one fragment from those of others. */
export interface Own {
  readonly label: string;
  /** First of eight zero-page bytes. */
  readonly cell: number;
  /** First of eight pages. */
  readonly page: number;
}

const small = fc.nat(5);
const some = fc.integer({ min: 1, max: 4 });
const data = fc.constantFrom('$50', '$51', '$52', '$53');
const name = fc.constantFrom('', ', t', ', u');
const CHECK = '.check =20';

const nops = (count: number): string[] => (count === 0 ? [] : [`.nops ${count}`]);

/** The end of a loop, which goes back to its head. */
type Closing = (head: string, free: string) => string[];

/** By a branch in the slot of another: the word that executes alone makes the proof forget what AC is. */
const inSlot: Closing = (head, free) => [`bra ${free}`, `bra ${head}`, 'nop', `${free}: nop`];

const closing = fc.constantFrom<Closing>(
  (head) => [`bra ${head}`, 'nop'],
  inSlot,
  (head) => [`ld >${head},y`, `jmp y,<${head}`, 'nop'],
);

/** What is declared of a loop of so many turns; the last two contradict what AC tells. */
const declaredTurns = fc.constantFrom<(turns: number) => (readonly [number, number])[]>(
  (turns) => [[turns, turns]],
  (turns) => [[turns, turns]],
  (turns) => [[1, turns + 1]],
  (turns) => [
    [turns, turns],
    [turns + 1, turns + 2],
  ],
  (turns) => [
    [turns + 1, turns + 1],
    [turns, turns],
  ],
  (turns) => [[Math.max(1, turns - 2), Math.max(1, turns - 1)]],
  (turns) => [[turns + 1, turns + 2]],
);

interface Lines {
  readonly main: readonly string[];
  readonly aside: readonly string[];
}

/** A loop with its count in AC; in an arm out of line where AC tells so. */
interface Counted {
  readonly turns: number;
  readonly closing: Closing;
  readonly declared: (turns: number) => (readonly [number, number])[];
  readonly name: string;
  readonly kind: 'short' | 'long' | 'arm';
  readonly words: number;
}

/** Whether the proof knows AC up to the end of a loop, or one declaration is true of its turns. */
function isSeen({ kind, closing: close, declared, turns }: Counted): boolean {
  return kind === 'short' || close !== inSlot || declared(turns).some(([min, max]) => min <= turns && turns <= max);
}

const counted: fc.Arbitrary<Counted> = fc
  .record({
    turns: some,
    closing,
    declared: declaredTurns,
    name,
    kind: fc.constantFrom('short', 'long', 'arm'),
    words: small,
  })
  .filter(isSeen);

function writeCounted({ turns, closing: close, declared, name: count, kind, words }: Counted, label: string): Lines {
  const declarations = declared(turns).map(([min, max]) => `.loop ${label}h, ${min}, ${max}${count}`);
  const start = [`ld ${turns - 1}`, ...declarations];
  if (kind === 'short') return { main: [...start, `${label}h: bne ${label}h`, 'suba 1'], aside: [] };
  const branch = kind === 'arm' ? [`bgt ${label}a`, 'nop', `${label}k: nop`] : [];
  return {
    main: [
      ...start,
      `${label}h: beq ${label}o`,
      'suba 1',
      ...branch,
      ...close(`${label}h`, `${label}t`),
      `${label}o: nop`,
    ],
    aside: kind === 'arm' ? [`${label}a: nop`, ...nops(words), `bra ${label}k`, 'nop'] : [],
  };
}

/** Two ways with a counted loop in each, from one macro, as it were. */
const twoDelays: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, first: counted, second: counted, before: small, after: fc.nat(9) })
  .map((drawn) => ({ label }) => {
    const [first, second] = [writeCounted(drawn.first, `${label}x`), writeCounted(drawn.second, `${label}y`)];
    return {
      main: [
        CHECK,
        `ld [${drawn.data}]`,
        `beq ${label}b`,
        'nop',
        ...nops(drawn.before),
        ...first.main,
        `bra ${label}j`,
        'nop',
        `${label}b: nop`,
        ...nops(drawn.after),
        ...second.main,
        `${label}j: nop`,
      ],
      aside: [...first.aside, ...second.aside],
    };
  });

/** A loop with its count in RAM; entered at the head or in the middle, with an arm beside it, with a loop inside. */
const loopInRam: fc.Arbitrary<FragmentWriter> = fc
  .record({
    turns: some,
    closing,
    inMiddle: fc.boolean(),
    // As often without: only a loop with one way through it tells a count that is off from one that varies.
    arm: fc.option(fc.record({ data, straight: small, aside: fc.nat(3) }), { freq: 1 }),
    inner: fc.option(
      counted.filter(({ declared }) => declared(3).length === 1 && declared(3)[0]![0] <= 3 && declared(3)[0]![1] >= 3),
    ),
    skip: fc.option(data, { freq: 1 }),
    range: fc.boolean(),
    name,
  })
  .map((drawn) => ({ label, cell }) => {
    const counter = `$${cell.toString(16)}`;
    const { arm, inner, turns, skip } = drawn;
    const count = turns + 1;
    const nested = inner === null ? { main: [], aside: [] } : writeCounted(inner, `${label}i`);
    const branch =
      arm === null ? [] : [`ld [${arm.data}]`, `beq ${label}a`, 'nop', ...nops(arm.straight), `${label}k: nop`];
    return {
      main: [
        CHECK,
        ...(skip === null ? [] : [`ld [${skip}]`, `beq ${label}e`, 'nop']),
        `ld ${turns}`,
        `st [${counter}]`,
        ...(drawn.inMiddle ? [`bra ${label}m`, 'nop'] : []),
        `.loop ${label}h, ${drawn.range ? 1 : count}, ${count}${drawn.name}`,
        `${label}h: ld [${counter}]`,
        `beq ${label}o`,
        'suba 1',
        `st [${counter}]`,
        ...branch,
        `${label}m: nop`,
        ...nested.main,
        ...drawn.closing(`${label}h`, `${label}t`),
        `${label}o: nop`,
        `${label}e: nop`,
      ],
      aside: [...(arm === null ? [] : [`${label}a: nop`, ...nops(arm.aside), `bra ${label}k`, 'nop']), ...nested.aside],
    };
  });

/** A charge by a count that the program computes, for one loop or for two. */
const charged: fc.Arbitrary<FragmentWriter> = fc
  .record({
    first: data,
    second: fc.option(data),
    factor: fc.constantFrom(1, 2, 4),
    words: fc.constantFrom('two', 'one', 'constant', 'wrong', 'none'),
    amount: fc.integer({ min: 1, max: 6 }),
    by: fc.integer({ min: -1, max: 1 }),
  })
  .map((drawn) => ({ label, cell }) => {
    const count = `$${cell.toString(16)}`;
    const { factor, second, amount } = drawn;
    const loop = (head: string): string[] => [`.loop ${head}, 1, 4, t${label}`, `${head}: bne ${head}`, 'suba 1'];
    const byCount = `.cost t${label}, ${factor}, ${-factor}`;
    const byAmount = `.cost , 0, ${amount}`;
    const load = ['ld 0', ...Array.from({ length: factor }, () => `suba [${count}]`)];
    const charge = {
      two: [...load, byCount, 'adda [$20]', 'st [$20]'],
      one: [...load, 'adda [$20]', byCount, 'st [$20]'],
      constant: [`ld ${-amount & 0xff}`, byAmount, 'adda [$20]', 'st [$20]'],
      wrong: [`ld ${-(amount + drawn.by) & 0xff}`, byAmount, 'adda [$20]', 'st [$20]'],
      none: ['ld [$20]', ...(drawn.by === 0 ? [] : ['ld [$54]']), byAmount, 'st [$20]'],
    }[drawn.words];
    return {
      main: [
        CHECK,
        `ld [${drawn.first}]`,
        'anda 3',
        `st [${count}]`,
        ...charge,
        ...(drawn.words === 'one' || drawn.words === 'two' ? [`ld [${count}]`, ...loop(`${label}h`)] : []),
        ...(second === null ? [] : [`ld [${second}]`, 'anda 3', ...loop(`${label}g`)]),
      ],
    };
  });

/** A store through a Y that is 0 by some means, which hits the account or another byte. */
const storeByY: fc.Arbitrary<FragmentWriter> = fc
  .record({
    data,
    means: fc.constantFrom(
      ['adda ac,y', 'ld 0'],
      ['anda 0,y', ''],
      ['suba ac,y', ''],
      ['ld 0,y', ''],
      ['xora ac,y', ''],
      ['ld 3,y', ''],
    ),
    isByBranch: fc.boolean(),
    target: fc.constantFrom('$20', '$20', '$5a'),
  })
  .map((drawn) => ({ label }) => {
    const [means, before] = drawn.means as [string, string];
    const byBranch = [
      `ld [${drawn.data}]`,
      `bne ${label}s`,
      'ld ac,y',
      `st [y,${drawn.target}]`,
      `bra ${label}j`,
      'nop',
      `${label}s: .nops 3`,
      `${label}j: nop`,
    ];
    const bySum = [`ld [${drawn.data}]`, ...(before === '' ? [] : [before]), means, 'nop', `st [y,${drawn.target}]`];
    return { main: [CHECK, ...(drawn.isByBranch ? byBranch : bySum)] };
  });

/** A table whose jump is in a delay slot, or not. */
const table: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, isInSlot: fc.boolean(), isWhole: fc.boolean(), tests: fc.boolean() })
  .map((drawn) => ({ label }) => {
    const index = [`ld [${drawn.data}]`, 'anda 3', `adda ${label}t`];
    const each = [0, 1, 2, 3].map((entry) => `${label}t+${entry}`).join(', ');
    const targets = drawn.isWhole ? [`.table ${label}t, 4`, `.targets ${label}t`] : [`.targets ${each}`];
    const entries = [`${label}t: ld 0`, 'ld 253', 'ld 6', 'ld 247'];
    const test = drawn.tests ? [`blt ${label}n`, 'nop', `bra ${label}j`, 'nop', `${label}n: .nops 2`] : [];
    const jump = drawn.isInSlot
      ? [`bra ${label}s`, ...targets, 'bra ac', `bra ${label}b`, 'nop', `${label}s: nop`]
      : [...targets, 'bra ac', `bra ${label}b`];
    return { main: [CHECK, ...index, ...jump, ...entries, `${label}b: nop`, ...test, `${label}j: nop`] };
  });

/** A place in another page, and what is at the same low byte in the main page. */
function elsewhere(label: string, page: number, words: number): readonly string[] {
  const low = 0xc0 + 2 * (page & 0x1f);
  const leave = [`ld >${label}b,y`, `jmp y,<${label}b`, 'nop'];
  return [
    `.org $${(0x100 + low).toString(16)}`,
    ...nops(words + 1),
    ...leave,
    `.org $${(page * 0x100 + low).toString(16)}`,
    `${label}z: .nops ${words}`,
    ...leave,
  ];
}

/** A jump with declarations of which one would do, and with targets in a page to which it cannot go. */
const declaredJump: fc.Arbitrary<FragmentWriter> = fc
  .record({ data, between: some, kind: fc.constantFrom('list', 'first', 'last', 'elsewhere') })
  .map(({ data: cell, between, kind }) => ({ label, page }) => {
    const [a, b] = [`${label}a`, `${label}b`];
    const target = kind === 'elsewhere' ? `${label}z` : a;
    const declared = {
      list: [`.targets ${a}, ${b}`],
      first: [`.targets ${a}`, `.targets ${b}`],
      last: [`.targets ${b}`, `.targets ${a}`],
      elsewhere: [`.targets ${label}z`],
    }[kind];
    return {
      main: [
        CHECK,
        `ld [${cell}]`,
        `beq ${label}x`,
        `ld <${kind === 'elsewhere' ? target : b}`,
        // Both ways take the same, so that only the jump can make a difference.
        `bra ${label}w`,
        `ld <${target}`,
        `${label}x: .nops 2`,
        // Something that the proof does not follow, so that it has to believe the declaration.
        `${label}w: st [$5b]`,
        'ld [$5b]',
        ...declared,
        'bra ac',
        'nop',
        `${a}: nop`,
        ...nops(between),
        `${b}: nop`,
      ],
      pages: kind === 'elsewhere' ? elsewhere(label, page, between) : [],
    };
  });

/** Where a routine with a check in it comes back to: by falling from `one` into `two`, after `words` more. */
const landing = (label: string, words: number): string[] => [`${label}r: nop`, ...nops(words), `${label}v: nop`];
const routine = (label: string, cell: string, words: number): string[] => [
  `${label}sub: st [${cell}]`,
  CHECK,
  ...nops(words),
  `bra [${cell}]`,
  'nop',
];

/** A call after a branch on a byte that nothing was stored to, or that another call stored to. */
const unstored: fc.Arbitrary<FragmentWriter> = fc
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
const fieldOrZeroPage: fc.Arbitrary<FragmentWriter> = fc
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

/** A store through a Y that is 0 on one way and something else, known or not, on the other: it may hit a return address. */
const meeting: fc.Arbitrary<FragmentWriter> = fc
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
const storingHandler: fc.Arbitrary<FragmentWriter> = fc
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

/** A return address that is used a second time, on every way or on one. */
const usedTwice: fc.Arbitrary<FragmentWriter> = fc
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

/** Far calls of which the page is a variable, and a routine that they call in turn. */
const farCalls: fc.Arbitrary<FragmentWriter> = fc
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

/** All kinds of fragments, by what they are. */
export const FRAGMENTS = {
  twoDelays,
  loopInRam,
  charged,
  storeByY,
  table,
  declaredJump,
  unstored,
  fieldOrZeroPage,
  meeting,
  storingHandler,
  usedTwice,
  farCalls,
} as const satisfies Record<string, fc.Arbitrary<FragmentWriter>>;
