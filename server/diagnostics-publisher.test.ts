import { expect, it } from 'vitest';
import { assemble } from '#assembler';
import { NOTHING_PROVEN, proofState } from './diagnostics-publisher.ts';

const PROGRAM = `        .zp cell
start:  ld   [cell]
        st   [cell]
        nop
.end:   bra  start
        nop
        .exact start, .end, 3
        .exact start, .end, 4
`;

it('counts verdicts, and takes the worst of the handlers', () => {
  const { timing } = assemble('main', { read: () => ({ text: PROGRAM }) });
  const handler = (verdict: 'proven' | 'assumed') => ({ verdict, address: 0, detail: '' });
  expect(proofState([])).toEqual(NOTHING_PROVEN);
  expect(proofState([{ timing, handler: null, hasErrors: true }])).toMatchObject({
    exact: 1,
    wrong: 1,
    unproven: 0,
    handler: null,
  });
  expect(proofState([{ timing: [], handler: null, hasErrors: true }])).toMatchObject({ isPrevented: true });
  const both = proofState([
    { timing: [], handler: handler('proven'), hasErrors: false },
    { timing, handler: handler('assumed'), hasErrors: true },
  ]);
  expect(both).toMatchObject({ exact: 1, handler: 'assumed' });
});
