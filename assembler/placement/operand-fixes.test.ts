/** The edits for operands that do not fit: what they write, and where they are not offered. */
import { describe, expect, it } from 'vitest';
import { applyEdits, assemble, type Assembly } from '#assembler';

function assembleText(text: string): Assembly {
  return assemble('main', { read: () => ({ text }) }, { check: false });
}

describe('an immediate store whose value and address differ', () => {
  it('becomes a load and a store', () => {
    const source = 'cell = 6\nstart:  st   5 + 1,[cell + 1] ; six\n        nop\n';
    const [finding] = assembleText(source).diagnostics;
    expect(finding).toMatchObject({ code: 'GT0305', fixes: [{ title: 'Load AC and store it' }] });
    const text = applyEdits(source, finding!.fixes![0]!.edits);
    expect(text).toBe('cell = 6\nstart:  ld   5 + 1\n        st   [cell + 1] ; six\n        nop\n');
    expect(assembleText(text).diagnostics).toEqual([]);
  });

  it.each([
    ['in a delay slot', '        bra  *\n        st   5,[6]\n'],
    ['that also sets X', '        st   5,[6],x\n'],
    ['of a macro', '.macro put\n        st   5,[6]\n.endmacro\n        put\n'],
  ])('%s stays', (_, source) => {
    const [finding] = assembleText(source).diagnostics;
    expect(finding?.code).toBe('GT0305');
    expect(finding?.fixes).toBeUndefined();
  });
});

describe('a value beyond eight bits', () => {
  it('gives its low byte', () => {
    const source = '        ld   300 + 1\n';
    const [finding] = assembleText(source).diagnostics;
    expect(finding?.code).toBe('GT0303');
    expect(applyEdits(source, finding!.fixes![0]!.edits)).toBe('        ld   lo(300 + 1)\n');
  });
});
