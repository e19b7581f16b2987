/** Variables of several bytes, and arrays, in findings that speak of zero-page bytes. */
import { expect, it } from 'vitest';
import { applyFixes, assemble, type Assembly } from '#assembler';

function assembleText(text: string): Assembly {
  return assemble('main', { read: () => ({ text }) });
}

function messages(text: string): readonly string[] {
  return assembleText(text).diagnostics.map(({ message }) => message);
}

const STOP = 'stop:   bra  stop\n        nop\n';

it.each([
  ['.zp mail at $30', '$30 of "mail"', 'mail'],
  ['.zp mail, 4 at $2f', '$30 of "mail"', 'mail + 1'],
  ['.zp mail, 4 at $2f index=number', '$30 of "mail"', 'mail + 1'],
  ['.zp mail at $40', '$30', '$30'],
])('a byte that nothing writes: %s', (declaration, byte, read) => {
  const text = (more: string): string => `${declaration}${more}\n        ld   [${read}]\n${STOP}`;
  expect(messages(text(''))).toContain(`The zero-page byte ${byte} is read here and never written`);
  if (byte !== '$30') expect(messages(text(' external=yes'))).toEqual([]);
});

it.each(['.zp pair, 2 at $30', '.zp pair, 2 at $30 index=number'])(
  'a routine that changes the second byte changes the variable: %s',
  (declaration) => {
    const source = `${declaration}
.zp back
.headers required
start:  bra  work
        ld   .end
.end:   bra  .end
        nop
        .proc work
        st   [back]
        st   [pair + 1]
        bra  [back]
        nop
        .endproc
`;
    const fixed = applyFixes(assembleText(source), new Set(['GT0827'])).get('main') ?? '';
    expect(fixed).toMatch(/; Clobbers: .*\bpair\b/);
    expect(messages(fixed)).toEqual([]);
  },
);
