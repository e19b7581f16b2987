/** Elements of several bytes: the assembler accepts exactly the sizes and byte orders that the decoders can read. */
import { describe, expect, it } from 'vitest';
import { LENS_KINDS, LENSES } from '#chess';
import { assembleText } from '#test/assembler/assembled-text.ts';

/** Elements of free size: older programs keep them in three bytes, or in arrays of single bytes. */
const FREE = ['move-word', 'turn-word'];

function findings(declaration: string): string[] {
  return assembleText(`${declaration}\n        nop\n`).diagnostics.map(({ code }) => code);
}

describe.each(LENS_KINDS.filter((kind) => !FREE.includes(kind)))('%s', (kind) => {
  const { bytes, orders } = LENSES[kind];

  it('has one size', () => {
    expect(findings(`.row a, 0..0 bytes ${bytes} element=${kind}`)).not.toContain('GT0506');
    expect(findings(`.row a, 0..0 bytes ${bytes + 1} element=${kind}`)).toContain('GT0506');
  });

  it.each(['lowest-first', 'highest-first', 'low-first', 'high-first'])('takes order=%s or refuses it', (order) => {
    const codes = findings(`.row a, 0..0 bytes ${bytes} element=${kind} order=${order}`);
    expect(codes.includes('GT0506')).toBe(!orders.some((known) => known === order));
  });
});
