/** Far calls: through a page that is a variable, one inside another, and in a loop. */
import fc from 'fast-check';
import { small, some, data, CHECK, landing, nops, type FragmentWriter } from './fragment.ts';
import { trampoline } from './program-writer.ts';

/** Cells for the low byte and the page of a far return, and for the return of the inner routine. */
interface FarCells {
  readonly low: string;
  readonly high: string;
  readonly back: string;
}

function cellsFrom(cell: number): FarCells {
  const name = (offset: number): string => `$${(cell + offset).toString(16)}`;
  return { low: name(0), high: name(1), back: name(2) };
}

const farJump = (target: string, slot = 'nop'): string[] => [`ld >${target},y`, `jmp y,<${target}`, slot];

/** `sub`, which returns to the page in `high`. */
const farRoutine = (label: string, { low, high }: FarCells, pad: number): string[] => [
  `${label}sub: st [${low}]`,
  CHECK,
  ...nops(pad),
  `ld [${high}],y`,
  `jmp y,[${low}]`,
  'nop',
];

/** `in`, which returns to its own page; `on` follows there. */
const innerRoutine = (label: string, { back }: FarCells, words: number, on: readonly string[]): string[] => [
  `${label}in: st [${back}]`,
  `bra ${label}c`,
  'nop',
  ...landing(label, words),
  ...on,
  `${label}c: ${CHECK}`,
  `bra [${back}]`,
  'nop',
];

/** Far calls whose page is a variable, and a routine that they call in turn. */
export const farCalls: fc.Arbitrary<FragmentWriter> = fc
  .record({ first: data, second: data, words: some, isLate: fc.boolean(), isFlipped: fc.boolean(), pad: small })
  .map((drawn) => ({ label, cell, page }) => {
    const cells = cellsFrom(cell);
    const place = (pages: number, address: number): string =>
      `.org $${((page + pages) * 0x100 + address).toString(16)}`;
    const [one, two] = drawn.isFlipped ? ['bne', 'beq'] : ['beq', 'bne'];
    const call = (target: string, returns: string): string[] => farJump(`${label}${target}`, `ld <${label}${returns}`);
    const leave = (pages: number): string[] => [
      trampoline(`${label}leave${pages}`, (page + pages) * 0x100 + 0xf0),
      place(pages, 0),
      `.trampoline ${label}leave${pages}`,
    ];
    return {
      main: [
        CHECK,
        `ld >${label}p`,
        `st [${cells.high}]`,
        `ld [${drawn.first}]`,
        `${one} ${label}2`,
        `ld [${drawn.second}]`,
        `bra ${label}s`,
        'nop',
        `${label}2: ${two} ${label}u`,
        'nop',
        `ld >${label}q`,
        `bra ${label}s`,
        `st [${cells.high}]`,
        ...(drawn.isLate ? [`${label}u: bra ${label}w`, 'nop', `${label}w: nop`] : [`${label}u: nop`]),
        ...call('sub', 'y'),
        `${label}s: nop`,
        ...call('sub', 'x'),
        `${label}fin: ${CHECK}`,
        '.trampoline leave',
      ],
      pages: [
        ...leave(0),
        ...farRoutine(label, cells, drawn.pad),
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
        ...innerRoutine(label, cells, drawn.words, farJump(`${label}fin`)),
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
    const cells = cellsFrom(cell);
    const start = (pages: number, address = 0): string[] => {
      const leave = `${label}leave${pages}`;
      const own = (page + pages) * 0x100;
      return [trampoline(leave, own + 0xf0), `.org $${(own + address).toString(16)}`, `.trampoline ${leave}`];
    };
    return {
      main: [
        CHECK,
        `ld >${label}p`,
        `st [${cells.high}]`,
        `${label}l: ${CHECK}`,
        ...farJump(`${label}sub`, `ld <${label}p`),
        `${label}b: ${CHECK}`,
        `ld >${label}q`,
        `st [${cells.high}]`,
        ...farJump(`${label}sub`, `ld <${label}y`),
        `${label}t: ${CHECK}`,
        `ld [${drawn.data}]`,
        `bne ${label}l`,
        'nop',
      ],
      pages: [
        ...start(0),
        ...farRoutine(label, cells, drawn.pad),
        ...start(1),
        `${label}p: nop`,
        ...farJump(`${label}in`, `ld <${label}v`),
        ...start(2),
        `${label}q: nop`,
        ...farJump(`${label}in`, `ld <${label}r`),
        `.org $${((page + 2) * 0x100 + 0x80).toString(16)}`,
        `${label}y: nop`,
        ...farJump(`${label}t`),
        ...start(3),
        ...innerRoutine(label, cells, drawn.words, farJump(`${label}b`)),
      ],
    };
  });
