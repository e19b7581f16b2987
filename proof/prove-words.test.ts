/** Verdicts on programs that the assembler does not make; assembler/cases/checks/proof-*.gtasm has those that it makes. */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/prove-page.ts';
import { timedProgram } from '#test/assembler/timed-program.ts';
import { POWER_ON } from '#test/timing/program-writer.ts';
import { proveTiming } from './index.ts';
import { ANY, ValueTable } from './values/values.ts';

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

  it('is 0 where two branches leave only 0', () => {
    const values = new ValueTable();
    const notNegative = values.withSigns(ANY, 1 | 4);
    expect(values.single(values.withSigns(notNegative, 2 | 4))).toBe(0);
  });
});
