/**
 * Programs for the property test of the timing proof, as random trees; program-writer.ts turns them into text.
 *
 * Every construct that the proof knows is there: branches whose arms are padded or charged,
 * loops with a declared count, waits with a constant in AC, calls near and far, code lookup tables,
 * single words between two branches, folded branches.
 */
import fc from 'fast-check';

/** A construct of a routine or a segment. */
export type Item =
  | { readonly kind: 'straight'; readonly words: readonly number[] }
  | {
      readonly kind: 'branch';
      readonly condition: number;
      readonly data: number;
      readonly a: readonly Item[];
      readonly b: readonly Item[];
      readonly charge: boolean;
    }
  | { readonly kind: 'loop'; readonly count: number; readonly atHead: boolean; readonly body: readonly Item[] }
  | { readonly kind: 'wait'; readonly turns: number }
  | { readonly kind: 'call'; readonly routine: number }
  /** `whole`: the first entry is declared for all. `tests`: a branch on the sign of the entry follows. */
  | { readonly kind: 'table'; readonly data: number; readonly whole: boolean; readonly tests: boolean }
  | { readonly kind: 'alone' }
  | { readonly kind: 'fold' };

/**
 * Plain and call: a check comes before the segment. Call: it ends with a call to the routine with a check. Sync: a
 * check closes it.
 */
export type SegmentEnd = 'plain' | 'call' | 'sync';

export interface ProgramTree {
  /** The last one goes back to the first. The check of a short one has three words. */
  readonly segments: readonly { readonly items: readonly Item[]; readonly end: SegmentEnd; readonly short: boolean }[];
  /** Routines 0..1 are in the main page, 2..3 in a page of their own and are called far. */
  readonly routines: readonly (readonly Item[])[];
  /** A routine with a check inside, called at the end of segments. */
  readonly checked: { readonly before: readonly Item[]; readonly after: readonly Item[]; readonly short: boolean };
}

/** The branches among which `condition` of an item chooses. */
export const MNEMONICS = ['beq', 'bne', 'blt', 'bge', 'bgt', 'ble'];
/** The instructions among which `words` of an item choose. */
export const WORDS = [
  'nop',
  'ld [$51]',
  'st [$58]',
  'adda [$52]',
  'xora $3c',
  'ld 7,y',
  'ld [$53],x',
  'suba 1',
  'st [$59],y',
  'ora $c0,out',
];

const { items } = fc.letrec<{ item: Item; items: readonly Item[] }>((tie) => ({
  items: fc.array(tie('item'), { maxLength: 3, depthIdentifier: 'nesting' }),
  item: fc.oneof(
    { depthSize: 'small', depthIdentifier: 'nesting', withCrossShrink: true },
    fc.record({ kind: fc.constant('straight' as const), words: fc.array(fc.nat(WORDS.length - 1), { maxLength: 4 }) }),
    fc.record({
      kind: fc.constant('branch' as const),
      condition: fc.nat(MNEMONICS.length - 1),
      data: fc.nat(3),
      a: tie('items'),
      b: tie('items'),
      charge: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('loop' as const),
      count: fc.integer({ min: 1, max: 3 }),
      atHead: fc.boolean(),
      body: tie('items'),
    }),
    fc.record({ kind: fc.constant('wait' as const), turns: fc.nat(4) }),
    fc.record({ kind: fc.constant('call' as const), routine: fc.nat(3) }),
    fc.record({
      kind: fc.constant('table' as const),
      data: fc.nat(3),
      whole: fc.boolean(),
      tests: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('alone' as const) }),
    fc.record({ kind: fc.constant('fold' as const) }),
  ),
}));

export const programTree: fc.Arbitrary<ProgramTree> = fc.record({
  segments: fc.array(
    fc.record({ items, end: fc.constantFrom<SegmentEnd>('plain', 'call', 'sync'), short: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  routines: fc.tuple(items, items, items, items),
  checked: fc.record({ before: items, after: items, short: fc.boolean() }),
});
