/**
 * After an edit, what is kept of a proof is what a fresh one finds, and what is called exact the verifier accepts.
 *
 * The edits aim at what tells kept answers from stale ones: constants of the ALU, deleted ends, words in front of
 * checks, bytes of the zero page, what is external, checks that nothing comes to.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '#basics';
import { certify } from '#certifier';
import { prepareProof, type ProofContext, proveTiming, type TimingClaims, type TimingReport } from '#proof';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { timedProgramIfAny, type TimedProgram } from '#test/assembler/timed-program.ts';
import { draws, forAll } from '#test/draws.ts';
import { claimsOf } from '#test/timing/claims.ts';
import { chargeAsProven, editable } from '#test/timing/declared-program.ts';
import { cyclesOf, handlerBlock, writeHandlerBlock } from '#test/timing/handler-block.ts';
import { PLAIN, sharedHandler, writeSharedHandler } from '#test/timing/shared-handler.ts';

const KINDS = ['constant', 'end', 'word', 'bytes', 'external', 'check'] as const;

/** An edit; if it is undone, the text before it comes back. */
interface AimedEdit {
  readonly kind: (typeof KINDS)[number];
  /** Which of the lines that it can change, modulo their number. */
  readonly at: number;
  readonly constant: number;
  readonly isUndone: boolean;
}

const editsOf = (kinds: readonly AimedEdit['kind'][]): fc.Arbitrary<readonly AimedEdit[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      at: fc.nat(0xffff),
      constant: fc.constantFrom(0, 0, 1, 3, 128),
      isUndone: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  );
const aimedEdits = editsOf(KINDS);

/** Words that compute with a constant, the second group. */
const COMPUTES = /^((?:\w+:)? *(?:ld|adda|suba|anda|ora|xora) +)(\d+|\$[0-9a-f]+)( *;.*|)$/;
/** A word without a label. */
const PLAIN_WORD = /^ *[a-z]+( |$)/;
const NEXT_BLOCK = /^ *\.(org|page)\b|^mainEnd:/;
const BYTE = /^ *\.zp /;
const EXTERNAL = ' external=yes';
/** A check in a page of its own, which nothing comes to. */
const UNREACHED = [
  '        .page',
  '        trampoline',
  'unseen: .check unseen + 7',
  '        bra  unseen',
  '        nop',
];

/** The texts of a source after each edit, and after each one that is undone. */
function editedTexts(source: string, edits: readonly AimedEdit[]): readonly string[] {
  let lines = source.split('\n');
  return edits.flatMap((edit) => {
    const before = lines;
    lines = changed(lines, edit);
    const texts = [lines, ...(edit.isUndone ? [before] : [])];
    if (edit.isUndone) lines = before;
    return texts.map((each) => each.join('\n'));
  });
}

function changed(lines: readonly string[], { kind, at, constant }: AimedEdit): string[] {
  const isPlace = (line: string, index: number): boolean => {
    if (kind === 'constant') return COMPUTES.test(line);
    if (kind === 'bytes' || kind === 'external') return BYTE.test(line);
    if (kind === 'check') return index === lines.length - 1;
    if (kind === 'word') return /^\w+: *\.check/.test(line);
    return PLAIN_WORD.test(line) && NEXT_BLOCK.test(lines[index + 1] ?? '.page');
  };
  const places = lines.flatMap((line, index) => (isPlace(line, index) ? [index] : []));
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return [...lines];
  if (kind === 'end') return lines.toSpliced(place, 1);
  if (kind === 'word') return lines.toSpliced(place, 0, '        nop');
  const line = lines[place] ?? '';
  if (kind === 'external')
    return lines.with(place, line.includes(EXTERNAL) ? line.replace(EXTERNAL, '') : `${line}${EXTERNAL}`);
  if (kind === 'check') return [...lines, ...UNREACHED];
  if (kind === 'bytes') return lines.toSpliced(place, 0, `        .zp spare${at}`);
  return lines.with(place, line.replace(COMPUTES, `$1${constant}$3`));
}

