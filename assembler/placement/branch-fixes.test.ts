/** Edits for a near branch whose target is in another page: each assembles, and the branch reaches its target. */
import { describe, expect, it } from 'vitest';
import { applyEdits, assemble, type Assembly, type Fix } from '#assembler';

function assembleText(text: string): Assembly {
  return assemble('main', { read: () => ({ text }) }, { check: false });
}

function fixesOf(source: string): readonly Fix[] {
  const { diagnostics } = assembleText(source);
  expect(diagnostics.map(({ code }) => code)).toContain('GT0304');
  return diagnostics.find(({ code }) => code === 'GT0304')!.fixes ?? [];
}

/** The source with a fix applied, which must leave no error. */
function fixed(source: string, fix: Fix | undefined): string {
  const text = applyEdits(source, fix!.edits);
  expect(assembleText(text).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return text;
}

const FAR = '        .org $0300\nfar:    bra  far\n        nop\n';

describe('a branch that is always taken', () => {
  it('jumps far', () => {
    const source = `start:  bra  far\n        nop\n${FAR}`;
    const [fix] = fixesOf(source);
    expect(fix?.title).toBe('Jump far, changing Y');
    expect(fixed(source, fix)).toBe(`start:  ld   >far,y\n        jmp  y,far\n        nop\n${FAR}`);
  });

  it('takes the page of a whole expression', () => {
    const source = `start:  bra  far + 1\n        nop\n${FAR}`;
    const text = fixed(source, fixesOf(source)[0]);
    expect(text).toContain('ld   >(far + 1),y\n        jmp  y,(far + 1)\n');
    expect([...assembleText(text).image.slice(0, 2)]).toEqual([0x1403, 0xe001]);
  });

  it.each([
    ['in a delay slot', `start:  beq  start\n        bra  far\n        nop\n${FAR}`],
    ['in a macro', `.macro go\n        bra  far\n.endmacro\n        go\n        nop\n${FAR}`],
    ['in a loop', `        .repeat 2\n        bra  far\n        nop\n        .endrepeat\n${FAR}`],
  ])('is not offered an edit %s', (_, source) => {
    expect(fixesOf(source)).toEqual([]);
  });
});

describe('a conditional branch', () => {
  it('goes to a far jump in a place that execution cannot run into', () => {
    const source = `start:  beq  far\n        ld   1\n        bra  start\n        nop\nnext:\n        nop\n${FAR}`;
    const [fix] = fixesOf(source);
    expect(fix?.title).toBe('Branch to a far jump after the next jump, changing Y');
    expect(fixed(source, fix)).toBe(
      `start:  beq  .far\n        ld   1\n        bra  start\n        nop\n.far:\n        ld   >far,y\n        jmp  y,far\n        nop\nnext:\n        nop\n${FAR}`,
    );
  });

  it('gives each jump a name of its own', () => {
    const source = `start:  beq  far\n        nop\n.far:   bra  .far\n        nop\n${FAR}`;
    expect(fixed(source, fixesOf(source)[0])).toContain('beq  .far2\n');
  });

  it.each([
    ['no jump follows in its scope', `start:  beq  far\n        nop\nnext:   bra  next\n        nop\n${FAR}`],
    ['the slot is a branch', `start:  beq  far\n        nop\n        bra  ac\n        bra  start\n${FAR}`],
    [
      'words after the jump have no label',
      `start:  beq  far\n        nop\n        jmp  y,ac\n        nop\n        ld   1\n${FAR}`,
    ],
    ['the page is full', `start:  beq  far\n        nop\n        .fill $fc\n        bra  start\n        nop\n${FAR}`],
    ['there is no label above', `        beq  far\n        nop\n        bra  *\n        nop\n${FAR}`],
  ])('is not offered an edit where %s', (_, source) => {
    expect(fixesOf(source)).toEqual([]);
  });
});

describe('a routine over the end of a page', () => {
  const over = (begin: string, end: string): string =>
    `        .fill $ee\n        bra  *\n        nop\n; turns: a routine\n${begin}        nop\n.loop:  ld   1\n        .fill $108\n        bne  .loop\n        nop\n        bra  *\n        nop\n${end}`;

  it.each([
    ['a label', over('turns:\n', '')],
    ['.proc', over('.proc turns\n', '.endproc\n')],
  ])('of %s begins a page', (_, source) => {
    const [fix] = fixesOf(source);
    expect(fix?.title).toBe('Begin a new page: .page');
    // The fixes need room; the fill to an address below belongs to the test.
    const text = applyEdits(source.replace('.fill $108', '.fill $118'), fix!.edits);
    expect(text).toMatch(/\.page\n; turns/);
    expect(assembleText(text).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('stays if execution runs into it', () => {
    const source = over('turns:\n', '').replace('bra  *', 'ld   1');
    expect(fixesOf(source).map(({ title }) => title)).not.toContain('Begin a new page: .page');
  });

  it('stays if it is longer than a page, or the branch leaves it', () => {
    const long = over('turns:\n', '').replace('$108', '$1f8');
    expect(fixesOf(long).map(({ title }) => title)).not.toContain('Begin a new page: .page');
    const leaving = over('turns:\n', '')
      .replace('nop\n.loop:', 'nop\nother:\n.loop:')
      .replace('bne  .loop', 'bne  turns');
    expect(fixesOf(leaving).map(({ title }) => title)).not.toContain('Begin a new page: .page');
  });
});
