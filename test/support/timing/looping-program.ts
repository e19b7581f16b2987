/** Programs of loops that turn, are entered and are left in every way that the proof knows. */
import fc from 'fast-check';
import { EACH_LEAVES } from './declared-run.ts';
import { type Fragment, linesOf } from './fragment.ts';

/** How a loop goes from its end to `@h`; its slot is filled. #7 is a byte of its own. */
const CLOSINGS = {
  near: 'bra @h | nop',
  far: 'ld >@h,y | jmp y,@h | nop',
  cell: 'ld <@h | st [#7] | bra [#7] | nop',
  ac: 'ld <@h | bra ac | nop',
  farCell: 'ld <@h | st [#7] | ld >@h,y | jmp y,[#7] | nop',
  inSlot: 'bra @t | bra @h | nop | @t: nop',
  cellInSlot: 'ld <@h | st [#7] | bra @t | bra [#7] | nop | @t: nop',
  /** The proof does not see what is stored, so that it does not know where the jump goes. */
  lost: 'ld #7,x | ld <@h | st [x] | bra [#7] | nop',
  targets: 'ld <@h | .targets @h | bra ac | nop',
  /** The routine goes back to the head where it does not return. */
  return: 'ld <@p | st [#7] | bra @s | ld 0',
};

type Body =
  'arm' | 'armAside' | 'farArm' | 'lostArm' | 'call' | 'farCall' | 'twoCalls' | 'pastCall' | 'inner' | 'innerCall';

const CALL = 'bra @r | ld <*+1 | nop';

/** What is in a loop besides its counter. #0 to #2 are bytes of its own; `inner` is a loop of three turns. */
const bodiesWith = (inner: string): Readonly<Record<Body, Fragment>> => ({
  arm: { main: 'ld [data] | anda 8 | beq @a | nop | nop | @a: nop' },
  armAside: { main: 'ld [data] | anda 4 | beq @a | nop | @k: nop', aside: '@a: nop | bra @k | nop' },
  farArm: {
    main: 'ld [data] | anda 16 | beq @k | ld >@a,y | jmp y,@a | nop | @k: nop',
    pages: '@a: ld >@k,y | jmp y,@k | nop',
  },
  lostArm: { main: 'ld [data] | anda 32 | beq @k | ld #0,x | ld <@k | st [x] | bra [#0] | nop | nop | @k: nop' },
  call: { main: CALL, aside: '@r: st [#0] | nop | bra [#0] | nop' },
  farCall: {
    main: 'ld >@r,y | jmp y,@r | ld <*+1 | nop',
    pages: '@r: st [#0] | nop | ld >start,y | jmp y,[#0] | nop',
  },
  twoCalls: { main: `${CALL} | ${CALL}`, aside: '@r: st [#0] | nop | bra [#0] | nop' },
  /** The routine that is called last returns past its caller, which would leave the loop. */
  pastCall: {
    main: `ld 0 | st [#2] | ${CALL}`,
    aside: `@r: st [#0] | bra @s | ld <@u | @u: bra start | nop
      @s: st [#1] | ld [#2] | bne @n | nop | bra [#0] | nop | @n: bra [#1] | nop`,
  },
  inner: { main: inner },
  innerCall: { main: CALL, aside: `@r: st [#0] | nop | ${inner} | bra [#0] | nop` },
});

export interface DrawnLoop {
  readonly turns: number;
  readonly closing: keyof typeof CLOSINGS;
  readonly bodies: readonly Body[];
  /** By a branch into the middle with the head in its slot, among others. */
  readonly entry: 'head' | 'middle' | 'slot' | 'jump';
  /**
   * Whether a branch sometimes skips it, to words between its head and its jump back, which then is elsewhere; the head
   * may be in its slot.
   */
  readonly skipped: 'no' | 'all' | 'afterHead';
  /** After its head alone, which makes one turn more, among others. */
  readonly exit: 'head' | 'middle' | 'aside' | 'alone';
  /** Whether its routine is called once more after the loop. */
  readonly again: boolean;
  readonly isNamed: boolean;
  readonly hasCheck: boolean;
}

const drawnLoop: fc.Arbitrary<DrawnLoop> = fc
  .record({
    turns: fc.integer({ min: 1, max: 5 }),
    closing: fc.constantFrom(...(Object.keys(CLOSINGS) as (keyof typeof CLOSINGS)[])),
    bodies: fc.array(fc.constantFrom(...(Object.keys(bodiesWith('')) as Body[])), { maxLength: 2 }),
    entry: fc.constantFrom('head', 'middle', 'slot', 'jump'),
    skipped: fc.constantFrom('no', 'no', 'all', 'afterHead'),
    exit: fc.constantFrom('head', 'middle', 'aside', 'alone'),
    again: fc.boolean(),
    isNamed: fc.boolean(),
    hasCheck: fc.boolean(),
  })
  .map((loop) => {
    // Where a loop ends by a return, the way past its head seems to lead to its head, too.
    const isPlain = loop.closing === 'return' || (loop.skipped === 'afterHead' && loop.entry !== 'head');
    return isPlain ? { ...loop, skipped: 'no' } : loop;
  });

