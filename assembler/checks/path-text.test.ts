/** Verdicts about paths speak of the source, as findings do: see cases/checks/paths.gtasm. */
import { expect, it } from 'vitest';
import { assemble, type Assembly } from '#assembler';

const assembled = (text: string): Assembly => assemble('/p/main.gtasm', { read: () => ({ text }) });

it('a wrong path is told with its places', () => {
  const text = `.zp account
.zp tmp
.timing account=account
        ld   1
        st   [account]
first:  .check second
        ld   [tmp]      ; load it
        st   [tmp]
        nop
second: .check third
        bra  first
        nop
third:  .trampoline
        bra  third
        nop
`;
  const verdict = assembled(text.replace('        nop\n', '        .wait 6\n')).timing.find(
    (each) => each.verdict === 'wrong',
  );
  expect(verdict?.detail.split('\n').slice(0, 3)).toEqual([
    'A path to the check at second (line 10) takes 8 cycles where 6 were charged (2 too many)',
    '    0     6  $0007  ld   [tmp]                main.gtasm:7',
    '    1     5  $0008  st   [tmp]                main.gtasm:8',
  ]);
});
