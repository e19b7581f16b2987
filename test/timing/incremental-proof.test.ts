/**
 * What is proven about a changed program with the help of the previous proof is what a fresh start proves: verdicts
 * with their paths, lost registers, facts about routines, what is reached.
 *
 * Generated programs are changed a line at a time.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRoutineFacts, prepareProof, proveTiming, type ProofContext } from '#proof';
import { timedProgram, timedProgramIfAny, type TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { programTree } from '#test/timing/generated-program.ts';
import { writeProgram } from '#test/timing/program-writer.ts';
import { handlerWith, WILD_KINDS, wildProgram, wildWord, wordForX } from '#test/timing/wild-program.ts';

/** How many programs; each is changed about ten times. */
const RUNS = draws(21);

const FAULT = 'a kept proof differs from a fresh one';
/** Lines with which an edit can replace another, or which it can insert. */
const LINES = [
  'nop',
  'ld 5',
  'ld 6',
  'ld 0',
  'ld [$50]',
  'ld [$51]',
  'ld [$40]',
  'st [$41]',
  'st [$58]',
  'st [$20]',
  'ld 3,y',
  'ld 0,y',
  'st [y,$40]',
  'suba 1',
  'xora ac',
  'adda [$52]',
  'bra here+2',
  'beq here+3',
  'bra [$40]',
  'bra ac',
  '.charge 4',
  '.check =20',
  '.check =31',
  '.loop here, 1, 3',
  '.targets start',
  '.slack 9',
];

const edits = fc.array(
  fc.record({
    at: fc.nat(),
    line: fc.constantFrom(...LINES),
    kind: fc.constantFrom('replace', 'replace', 'insert', 'remove', 'operand', 'operand'),
  }),
  { minLength: 1, maxLength: 10 },
);
type Edit = typeof edits extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

/** Changes a line after the power-on code. */
function change(lines: readonly string[], { at, line, kind }: Edit): string[] {
  const first = lines.findIndex((each) => each.startsWith('start:'));
  const index = first + 1 + (at % Math.max(1, lines.length - first - 1));
  const old = lines[index]!;
  const label = /^\s*(\w+:)?/.exec(old)![0];
  if (kind === 'insert') return lines.toSpliced(index, 0, line);
  if (kind === 'remove') return lines.toSpliced(index, 1, label);
  if (kind === 'replace') return lines.toSpliced(index, 1, `${label} ${line}`);
  return lines.toSpliced(
    index,
    1,
    old.replace(/\b\d+\b/, (digits) => `${(Number(digits) + 1) % 100}`),
  );
}

/** All that can be asked about a program. */
function everything(program: TimedProgram, proof: ProofContext) {
  const { values, found } = proof;
  return {
    report: proveTiming(program, proof),
    facts: Object.values(program.at).map((start) => findRoutineFacts(proof, { name: 'any', start, end: start })),
    points: found.points.map(({ address, next, y, followers }) => ({
      address,
      next,
      y: values.constants(y) ?? y,
      followers: followers.map((each) => `${each.address} ${each.next}`),
    })),
    lost: found.lostJumps,
  };
}

/** Compares after each change of a word of what is drawn. @param built makes a program of the words */
function compareChanges(
  runs: number,
  word: fc.Arbitrary<string>,
  length: number,
  built: (words: readonly string[], others: readonly string[]) => TimedProgram,
): void {
  const script = fc.array(fc.tuple(fc.nat(length - 1), word), { minLength: 1, maxLength: 8 });
  const arrayOf = (each: fc.Arbitrary<string>, size: number) => fc.array(each, { minLength: size, maxLength: size });
  forAll(runs, [arrayOf(word, length), arrayOf(wildWord, 40), script], (start, around, changes) => {
    const words = [...start];
    let proof = prepareProof(built(words, around));
    everything(built(words, around), proof);
    for (const [at, changed] of changes) {
      words[at] = changed;
      const program = built(words, around);
      proof = prepareProof(program, proof);
      expect(everything(program, proof), FAULT).toEqual(everything(program, prepareProof(program)));
    }
  });
}

it.each(WILD_KINDS)(
  'is what a fresh start proves of random words %s, whatever word changes',
  { timeout: 0 },
  (_, word, write) => compareChanges(RUNS, word, 40, (words) => write(words, 30)),
);

it('is what a fresh start proves, whatever X the handler gets from a routine for a store', { timeout: 0 }, () =>
  compareChanges(draws(8), wordForX, 4, (words, others) => {
    const call = ['bra shared', 'ld home', 'home: st [x]', 'bra past', 'nop'];
    const shared = ['shared: st [$48]', ...words, 'ld 5', 'bra [$48]', 'nop', 'past:'];
    return wildProgram(['ld >shared,y', 'jmp y,<shared', 'nop', ...others], handlerWith(...call, ...shared));
  }),
);

it('is what a fresh start proves, whatever X the program has at a store', { timeout: 0 }, () =>
  compareChanges(draws(8), fc.oneof(wordForX, fc.constant('ld $20,x')), 4, (words, others) =>
    wildProgram([...words, 'st [x]', ...others]),
  ),
);

it('is what a fresh start proves, whatever line changes', { timeout: 0 }, () => {
  let reused = 0;
  forAll(RUNS, [programTree, edits], (tree, script) => {
    let lines = writeProgram(tree).source.split('\n');
    let program = timedProgram(lines.join('\n'));
    let proof = prepareProof(program);
    everything(program, proof);
    for (const edit of script) {
      const changed = change(lines, edit);
      const next = timedProgramIfAny(changed.join('\n'));
      if (next === undefined) continue;
      lines = changed;
      program = next;
      const before = proof;
      proof = prepareProof(program, before);
      if (proof.found === before.found) reused++;
      expect(everything(program, proof), FAULT).toEqual(everything(program, prepareProof(program)));
    }
  });
  expect(reused).toBeGreaterThan(RUNS / 4);
});
