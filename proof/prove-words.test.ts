/** Verdicts on programs that the assembler does not make; for the others see assembler/cases/checks/proof-*.gtasm. */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/assembled-text.ts';
import { timedProgram, type TimedProgram } from '#test/assembler/timed-program.ts';
import { POWER_ON } from '#test/timing/program-writer.ts';
import { prepareProof, proveTiming, type ProofContext } from './index.ts';
import { ANY, ValueTable } from './values/values.ts';

/** A check, and a way of thirteen cycles to it beside another one. */
const TWO_WAYS = `start: .check b\n ld [$30]\n beq other\n nop\n .nops 8\n bra start\n nop\nb: nop\n`;

describe('a check', () => {
  it('is told apart from words that only look like it', () => {
    const { program } = prove('start: .check b\n bra start\n nop\n b:');
    program.words[program.at['start']! + 1]!++;
    expect(proveTiming(program).results[0]).toMatchObject({ verdict: 'wrong', reason: 'timing-words' });
  });

  it('does not count on charges whose words are others', () => {
    const { program } = prove('start: .check b\n .charge 3\n bra start\n nop\n b: nop');
    program.words[program.at['start']! + 5]!++;
    expect(proveTiming(program).results[0]).toMatchObject({ verdict: 'unproven', reason: 'timing-words' });
  });

  it('keeps to one page', () => {
    const program = timedProgram(
      '.org $0080\n leave: .org $00fb\n .trampoline leave\n start: .check b\n bra start\n nop\n b:',
    );
    expect(proveTiming(program).results[0]).toMatchObject({ verdict: 'wrong', reason: 'timing-page' });
  });
});

describe('a declaration', () => {
  it('of a target in another page than a near jump stays in is said to be wrong', () => {
    const { first } = prove('start: .check =9\n ld [$50]\n .targets two+256\n bra ac\n nop\ntwo: bra start\n nop');
    expect(first).toMatchObject({ verdict: 'unproven', reason: 'timing-declaration' });
    expect(first.message).toBe('The jump goes to page $0100 only, and its declared target $0208 is in another');
  });

  it('of a loop allows its turns beside another one', () => {
    const loops = '.loop head, 3, 3\n .loop head, 5, 6';
    const { first } = prove(`start: .check =18\n ld 4\n ${loops}\nhead: bne head\n suba 1\n bra start\n nop`);
    expect(first.verdict).toBe('exact');
  });
});

describe('what tracked bytes hold', () => {
  it('may be what the handler stores through a Y of 0', () => {
    const source = `
start:  .check =10
        bra  sub
        ld   one
one:    bra  done
        nop
two:    nop
        bra  done
        nop
sub:    st   [$40]
        .check =9
        bra  [$40]
        nop
done:   .check =7
        bra  start
        nop
        .entry two`;
    expect(prove(source).results[1]!.verdict).toBe('exact');
    const handler = POWER_ON.replace('ld   $aa,x', 'ld 0,y\n ld two\n st [y,$40]');
    const { results } = proveTiming(timedProgram(`${handler}\n${source}`));
    expect(results[1]).toMatchObject({ verdict: 'unproven', reason: 'timing-return' });
  });

  it('may be what a store by a constant X leaves, also after the constant has changed', () => {
    const write = (x: string): TimedProgram =>
      timedProgram(`${POWER_ON}
start:  .check =11
        bra  sub
        ld   one
one:    .check =7
        bra  start
        nop
sub:    st   [$40]
        ld   ${x},x
        ld   0
        st   [x]
        .check =7
        bra  [$40]
        nop`);
    const before = prepareProof(write('$41'));
    const verdicts = (x: string, earlier?: ProofContext): readonly string[] =>
      proveTiming(write(x), prepareProof(write(x), earlier)).results.map(({ verdict }) => verdict);
    expect(verdicts('$41')).toEqual(['exact', 'exact', 'exact']);
    expect(verdicts('$40', before)).toEqual(['exact', 'exact', 'unproven']);
    expect(verdicts('$20', before)).toEqual(['unproven', 'exact', 'exact']);
  });

  it('is 0 where two branches leave only 0', () => {
    const values = new ValueTable();
    const notNegative = values.withSigns(ANY, 1 | 4);
    expect(values.single(values.withSigns(notNegative, 2 | 4))).toBe(0);
  });
});

describe('the fewest and the most cycles of an exact check', () => {
  const counted = 'ld [$31]\n adda [$20]\n .cost turns, 4, -4\n st [$20]\n .loop loop, 1, 9, turns';
  it.each([
    ['of straight code', 'start: .check b\n .nops 7\nb: .check c\n bra b\n nop\nc:', [7, 7]],
    ['of a way that a refund makes shorter', `${TWO_WAYS}other: .charge -5\n bra start\n nop`, [8, 13]],
    ['up to a sync check', 'start: ld [$30]\nagain: .nops 4\n .sync start\n bra again+1\n nop', [5, 5]],
    [
      'of a loop with a constant in AC',
      'start: .check =16\n ld 3\nself: bne self\n suba 1\n bra start\n nop',
      [11, 11],
    ],
    [
      'of a loop that a table of costs pays for',
      `.slack 40\nstart: .check b\n ${counted}\nloop: ld [$30]\n suba 1\n bne loop\n st [$30]\n bra start\n nop\nb:`,
      [9, 41],
    ],
  ])('are those %s', (_, source, [min, max]) => {
    expect(prove(source).first).toMatchObject({ verdict: 'exact', range: { min, max } });
  });
});
