/**
 * The proof of the video handler compared with the monitor, which must find the same. Handlers of which less is shown
 * are in cases/.
 */
import { expect, it } from 'vitest';
import { assembleText, faultsIn } from '#test/assembler/assembled-text.ts';
import { HANDLER, MAIN } from '#test/timing/small-handler.ts';

it('never proves a handler that the monitor finds wrong, however long its waits are', () => {
  const waits = [...HANDLER.matchAll(/^ {8}\.wait (\d+)/gm)];
  let wrong = 0;
  for (const { index, 1: cycles } of waits) {
    for (const change of [-1, 1]) {
      const end = HANDLER.indexOf('\n', index);
      const wait = `        .wait ${Number(cycles) + change}`;
      const handler = HANDLER.slice(0, index) + wait + HANDLER.slice(end);
      const assembly = assembleText(MAIN, {
        others: { 'handler.gtasm': handler.replace('.exact nextLine, .end, 198', '') },
      });
      const isWrong = faultsIn(assembly, 700_000) > 0;
      if (isWrong) wrong++;
      expect([wait, assembly.handler?.verdict]).toEqual([wait, isWrong ? 'wrong' : 'proven']);
    }
  }
  expect(wrong).toBe(2 * waits.length);
});

it('assumes what a handler without a picture does, and says so', () => {
  const { handler, diagnostics } = assembleText(`.zp account
.timing account=account
        .org 0
work:   .check work + 7
        bra  work
        nop
leave:  .trampoline
        ld   127
        st   [account]
        bra  leave
        nop
`);
  expect(handler?.verdict).toBe('assumed');
  expect(diagnostics.map(({ code }) => code)).toContain('GT0832');
});