/** Proves programs one after another, each with what is kept of the one before. */
function forEach<T extends ProofContext['program']>(
  programs: readonly T[],
  look: (program: T, proof: ProofContext) => void,
): void {
  let proof: ProofContext | undefined;
  for (const program of programs) {
    proof = prepareProof(program, proof);
    look(program, proof);
  }
}

/** What a kept proof says of a program: it must be what a fresh one says. */
function reportOf(program: ProofContext['program'], proof: ProofContext, source: string): TimingReport {
  const report = proveTiming(program, proof);
  const fresh = proveTiming(program, prepareProof(program));
  expect(report, `a kept proof differs from a fresh one\n${source}`).toEqual(fresh);
  return report;
}

/** The reports on a source and its edits, one after another, as far as they can be assembled. */
function reportsOf(source: string, edits: readonly string[]): readonly TimingReport[] {
  const programs = [source, ...edits].flatMap((text) => assembleText(text).timingClaims()?.program ?? []);
  const reports: TimingReport[] = [];
  forEach(programs, (program, proof) => reports.push(reportOf(program, proof, source)));
  return reports;
}

/** Draws programs of fragments with their edits, as far as they can be assembled. @param kinds those of the edits */
function forEdited(
  count: number,
  kinds: readonly AimedEdit['kind'][],
  look: (program: TimedProgram, proof: ProofContext, source: string) => void,
): void {
  forAll(draws(count), [editable, editsOf(kinds)], (writers, edits) => {
    const charged = chargeAsProven(writers);
    fc.pre(charged !== undefined);
    const programs = [charged.source, ...editedTexts(charged.source, edits)].flatMap(
      (text) => timedProgramIfAny(text) ?? [],
    );
    forEach(programs, (program, proof) => look(program, proof, charged.source));
  });
}

/**
 * Whether an edit has made something false that the verifier looks at and the proof does not: the count of a loop
 * (assumption 4), or that paths enter checks at their first word, if the path is from a check that is not exact.
 */
function isOnlyForVerifier(message: string, { exact, program }: TimingClaims, source: string): boolean {
  if (message.includes('no path from here comes to a check')) return source.includes('.loop');
  return message.includes('is executed out of order') && exact.length < program.checks.length;
}

it('is what a fresh proof says of the edited program', { timeout: 0 }, () => {
  forEdited(40, ['constant', 'end'], reportOf);
});

it('is accepted by the verifier where it is called exact', { timeout: 0 }, () => {
  let claimed = 0;
  // Paths that run out of a deleted end are not followed by a certificate.
  forEdited(20, ['constant'], (program, proof, source) => {
    const claims = claimsOf(program, proof);
    if (claims === undefined || claims.exact.length === 0) return;
    claimed++;
    const result = certify(claims);
    if (!isFailure(result) || isOnlyForVerifier(result.message, claims, source)) return;
    throw new Error(`the verifier refuses what is called exact: ${result.message}\n${source}`);
  });
  expect(claimed).toBeGreaterThan(0);
});

it('is what a fresh proof says of the edited handler', { timeout: 0 }, () => {
  const verdicts = new Set<string | undefined>();
  forAll(draws(12), [sharedHandler, aimedEdits], (drawn, edits) => {
    const source = writeSharedHandler(drawn);
    for (const { handler } of reportsOf(source, editedTexts(source, edits))) verdicts.add(handler?.verdict);
  });
  expect(verdicts.size).toBeGreaterThan(1);
});

it(
  'is what a fresh proof says where only an unresolved jump of the handler leads to what is edited',
  { timeout: 0 },
  () => {
    forAll(draws(15), [handlerBlock, aimedEdits], (drawn, edits) => {
      const cycles = cyclesOf(assembleText(writeHandlerBlock(drawn, { block: 1, check: 1 })));
      const source = writeHandlerBlock(drawn, cycles);
      reportsOf(source, editedTexts(source, edits));
    });
  },
);

