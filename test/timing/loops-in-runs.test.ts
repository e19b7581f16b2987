/** Loops that turn, are entered and are left in every way that the proof knows, compared with runs: true ones never stop one, false ones do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#assembler';
import { formatDifference } from '#emulator';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { draws } from '#test/draws.ts';
import { EACH_LEAVES, expectSameStops, firstDifference } from '#test/timing/declared-run.ts';

/** How a loop goes round; its slot is filled. */
const CLOSINGS = {
  near: ({ head }) => [`bra ${head}`, 'nop'],
  far: ({ head }) => [`ld >${head},y`, `jmp y,${head}`, 'nop'],
  cell: ({ head, cell }) => [`ld <${head}`, `st [${cell}]`, `bra [${cell}]`, 'nop'],
  ac: ({ head }) => [`ld <${head}`, 'bra ac', 'nop'],
  farCell: ({ head, cell }) => [`ld <${head}`, `st [${cell}]`, `ld >${head},y`, `jmp y,[${cell}]`, 'nop'],
  inSlot: ({ head, free }) => [`bra ${free}`, `bra ${head}`, 'nop', `${free}: nop`],
  cellInSlot: ({ head, free, cell }) => [
    `ld <${head}`,
    `st [${cell}]`,
    `bra ${free}`,
    `bra [${cell}]`,
    'nop',
    `${free}: nop`,
  ],
  /** The proof does not see what is stored, so that it does not know where the jump goes. */
  lost: ({ head, cell }) => [`ld ${cell},x`, `ld <${head}`, 'st [x]', `bra [${cell}]`, 'nop'],
  targets: ({ head }) => [`ld <${head}`, `.targets ${head}`, 'bra ac', 'nop'],
} satisfies Record<string, (names: Names) => string[]>;

interface Names {
  readonly head: string;
  readonly free: string;
  /** An expression for a byte of the zero page. */
  readonly cell: string;
}

/** What is in a loop besides its counter. */
const BODIES = ['arm', 'armAside', 'farArm', 'lostArm', 'call', 'farCall', 'twoCalls', 'inner', 'innerCall'] as const;

interface DrawnLoop {
  readonly turns: number;
  readonly closing: keyof typeof CLOSINGS;
  readonly bodies: readonly (typeof BODIES)[number][];
  /** By a branch into the middle with the head in its slot, among others. */
  readonly entry: 'head' | 'middle' | 'slot' | 'jump';
  /** Whether a branch goes past it now and then, to words between its head and the jump back, which is apart from it. */
  readonly isSkipped: boolean;
  readonly exit: 'head' | 'middle' | 'aside';
  /** Whether its routine is called once more after the loop. */
  readonly again: boolean;
  readonly isNamed: boolean;
  readonly hasCheck: boolean;
}

const drawnLoop: fc.Arbitrary<DrawnLoop> = fc.record({
  turns: fc.integer({ min: 1, max: 5 }),
  closing: fc.constantFrom(...(Object.keys(CLOSINGS) as (keyof typeof CLOSINGS)[])),
  bodies: fc.array(fc.constantFrom(...BODIES), { maxLength: 2 }),
  entry: fc.constantFrom('head', 'middle', 'slot', 'jump'),
  isSkipped: fc.boolean(),
  exit: fc.constantFrom('head', 'middle', 'aside'),
  again: fc.boolean(),
  isNamed: fc.boolean(),
  hasCheck: fc.boolean(),
});

/** First zero-page byte of the loops, eight for each. */
const CELLS = 0x40;

interface Lines {
  readonly main: string[];
  /** In the same page, where execution does not run into them. */
  readonly aside: string[];
  /** In another page. */
  readonly far: string[];
}

/** A byte that is other at each round. */
const CHANGES = `
        ld   [data]
        adda 73
        st   [data]
`;

/** Turns to declare of a loop that makes a number of them. */
type Declare = (turns: number, index: number) => readonly [number, number];

