/** The grammar of routine headers, and their comparison with the code. */
import { describe, expect, it } from 'vitest';
import { applyFixes, assemble, isHeader, parseHeader, type Assembly } from '#assembler';

describe('routine headers', () => {
  it('are read by key, with continued lines', () => {
    const header = parseHeader(
      'draw: draws a square\nof the board\nIn:       AC = return address;\n  square\nOut: AC\nClobbers: AC, X (in the loop)\nCycles:   12..20',
    );
    expect(header).toEqual({
      summary: 'draw: draws a square of the board',
      entries: { In: 'AC = return address; square', Out: 'AC', Clobbers: 'AC, X (in the loop)', Cycles: '12..20' },
      cycles: { min: 12, max: 20 },
      page: undefined,
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

  it('state cycles and page in a form that can be checked', () => {
    expect(parseHeader('Cycles: varies with the piece\nPage: same as caller')).toMatchObject({
      cycles: 'varies',
      page: 'caller',
    });
    expect(parseHeader('Page: $12').page).toBe(0x12);
    expect(parseHeader('Page: $1200').page).toBe(0x12);
    expect(parseHeader('Page: any').page).toBeUndefined();
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
    expect(findings('; Cycles: many', '        nop')).toEqual(['7: Cycles are written as "12", "12..20" or "varies"']);
  });
});

function assembleText(text: string): Assembly {
  return assemble('main', { read: () => ({ text }) });
}

function codes(text: string): string[] {
  return assembleText(text).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

/** The text after the first fix of each finding with a code. */
function mended(text: string, code: string): string {
  return applyFixes(assembleText(text), new Set([code])).get('main') ?? text;
}

/** A program that calls `work` in its own page; the header of `work` is directly above it. */
function calling(header: string, body: string): string {
  const head = header === '' ? '' : `${header}\n`;
  return `.headers required\n.zp back\n.zp cell\n        bra  work\n        ld   done\ndone:   bra  done\n        nop\n${head}work:   st   [back]\n${body}\n        bra  [back]\n        nop\n`;
}

describe('inputs and page of a header', () => {
  it('are computed', () => {
    const body = '        st   [x]\n        ld   [cell]';
    expect(codes(calling('; work: x. In: nothing. Clobbers: AC. Cycles: 5', body))).toEqual(
      expect.arrayContaining(['GT0826 "work" reads AC, X from its caller, which its header does not say']),
    );
    expect(codes(calling('; work: x. In: AC, X. Clobbers: AC. Cycles: 5', body)).join()).not.toContain('GT0826');
    expect(codes(calling('; work: x. Clobbers: nothing. Cycles: 3. Page: $02', '        nop')).join()).toContain(
      'GT0826 "work" is in page $00',
    );
    const far = calling('; work: x. Clobbers: nothing. Cycles: 4. Page: same as caller', '        nop');
    expect(codes(far).join()).not.toContain('GT0826');
    const moved = far
      .replace('        bra  work', '        ld   >work,y\n        jmp  y,work')
      .replace('; work', '        .org $0200\n; work')
      .replace('        bra  [back]', '        ld   0,y\n        jmp  y,[back]')
      .replace('nothing. Cycles: 4', 'Y. Cycles: 5');
    expect(codes(moved)).toContain('GT0826 "work" is called from $0001, in another page');
  });

  it('are corrected by their fixes', () => {
    const wrong = calling('; work: x. Clobbers: Y, cell. Cycles: many. Page: $12', '        ld   1');
    const right = mended(mended(wrong, 'GT0826'), 'GT0826');
    expect(right).toContain('; work: x. Clobbers: AC. Cycles: 4. Page: $00\n');
    expect(codes(right).join()).not.toContain('GT0826');
  });
});

describe('cycles that vary', () => {
  const loop = '.loop:  ld   [cell]\n        bne  .loop\n        nop';

  it('are accepted where no count is known, and not where one is', () => {
    expect(codes(calling('; work: x. Clobbers: AC. Cycles: varies', loop)).join()).not.toContain('GT0826');
    expect(codes(calling('; work: x. Clobbers: AC. Cycles: 9', loop)).join()).toContain('cannot be confirmed');
    expect(codes(calling('; work: x. Clobbers: nothing. Cycles: varies', '        nop'))).toEqual([
      'GT0826 "work" takes 4 cycles',
    ]);
  });

  it('and a lost path leave open what that path might change', () => {
    const lost = '        ld   [cell]\n        bra  ac\n        nop';
    expect(codes(calling('; work: x. Clobbers: AC, X. Cycles: varies', lost)).join()).not.toContain('does not change');
  });
});

describe('returns with declared targets', () => {
  it('count as returns, also where routines share them', () => {
    const source = `.zp back
.zp inBack
        ld   >outer,y
        jmp  y,outer
        ld   done
done:   bra  done
        nop
        .org $0100
; outer: x. Clobbers: AC, Y. Cycles: 16
outer:  st   [back]
        ld   >inner,y
        jmp  y,inner
        ld   first
        nop
first:  ld   >inner,y
        jmp  y,inner
        ld   second
        nop
second: ld   0,y
        jmp  y,[back]
        nop
; inner: x. Clobbers: nothing. Cycles: 3
inner:  st   [inBack]
        .targets first, second
        bra  [inBack]
        nop
`;
    expect(codes(source).join()).not.toContain('GT0826');
  });
});

describe('.headers required', () => {
  const header = '; work: x. In: AC = return address. Clobbers: nothing. Cycles: 4';

  it('asks for whole headers of routines that are called', () => {
    expect(codes(calling(header, '        nop'))).toEqual([]);
    expect(codes(calling('', '        nop'))).toEqual(['GT0827 "work" has no header']);
    expect(codes(calling('; work: just a comment', '        nop'))).toEqual([
      'GT0827 The header of "work" lacks Clobbers and Cycles',
    ]);
    expect(codes(calling(header.replace('work', 'play'), '        nop'))).toEqual([
      'GT0827 The header of "work" does not begin with its name',
    ]);
    expect(codes(calling('', '        nop').replace('.headers required\n', ''))).toEqual([]);
  });

  it('asks for those of a .proc that nobody calls, but not for those of labels that are only jumped to', () => {
    const source = '.headers required\n        bra  on\n        nop\non:     bra  on\n        nop\n';
    expect(codes(source).join()).not.toContain('GT0827');
    expect(codes(`${source}.proc idle\n        bra  idle\n        nop\n.endproc\n`)).toContain(
      'GT0827 "idle" has no header',
    );
  });

  it('can be switched off in place, and takes one word', () => {
    const off = calling('', '        nop').replace('work:', '        .lint off GT0827\nwork:');
    expect(codes(off)).toEqual([]);
    expect(codes('.headers all\n        bra  *\n        nop\n').join()).toContain('GT0107');
  });

  it('offers the computed header, which agrees with the code', () => {
    const bare = calling('', '        ld   5,x\n        st   [cell]');
    const text = mended(bare, 'GT0827');
    expect(text).toContain(
      '; work:\n; In:       AC = return address\n; Clobbers: X, back, cell\n; Cycles:   5\n; Page:     same as caller\nwork:',
    );
    expect(codes(text)).toEqual([]);
    const partly = calling('; work: stores. Out: cell.', '        st   [cell]');
    expect(mended(partly, 'GT0827')).toContain('; Clobbers: back\n; Cycles:   4\n');
    expect(codes(mended(partly, 'GT0827'))).toEqual([]);
  });

  it('offers nothing for a label that a macro defines', () => {
    const source = `.headers required\n.zp back\n.macro make name\nname:   st   [back]\n        bra  [back]\n        nop\n.endmacro\n        bra  work\n        ld   done\ndone:   bra  done\n        nop\n        make work\n`;
    const [finding] = assembleText(source).diagnostics.filter(({ code }) => code === 'GT0827');
    expect(finding).toBeDefined();
    expect(finding?.fixes).toBeUndefined();
  });
});
