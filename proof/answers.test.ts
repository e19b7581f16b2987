/** When an answer about a program is reused for a changed one. */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/assembled-text.ts';
import { timedProgram } from '#test/assembler/timed-program.ts';
import { Answers } from './kept/answers.ts';
import { prepareProof, proveTiming, type ProofContext } from './index.ts';

const TEXT = 'start: ld 5\nst [$30]\nbra start\nnop';
const prepared = (): ProofContext => prepareProof(timedProgram(TEXT));

/** Answers: one has looked at the words at 1 and 2, and took 10 states. */
function answered({ view }: ProofContext, most = 100): Answers<string> {
  const answers = new Answers<string>();
  answers.ask(view, 'question', most, () => {
    view.word(1);
    view.word(2);
    return { value: 'first', states: 10 };
  });
  return answers;
}

describe('answers', () => {
  it.each([
    ['found again where what was looked at has changed', 2, 'second'],
    ['given again where something else has changed', 3, 'first'],
  ])('are %s', (_, changed, value) => {
    const { view } = prepared();
    const answers = new Answers(answered(prepared()), (look) => look === changed);
    expect(answers.ask(view, 'question', 100, () => ({ value: 'second', states: 1 })).value).toBe(value);
  });

  it('to other questions are found again', () => {
    const { view } = prepared();
    const answers = new Answers(answered(prepared()), () => false);
    expect(answers.ask(view, 'another', 100, () => ({ value: 'second', states: 1 })).value).toBe('second');
  });

  it('do not hold for a program that differs as a whole', () => {
    const { view } = prepared();
    const answers = new Answers(answered(prepared()), undefined);
    expect(answers.ask(view, 'question', 100, () => ({ value: 'second', states: 1 })).value).toBe('second');
  });

  it.each([
    ['the limit was not reached, and would not be', 100, 50, 'first'],
    ['the limit would be reached now', 100, 9, 'second'],
    ['the limit was reached, and is another now', 5, 100, 'second'],
    ['the limit was reached, and is the same', 5, 5, 'first'],
  ])('where %s', (_, before, now, value) => {
    const { view } = prepared();
    const answers = new Answers(answered(prepared(), before), () => false);
    expect(answers.ask(view, 'question', now, () => ({ value: 'second', states: 1 })).value).toBe(value);
  });
});

const TESTED = 'start: ld [$30]\nsuba 5\nbeq start\nnop\nbra start\nnop';
const GAP = '.org $100\nstart: nop\n.org $140\nbra start\nnop';
const TESTED_ONE = TESTED.replace('ld [$30]', 'ld 8');

describe('what is reached', () => {
  it.each([
    ['another constant that only RAM takes', `nop\n${TEXT}`, '5', '6', true],
    ['another byte of RAM', TEXT, '$30', '$31', true],
    ['another operation without effect on what is tracked', TEXT, 'st [$30]', 'ld [$30],x', true],
    ['another operation with any byte', TESTED, 'suba 5', 'xora 6', true],
    ['another operation with a byte that is known', TESTED_ONE, 'suba 5', 'suba 6', false],
    ['a word that nothing reaches', TEXT, '\nnop', '\nnop\nld 7', true],
    ['a word in a gap that a path crosses', GAP, '.org $140', '.org $120\nld 7\n.org $140', false],
    ['another target', TEXT, 'bra start', 'bra start+1', false],
    ['another word in a delay slot', TEXT, 'nop', 'ld 1', false],
    ['a page in Y', TEXT, 'st [$30]', 'ld 3,y', false],
  ])('is followed again where that matters: %s', (_, text, from, to, isKept) => {
    const before = prepareProof(timedProgram(text));
    const now = prepareProof(timedProgram(text.replace(from, to)), before);
    expect(now.found === before.found).toBe(isKept);
  });
});

describe('a check in a routine', () => {
  const text = (called: string): string => `
start:  .check =8
        bra  sub
        ld   r1
r1:     .check =20
        bra  ${called}
        ld   r2
r2:     nop
        bra  start
        nop
quiet:  st   [$41]
        bra  [$41]
        nop
sub:    st   [$40]
inner:  .check =7
        bra  [$40]
        nop
`;
  const innerOf = ({ results }: { readonly results: readonly { address: number; verdict: string }[] }, at: number) =>
    results.find(({ address }) => address === at)?.verdict;

  it('is proven again when another place calls it, though no word on its paths has changed', () => {
    const before = prove(text('quiet'));
    const inner = before.program.at['inner']!;
    expect(innerOf(before, inner)).toBe('exact');
    const first = prepareProof(before.program);
    proveTiming(before.program, first);
    const { program } = prove(text('sub'));
    const after = proveTiming(program, prepareProof(program, first));
    expect(innerOf(after, inner)).toBe('wrong');
    expect(after).toEqual(proveTiming(program));
  });
});