it('claims nothing of a program that an edit has broken, though its words are the same', () => {
  const text = writeSharedHandler(PLAIN);
  const before = assembleText(text);
  expect(before.timingClaims()?.exact.length).toBeGreaterThan(0);
  expect(assembleText(`${text}        .lint off GT9999\n`, { before }).timingClaims()).toBeUndefined();
});

/** A routine, which program and handler call, stores through X; the constant in X says where. */
const storesThroughX = (place: string): string => `
        .zp account
        .zp low
        .zp back
        .zp again
        .zp spare
        .timing account=account
        ld   100
        st   [account]
work:   .check work + 8
        bra  sub
        ld   back1
back1:  bra  next
        nop
sub:    st   [back]
inner:  .check inner + 9
        bra  [back]
        nop
next:   .check next + 14
        bra  clear
        ld   back2
back2:  bra  work
        nop
clear:  st   [again]
        ld   ${place},x
        st   [x]
        bra  [again]
        nop
leave:  .trampoline
        st   [low]
        ld   127
        st   [account]
        bra  clear
        ld   back3
back3:  ld   [low]
        adda 5
        st   [low]
        .resume
        bra  [low]
        nop
`;

it('is what a fresh proof says after an edit of a constant in X', () => {
  const reports = reportsOf(storesThroughX('spare'), [storesThroughX('back')]);
  expect(reports.map(({ results }) => results[1]?.verdict)).toEqual(['exact', 'unproven']);
});

interface SharedRoutine {
  /** What the check pays for, in cycles. */
  readonly cycles: number;
  /** What the program brings along in AC. */
  readonly inAc: string;
  readonly words: readonly string[];
}

/** The handler comes to a routine of the program by an unresolved jump, with 5 in AC. */
const sharedByStray = ({ cycles, inAc, words }: SharedRoutine): string => `
        .zp account
        .zp low
        .zp other
        .zp home
        .zp page
        .zp back
        .timing account=account
        ld   100
        st   [account]
        ld   8,y
        ld   <on
        ld   $40,x
        st   [y,x]
work:   ld   <there
        st   [home]
        .check * + ${5 + cycles}
        ld   >return
        st   [page]
        ld   <return
        st   [back]
        ld   >routine,y
        jmp  y,routine
        ${inAc}
return: bra  [home]
        nop
there:  bra  work
        nop
        .trampoline
        st   [low]
        ld   127
        st   [account]
        ld   8,y
        ld   $40,x
        ld   [y,x]
        st   [page]
        ld   >routine,y
        jmp  y,ac
        ld   5
        .org $0100
routine: ${words.join('\n')}
        ld   [page],y
        jmp  y,[back]
        nop
arm:    ld   ac,y
        st   [y,home]
        bra  on
        nop
on:     ld   [low]
        adda 5
        st   [low]
        ld   0,y
        .resume
        jmp  y,[low]
        nop
`;

it.each<[string, (constant: number) => SharedRoutine, number, number]>([
  [
    'computes with',
    (constant) => ({
      cycles: 20,
      inAc: 'ld [other]',
      words: [`adda ${constant}`, 'ld ac,y', 'ld [other]', 'st [y,home]'],
    }),
    8,
    251,
  ],
  [
    'executes in a slot',
    (constant) => ({ cycles: 21, inAc: 'ld 0', words: ['bne arm', `ld ${constant}`, 'ld [other]', 'nop', 'nop'] }),
    5,
    0,
  ],
])('is what a fresh proof says after an edit of a constant that only a stray path %s', (_, write, right, wrong) => {
  const [first = '', ...edits] = [right, wrong, right].map((constant) => sharedByStray(write(constant)));
  const reports = reportsOf(first, edits);
  expect(reports.map(({ results }) => results[0]?.verdict)).toEqual(['exact', 'unproven', 'exact']);
});