/** Writes loops one after another; undefined if they do not fit into the page. */
function writeLoops(drawn: readonly DrawnLoop[], declare: Declare): string {
  const lines: Lines = { main: [], aside: [], far: [] };
  for (const [index, loop] of drawn.entries()) writeLoop(lines, loop, index, declare);
  const main = [
    '        .lint off GT0901',
    '.zp data at $21 external=yes',
    EACH_LEAVES.head,
    ...lines.main,
    CHANGES,
    EACH_LEAVES.end,
  ];
  return [...main, ...lines.aside, '        .org $500', ...lines.far, ''].join('\n');
}

function writeLoop(lines: Lines, loop: DrawnLoop, index: number, declare: Declare): void {
  const { entry, exit, turns, closing, isNamed, isSkipped, hasCheck, again } = loop;
  const label = `L${index}`;
  const cell = (number: number): string => `$${(CELLS + 8 * index + number).toString(16)}`;
  const { main, aside } = lines;
  const [min, max] = declare(turns, index);
  const count = `[${cell(0)}]`;
  if (isSkipped) main.push('ld [data]', 'anda 2', `beq ${label}o`, 'nop');
  main.push(`ld ${entry === 'middle' ? turns + 1 : turns}`, `st ${count}`);
  const name = isNamed ? ` name=n${index % 2}` : '';
  if (entry === 'middle') main.push(`bra ${label}m`, 'nop');
  if (entry === 'slot') main.push(`bra ${label}m`);
  if (entry === 'jump') main.push(`bra ${label}h`, 'nop', 'nop');
  main.push(`.loop ${min}..${max}${name}`, `${label}h: nop`);
  const leave = [`beq ${label}${exit === 'aside' ? 'x' : 'o'}`, 'nop'];
  if (exit === 'aside') aside.push(`${label}x: nop`, `bra ${label}o`, 'nop');
  const counter = [`${label}m: ld ${count}`, 'suba 1', `st ${count}`];
  if (hasCheck) main.push(`.check *+5`);
  if (exit === 'head') main.push(...counter, ...leave);
  for (const [number, body] of loop.bodies.entries())
    writeBody(lines, body, `${label}b${number}`, cell(1 + number), declare);
  if (exit !== 'head') main.push(...counter, ...leave);
  const back = CLOSINGS[closing]({ head: `${label}h`, free: `${label}t`, cell: cell(7) });
  if (isSkipped) {
    main.push(`bra ${label}z`, 'nop');
    aside.push(`${label}z: nop`, ...back);
  } else main.push(...back);
  main.push(`${label}o: nop`);
  if (again && loop.bodies.includes('call')) {
    const number = loop.bodies.indexOf('call');
    main.push(`bra ${label}b${number}r`, `ld <*+1`, 'nop');
  }
}

function writeBody(
  { main, aside, far }: Lines,
  body: DrawnLoop['bodies'][number],
  label: string,
  cell: string,
  declare: Declare,
): void {
  const branch = (to: string, over: string): string[] => ['ld [data]', 'anda 4', `beq ${to}`, 'nop', `${over}: nop`];
  const routine = [`${label}r: st [${cell}]`, 'nop'];
  switch (body) {
    case 'arm':
      main.push('ld [data]', 'anda 8', `beq ${label}a`, 'nop', 'nop', `${label}a: nop`);
      break;
    case 'armAside':
      main.push(...branch(`${label}a`, `${label}k`));
      aside.push(`${label}a: nop`, `bra ${label}k`, 'nop');
      break;
    case 'farArm':
      main.push('ld [data]', 'anda 16', `beq ${label}k`, `ld >${label}a,y`, `jmp y,${label}a`, 'nop', `${label}k: nop`);
      far.push(`${label}a: ld >${label}k,y`, `jmp y,${label}k`, 'nop');
      break;
    case 'call':
      main.push(`bra ${label}r`, `ld <*+1`, 'nop');
      aside.push(...routine, `bra [${cell}]`, 'nop');
      break;
    case 'twoCalls':
      main.push(`bra ${label}r`, `ld <*+1`, 'nop', `bra ${label}r`, `ld <*+1`, 'nop');
      aside.push(...routine, `bra [${cell}]`, 'nop');
      break;
    case 'farCall':
      main.push(`ld >${label}r,y`, `jmp y,${label}r`, `ld <*+1`, 'nop');
      far.push(...routine, `ld >start,y`, `jmp y,[${cell}]`, 'nop');
      break;
    case 'inner': {
      const [min, max] = declare(3, -1);
      main.push('ld 2', `.loop ${min}..${max}`, `${label}i: bne ${label}i`, 'suba 1');
      break;
    }
    case 'innerCall': {
      const [min, max] = declare(3, -1);
      main.push(`bra ${label}r`, `ld <*+1`, 'nop');
      aside.push(
        ...routine,
        'ld 2',
        `.loop ${min}..${max}`,
        `${label}i: bne ${label}i`,
        'suba 1',
        `bra [${cell}]`,
        'nop',
      );
      break;
    }
    case 'lostArm':
      main.push('ld [data]', 'anda 32', `beq ${label}k`, `ld ${cell},x`, `ld <${label}k`, 'st [x]', `bra [${cell}]`);
      main.push('nop', 'nop', `${label}k: nop`);
  }
}

