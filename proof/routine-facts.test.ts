/** What routines cost and change; assembler/cases/checks/routine-facts.gtasm has what a header says of it. */
import { describe, expect, it } from 'vitest';
import { prove } from '#test/assembler/assembled-text.ts';
import { timedProgram } from '#test/assembler/timed-program.ts';
import { findRoutineFacts, prepareProof } from './index.ts';

function facts(source: string) {
  const program = timedProgram(source);
  const context = prepareProof(program);
  return program.routines.map((routine) => findRoutineFacts(context, routine));
}

describe('routine facts', () => {
  it('count what a routine calls, also far', () => {
    const [outer, inner] = facts(`
        bra  outer
        ld   back
back:   bra  back
        nop
        .routine outer, end
outer:  st   [$40]
        ld   >here
        st   [$42]
        ld   >inner,y
        jmp  y,<inner
        ld   again
again:  bra  [$40]
        nop
end:
        .org $0200
        .routine inner, last
inner:  st   [$41]
        ld   1,x
        ld   [$42],y
        jmp  y,[$41]
        nop
last:
`);
    expect(inner).toMatchObject({ cycles: { min: 5, max: 5 }, registers: ['X', 'Y'] });
    expect(outer).toMatchObject({
      cycles: { min: 13, max: 13 },
      registers: ['AC', 'X', 'Y'],
      zeroPage: [0x40, 0x41, 0x42],
    });
  });

  it('take the way back from the handler for a return', () => {
    const [handler] = facts(`
        .trampoline leave
start:  .check b
        bra  start
b:      nop
leave:  st   [$21]
        ld   >handler,y
        jmp  y,<handler
        nop
        .org $0100
        .routine handler, end
handler: ld   [$21]
        adda 5
        st   [$21]
        ld   0,y
        jmp  y,[$21]
        nop
end:
`);
    expect(handler).toMatchObject({ cycles: { min: 6, max: 6 }, registers: ['AC', 'Y'], zeroPage: [0x21] });
  });

  it('do not follow a return through a byte that the handler writes', () => {
    const { program } = prove(`
start:  bra  sub
        ld   back
back:   .check =12
        bra  start
        nop
sub:    st   [$21]
        .check =12
        bra  [$21]
        nop
`);
    const found = findRoutineFacts(prepareProof(program), { name: 'sub', start: program.at['sub']!, end: 0 });
    expect(found).toMatchObject({ cycles: null, isWhole: false });
  });
});
