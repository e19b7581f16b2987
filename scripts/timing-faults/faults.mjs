/**
 * Faults that the timing proof once had, to be planted again: edits of its sources, by file and replaced text.
 *
 * Each is as it was: where a declaration that leaves no way on is reported today but was silently believed then, the
 * report is removed as well.
 */

import { SECOND_ROUND } from './second-round.mjs';

/**
 * @typedef {object} Edit
 * @property {string} file in `proof/`
 * @property {string} from
 * @property {string} to
 */

/**
 * @typedef {object} Fault
 * @property {string} title
 * @property {'handler' | 'edits'} [kind] the part of the proof that it is in; the proof of checks if absent
 * @property {string} [unseen] why the verifier cannot see it
 * @property {readonly Edit[]} edits
 */

/** @type {Edit} A declaration may leave no way on. */
const SILENT = {
  file: 'paths/paths.ts',
  from: 'markDeadEnds({ nodes, starts }, { steps: this.forbidden, entries: this.entries });',
  to: 'void markDeadEnds;',
};

/** Where the tests are. */
export const FOLDER = 'test/timing';
/** Tests that find faults, by what these are in; a name chooses among the tests of a file. */
export const COMPARISONS = {
  checks: {
    verifier: [['certified-programs', 'with declarations']],
    run: [['values-in-runs'], ['declared-programs']],
  },
  handler: {
    verifier: [['shared-handlers', 'accepted by the verifier']],
    run: [['shared-handlers', 'holds what the proof says']],
  },
  edits: {
    verifier: [['edited-programs', 'is accepted by the verifier']],
    run: [['edited-programs', 'is what a fresh proof says']],
  },
};

/** @type {readonly Fault[]} */
export const FAULTS = [
  {
    title: 'loops that share a name have the count of the last',
    edits: [
      SILENT,
      {
        file: 'reach/loops.ts',
        from: '      ...loop,\n',
        to: '      ...loop,\n      ...(loop.count === undefined ? {} : sameName(program, loop.count)),\n',
      },
      {
        file: 'reach/loops.ts',
        from: '/** The same of a loop that nothing comes to',
        to: `function sameName({ loops }: TimingProgram, name: string): { min: number; max: number } {
  const { min, max } = loops.filter(({ count }) => count === name).at(-1)!;
  return { min, max };
}

/** The same of a loop that nothing comes to`,
      },
    ],
  },
  {
    title: 'page and low byte of a far return still belong together where another call site comes in',
    edits: [
      { file: 'reach/reach.ts', from: 'const pairs = point.pairs & known.pairs;', to: 'const pairs = point.pairs;' },
    ],
  },
  {
    title: 'a byte that nothing was stored to is not a value',
    edits: [
      {
        file: 'values/transfer.ts',
        from: 'if (isFound && held.includes(NOTHING)) return ANY;',
        to: 'void isFound;',
      },
    ],
  },
  {
    title: 'a field is read where Y can be 0',
    edits: [
      {
        file: 'values/transfer.ts',
        from: 'return isSure ? fields : [...fields, byte];',
        to: 'void isSure;\n  return fields;',
      },
    ],
  },
  {
    title: 'the first entry of a table stands for all, though entries run on',
    edits: [
      {
        file: 'values/jumps.ts',
        from: 'isRead(jump.slot, target) ?',
        to: 'IS_LEAVING.length > 0 ?',
      },
    ],
  },
  {
    title: 'a loop closed in a slot, or by a far jump, counts no turn',
    edits: [
      SILENT,
      {
        file: 'paths/paths.ts',
        from: 'if (view.loop(target) === undefined &&',
        to: `const isOdd = state.alone || fixedTarget(view.word(node.address), node.next) === undefined;
    if ((isOdd || view.loop(target) === undefined) &&`,
      },
    ],
  },
  {
    title: 'a Y of 0 is not known by a branch, a sum or a mask',
    edits: [
      {
        file: 'values/values.ts',
        from: '    if (mask === EQ && (this.mask(value) & EQ) !== 0 && value !== this.caller) return this.zeros(value);\n',
        to: '',
      },
      {
        file: 'values/transfer.ts',
        from: 'return around.values.map(known.ac, (byte) => byte + byte);',
        to: 'return ANY;',
      },
      {
        file: 'values/transfer.ts',
        from: '  if (clearsByConstant(opcode, operand)) return around.values.constant(0, address);\n',
        to: '',
      },
    ],
  },
  {
    title: 'what the handler stores through Y is not seen',
    kind: 'handler',
    edits: [
      {
        file: 'reach/handler-stores.ts',
        from: "if (mode !== 'd' && mode !== 'x' && values.inPageZero(y, ram) === 'never') return [];",
        to: "if (mode !== 'd' && mode !== 'x') return [];",
      },
    ],
  },
  {
    title: 'a named loop has the same count each time',
    edits: [
      { file: 'paths/loop-turns.ts', from: "if (assumed?.by === 'charge') {", to: 'if (assumed !== undefined) {' },
    ],
  },
  {
    title: 'a loop that is entered in the middle has run its head once',
    edits: [
      { file: 'paths/loop-turns.ts', from: 'enter(context, entered, each, 0)', to: 'enter(context, entered, each, 1)' },
    ],
  },
  {
    title: 'an arm out of line leaves its loop',
    edits: [
      SILENT,
      {
        file: 'reach/loops.ts',
        from: '  if (points !== undefined) return points.has(pairKey(address, next));\n',
        to: '  if (points?.has(pairKey(address, next)) === false) return false;\n',
      },
    ],
  },
  {
    title: 'a return address that was used is forgotten',
    edits: [
      {
        file: 'reach/reach.ts',
        from: 'findUsedAgain({ points, around, declared }, this.program);',
        to: 'new Set<number>(findUsedAgain.length > 2 ? [around, declared].map(Number) : []);',
      },
    ],
  },
  {
    title: 'the last declaration of a jump or a loop wins',
    edits: [
      { file: 'values/declared.ts', from: '...(byJump.get(address) ?? []), ', to: '' },
      { file: 'reach/loops.ts', from: 'const other = byHead.get(head);', to: 'const other = byHead.get(-1);' },
    ],
  },
  {
    title: 'a near jump goes to its target in another page',
    edits: [{ file: 'values/jumps.ts', from: '  if (wrong !== undefined) return wrong;\n', to: '  void wrong;\n' }],
  },
  {
    title: 'a declaration may leave no way through a loop',
    unseen: 'it believes what is declared of loops, and says so',
    edits: [SILENT],
  },
  {
    title: 'charges by an amount in AC are believed',
    edits: [
      {
        file: 'paths/path-faults.ts',
        from: '  if (wrongAmount !== undefined) return wrongAmount;\n',
        to: '  void wrongAmount;\n',
      },
      {
        file: 'words/time-words.ts',
        from: '    if (charged === undefined)\n',
        to: '    if (cycles < 1000) return undefined;\n    if (charged === undefined)\n',
      },
    ],
  },
  ...SECOND_ROUND,
];