/** How many programs of each kind. */
const RUNS = draws(15);
/** Enough for the fast core to translate for the probe. */
const CYCLES = 16_000;

/** How a run first differs from what the program declares, as text. */
function shownDifference({ image, debugInfo }: Assembly, source: string): string | undefined {
  const difference = firstDifference(image, debugInfo.declarations, CYCLES, { seed: 7, source });
  return difference === undefined ? undefined : `${difference.kind}: ${formatDifference(difference)}`;
}

function assembled(drawn: readonly DrawnLoop[], declare: Declare): { program: Assembly; source: string } {
  const source = writeLoops(drawn, declare);
  const program = assembleText(source);
  const wrong = program.diagnostics.filter(({ code }) => !code.startsWith('GT08'));
  expect(
    wrong.filter(({ severity }) => severity === 'error'),
    source,
  ).toEqual([]);
  return { program, source };
}

const loops = fc.array(drawnLoop, { minLength: 1, maxLength: 3 });

describe('loops', () => {
  it('that are true never stop a run', { timeout: 0 }, () => {
    fc.assert(
      fc.property(loops, fc.boolean(), (drawn, isRange) => {
        const { program, source } = assembled(drawn, (turns) => (isRange ? [1, turns + 1] : [turns, turns]));
        expect(shownDifference(program, source), source).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  });

  it('that turn more or less often than declared stop it', { timeout: 0 }, () => {
    fc.assert(
      fc.property(loops, fc.nat(2), fc.constantFrom(-1, 1, 2), (drawn, which, by) => {
        const index = which % drawn.length;
        const { turns, closing, entry } = drawn[index]!;
        // Where the proof knows no turn, it knows no middle either.
        fc.pre(turns + by >= 1 && !(closing === 'lost' && (entry === 'middle' || entry === 'slot')));
        const declared: Declare = (made, loop) => (loop === index ? [turns + by, turns + by] : [made, made]);
        const { program, source } = assembled(drawn, declared);
        expect(shownDifference(program, source), source).toMatch(/^loop/);
      }),
      { numRuns: RUNS },
    );
  });

  it('are compared alike by both cores, whatever the words do', { timeout: 0 }, () => {
    const change = fc.tuple(fc.nat(0x7f), fc.nat(15));
    fc.assert(
      fc.property(loops, fc.array(change, { maxLength: 2 }), fc.nat(0xff), (drawn, changes, watched) => {
        const { program, source } = assembled(drawn, (turns) => [turns, turns]);
        const rom = program.image.slice();
        for (const [address, bit] of changes) rom[address] = rom[address]! ^ (1 << bit);
        const slices = { quiet: 20_000, cycles: 60_000, slice: 9_000, watched };
        expectSameStops(rom, program.debugInfo.declarations, slices, source);
      }),
      { numRuns: RUNS },
    );
  });
});
