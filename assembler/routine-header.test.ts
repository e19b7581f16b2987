/** The grammar of routine headers, and their comparison with the code. */
import { describe, expect, it } from 'vitest';
import { assemble, isHeader, parseHeader } from '#assembler';

describe('routine headers', () => {
  it('are read by key, with continued lines', () => {
    const header = parseHeader(
      'draw: draws a square\nof the board\nIn:       AC = return address;\n  square\nOut: AC\nClobbers: AC, X (in the loop)\nCycles:   12..20',
    );
    expect(header).toEqual({
      summary: 'draw: draws a square of the board',
      entries: { In: 'AC = return address; square', Out: 'AC', Clobbers: 'AC, X (in the loop)', Cycles: '12..20' },
      cycles: { min: 12, max: 20 },
      clobbers: ['AC', 'X'],
    });
  });

  it('fit one line', () => {
    const header = parseHeader(
      'popState: back to the frame before. In: AC = return address. Out: plyPage. Clobbers: nothing.',
    );
    expect(header.summary).toBe('popState: back to the frame before');
    expect(header.entries).toEqual({ In: 'AC = return address', Out: 'plyPage', Clobbers: 'nothing.' });
    expect(header.clobbers).toEqual([]);
  });

  it('have a key', () => {
    expect(isHeader('just a comment: with a colon')).toBe(false);
    expect(isHeader('a\nCycles: 3')).toBe(true);
  });
});

function findings(header: string, body: string): string[] {
  const source = `.zp back\n.zp cell\n        ld   1\n        bra  work\n        ld   done\ndone:   bra  done\n        nop\n${header}\n.proc work\n        st   [back]\n${body}\n        bra  [back]\n        nop\n.endproc\n`;
  const assembly = assemble('main', { read: () => ({ text: source }) });
  expect(assembly.hasErrors).toBe(false);
  return assembly.diagnostics.filter((d) => d.code === 'GT0826').map((d) => `${d.range.start.line}: ${d.message}`);
}

describe('headers and code', () => {
  it('agree without a word', () => {
    expect(
      findings(
        '; work: works\n; Clobbers: AC, X, cell\n; Cycles: 6',
        '        ld   5,x\n        ld   [back]\n        st   [cell]',
      ),
    ).toEqual([]);
  });

  it('differ in registers', () => {
    expect(findings('; work: works\n; Clobbers: Y', '        ld   5,x\n        ld   5')).toEqual([
      '8: "work" changes AC, X, which its header does not say',
      '8: "work" does not change Y',
    ]);
    expect(findings('; Out: AC = five. Clobbers: nothing', '        ld   5')).toEqual([]);
    expect(findings('; Clobbers: cell', '        nop')).toEqual(['7: "work" does not change cell']);
  });

  it('can be switched off', () => {
    expect(findings('.lint off GT0826\n; Cycles: 9', '        nop')).toEqual([]);
  });

  it('differ in cycles', () => {
    expect(findings('; Cycles: 9', '        nop')).toEqual(['7: "work" takes 4 cycles']);
    expect(findings('; Cycles: 4', '        nop')).toEqual([]);
    expect(findings('; Cycles: many', '        nop')).toEqual(['7: Cycles are written as "12" or "12..20"']);
  });
});