export const loops = fc.array(drawnLoop, { minLength: 1, maxLength: 3 });

/** The range to declare for a loop that makes a number of turns; the index of an inner loop is -1. */
export type Declare = (turns: number, index: number) => readonly [number, number];

/** First zero-page byte of the loops, eight for each: the counter, three for each of two bodies, the closing's. */
const CELLS = 0x40;

/** Changes a byte in each round. */
const CHANGES = 'ld [data] | adda 73 | st [data]';

/** Writes loops one after another. */
export function writeLoops(drawn: readonly DrawnLoop[], declare: Declare): string {
  const written = drawn.map((loop, index) => writeLoop(loop, index, declare));
  const all = (part: keyof Fragment): readonly string[] => written.flatMap((each) => each[part]);
  const main = [
    '        .lint off GT0901',
    '.zp data at $21 external=yes',
    EACH_LEAVES.head,
    ...all('main'),
    ...linesOf(CHANGES),
  ];
  return [...main, EACH_LEAVES.end, ...all('aside'), '        .org $500', ...all('pages'), ''].join('\n');
}

function writeLoop(loop: DrawnLoop, index: number, declare: Declare): Record<keyof Fragment, readonly string[]> {
  const { entry, exit, turns, closing, isNamed, skipped, hasCheck, again } = loop;
  const [isSkipped, isReturn] = [skipped !== 'no', closing === 'return'];
  const skip = isSkipped ? `ld [data] | anda 2 | beq @o${skipped === 'all' ? ' | nop' : ''}` : '';
  const own = (text: string | undefined): readonly string[] => linesOf(text, `L${index}`, CELLS + 8 * index);
  const loopOf = ([min, max]: readonly [number, number]): string => `.loop ${min}..${max}`;
  const bodies = bodiesWith(`ld 2 | ${loopOf(declare(3, -1))} | @i: bne @i | suba 1`);
  const written = loop.bodies.map((body, number) => {
    const lines = (text: string | undefined) =>
      linesOf(text, `L${index}b${number}`, CELLS + 8 * index + 1 + 3 * number);
    const { main, aside, pages } = bodies[body];
    return { main: lines(main), aside: lines(aside), pages: lines(pages) };
  });
  const enter = { head: '', middle: 'bra @m | nop', slot: 'bra @m', jump: 'bra @h | nop | nop' }[entry];
  const out = { head: '@o', middle: '@o', aside: '@x', alone: '@q' }[exit];
  const leave = `@m: ld [#0] | suba 1 | st [#0] | beq ${out} | nop`;
  const made = exit === 'alone' ? turns + 1 : turns;
  const called = loop.bodies.indexOf('call');
  const [least, most] = declare(made, index);
  return {
    main: [
      ...own(`${skipped === 'all' ? skip : ''}
        ld ${entry === 'middle' ? turns + 1 : turns} | st [#0] | ${enter} | ${skipped === 'afterHead' ? skip : ''}
        ${loopOf([skipped === 'afterHead' ? 1 : least, most])}${isNamed ? ` name=n${index % 2}` : ''}
        @h: nop | ${hasCheck ? '.check *+5' : ''} | ${exit === 'head' ? leave : ''}`),
      ...written.flatMap(({ main }) => main),
      ...own(`${exit === 'head' ? '' : leave} | ${isSkipped ? 'bra @z | nop' : CLOSINGS[closing]}
        ${exit === 'alone' ? '@q: bra @h | bra @o | nop' : ''}
        @o: ${isReturn ? 'ld <@p | st [#7] | bra @s | ld 1 | @p: ' : ''}nop | ${again && called >= 0 ? `bra @b${called}r | ld <*+1 | nop` : ''}`),
    ],
    aside: [
      ...own(exit === 'aside' ? '@x: nop | bra @o | nop' : ''),
      ...written.flatMap(({ aside }) => aside),
      ...own(isReturn ? '@s: bne [#7] | nop | bra @h | nop' : ''),
      ...own(isSkipped ? `@z: nop | ${CLOSINGS[closing]}` : ''),
    ],
    pages: written.flatMap(({ pages }) => pages),
    handler: [],
  };
}
