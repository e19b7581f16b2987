/** Hovers through the real protocol. */
import { describe, expect, it } from 'vitest';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture({ settings: { inlayHints: { cycles: true, timing: true } } });

describe('hover', () => {
  const program =
    '; Draws one line.\n; In: AC = line\n.zp line at $30\nwidth = 160\ndraw:   st   [line]\n        ld   width\n';

  it('shows kind and value of a label, and the comment above it', async () => {
    const text = await server.hoverText(
      `; Waits.\n; In: nothing\n        .org $123\nwait:   nop\n        bra  wa¦it\n        nop\n`,
    );
    expect(text).toContain('**wait** — label, ROM `$0123`');
    expect(await server.hoverText('        nop\n; Waits.\nwait:   nop\n        bra  wa¦it\n        nop\n')).toContain(
      'Waits.',
    );
  });

  it('shows a declaration with its address', async () => {
    const text = await server.hoverText(program.replace('st   [line]', 'st   [li¦ne]'));
    expect(text).toContain('zero-page variable');
    expect(text).toContain('$0030');
    expect(text).toContain('Draws one line.');
  });

  it('says what an element of several bytes is', async () => {
    const hover = await server.hoverText('.zp occupied, 8 element=bit¦board64\n        nop\n');
    expect(hover).toContain('a1 is bit 0, h8 is bit 63');
  });

  it('shows what a table holds', async () => {
    const text = await server.hoverText('.column bo¦ard, 1..120 at $ff index=square element=piece\n        nop\n');
    expect(text).toContain('entries 1..120 at $01ff … $78ff, every 256 bytes');
    expect(text).toContain('index: square');
    expect(text).toContain('element: piece');
  });

  it('shows the entries of an array in the zero page, and the bytes of a longer variable', async () => {
    expect(await server.hoverText('.zp ma¦il, 4 at $30 index=number\n        nop\n')).toContain(
      'entries 0..3 at $0030 … $0033',
    );
    expect(await server.hoverText('.zp ma¦il, 4 at $30\n        nop\n')).toContain('$0030 … $0033');
  });

  it('shows the pages and fields of a frame', async () => {
    const text = await server.hoverText(
      '.frame pl¦ies, 1..4 at $20 bytes 8\n.field move\n.field score\n.endframe\n        nop\n',
    );
    expect(text).toContain('entries 1..4 in pages $01 … $04');
    expect(text).toContain('fields: move $20, score $21');
  });

  it('shows a constant in both bases', async () => {
    expect(await server.hoverText(program.replace('ld   width', 'ld   wid¦th'))).toContain('160 = $a0');
  });

  it('shows what an instruction does, where it is, its word and its cycle', async () => {
    const text = await server.hoverText('        .org $200\n        ad¦da [y,$12]\n');
    expect(text).toContain('AC ← AC + RAM[Y:$12]');
    expect(text).toContain('$0200  8912');
    expect(text).toContain('1 cycle');
  });

  it('shows the target of a branch', async () => {
    expect(await server.hoverText('        .org $300\nhere:   b¦ne  here\n        nop\n')).toContain(
      'if AC ≠ 0: PC ← $0300',
    );
  });

  it('helps with directives, registers and numbers', async () => {
    expect(await server.hoverText('        .or¦g $200\n        nop\n')).toContain('.org address');
    expect(await server.hoverText('        ld   [y,x¦++],out\n')).toContain('Low byte of a RAM address');
    expect(await server.hoverText('        ld   $f¦f\n')).toContain('255 = $ff = %11111111 = -1 as a signed byte');
    expect(await server.hoverText('size = mi¦n(1, 2)\n')).toBe('**min()** — least value; takes values');
    expect(await server.hoverText('        .word leng¦th("ab")\n')).toContain('number of characters');
    expect(await server.hoverText('        .if def¦ined(size)\n        .endif\n')).toContain(
      'whether a name is defined',
    );
  });

  it('shows what a macro call assembles to', async () => {
    const macro = '.macro twice value\n        adda value\n        adda value\n.endmacro\n';
    const text = await server.hoverText(`${macro}        .org $100\n        twi¦ce 7\n`);
    expect(text).toContain('twice value');
    expect(text).toContain('$0100  8007  adda $07\n$0101  8007  adda $07');
    expect(text).toContain('2 words');
  });

  it('says nothing on blank lines and comments', async () => {
    expect(await server.hoverText('¦\n        nop\n')).toBe('');
    expect(await server.hoverText('        nop ; a com¦ment\n')).toBe('');
  });
});

describe('time checks', () => {
  const program = [
    '.zp budget',
    '        .timing account=budget',
    'leave:  bra  leave',
    '        nop',
    '        .trampoline leave',
    'one:    .che¦ck two',
    '        nop',
    'two:    .check three',
    '        bra  one',
    '        nop',
    'three:  nop',
    '',
  ].join('\n');

  it('show on hover what they charge, and the verdict of the proof', async () => {
    const text = await server.hoverText(program);
    expect(text).toContain('.check label');
    expect(text).toMatch(/\*\*exact\*\* — 6 cycles/);
    expect(text).toContain('5 words');
    expect(await server.hoverText(program.replace('        nop\ntwo:', '        .charge 3\ntwo:'))).toContain(
      '**wrong**',
    );
  });

  it('have verdicts like timed blocks, which make no words', async () => {
    const timed = 'a:      nop\n        nop\nb:      bra  b\n        nop\n        .ex¦act a, b, 2\n';
    expect(await server.hoverText(timed)).toContain('**exact** — 2 cycles');
    expect(await server.hoverText(timed.replace('b, 2', 'b, 3'))).toContain('**wrong** — 3 cycles');
  });

  it('show a wrong path as a table, a row a step, and do not repeat the finding', async () => {
    const text = await server.hoverText(
      'a:      nop\n        nop\nb:      bra  b\n        nop\n        .ex¦act a, b, 3\n',
    );
    expect(text).not.toContain('too few');
    expect(text.split('\n').filter((row) => /^ +\d/.test(row))).toEqual([
      expect.stringMatching(/^ +0 {2}\$0000 {2}nop .*:1$/),
      expect.stringMatching(/^ +1 {2}\$0001 {2}nop .*:2$/),
      expect.stringMatching(/^ +2 {2}\$0002 {2}bra {2}b .*:3$/),
    ]);
  });

  it('give the reason where it is told elsewhere, and the end of a long path', async () => {
    const ways = [0, 1, 2, 3].map((way) => `w${way}: .check w${way + 1}\n ld [0]\n beq meet\n nop\n`).join('');
    const long = `meet:\n${' nop\n'.repeat(60)} .check met\n bra w0\n nop\nmet:\n`;
    const text = await server.hoverText(
      ` .zp account\n .timing account=account\nleave: bra leave\n nop\n .trampoline leave\n${ways}w4: bra w0\n nop\n${long}`.replace(
        '.check w1',
        '.che¦ck w1',
      ),
    );
    expect(text).toMatch(/\*\*wrong\*\* — \d+ cycles: A path to the check .*too many/);
    expect(text).toContain(' before\n');
    expect(text).toMatch(/\.check met .*\n```/);
  });

  it('show the same as hints', async () => {
    const { answer } = await server.ask<{ label: string; position: { line: number } }[]>('inlayHint', program, {
      range: { start: { line: 4, character: 0 }, end: { line: 8, character: 0 } },
    });
    const hints = answer
      .filter(({ label }) => label.includes(','))
      .map(({ label, position }) => [position.line, label]);
    expect(hints).toEqual([
      [5, '6 cycles, exact'],
      [7, '7 cycles, exact'],
    ]);
  });
});

describe('the hover of a routine', () => {
  const program = [
    '.zp back',
    '.zp count',
    '        ld   >twice,y',
    '        jmp  y,twice',
    '        ld   * + 1',
    'halt:   bra  halt',
    '        nop',
    'twice:  st   [back]',
    '        ld   [count]',
    '        bne  .skip',
    '        adda [count]',
    '        st   [count]',
    '.skip:  bra  [back]',
    '        ld   0,x',
    '',
  ].join('\n');

  it('says what it costs and changes', async () => {
    const text = await server.hoverText(program.replace('twice:', 'tw¦ice:'));
    expect(text).toContain('cycles: 6..7');
    expect(text).toContain('changes: AC, X, [back], [count]');
  });

  it('lists no changes where it could not be followed to its end', async () => {
    const lost = program
      .replace('twice:', '; Twice. Clobbers: AC\ntw¦ice:')
      .replace('        adda [count]', '        bra  ac');
    const text = await server.hoverText(lost);
    expect(text).toContain('cycles: not known:');
    expect(text).not.toContain('changes:');
  });

  it('says whom it calls', async () => {
    const named = program.replace('        ld   >twice,y', '; Starts. Clobbers: AC\nma¦in:   ld   >twice,y');
    expect(await server.hoverText(named)).toContain('calls: twice');
  });

  it('is left out for a label that is not a routine', async () => {
    expect(await server.hoverText(program.replace('halt:   bra', 'ha¦lt:   bra'))).not.toContain('cycles:');
  });
});

describe('the hover of a constant from the settings', () => {
  const defining = languageFixture({ settings: { defines: { VERIFY: 300 } } });
  const marked = '.if VER¦IFY > 1\n        nop\n.endif\n';

  it('says its value and where it comes from', async () => {
    expect(await defining.hoverText(marked)).toBe(
      '**VERIFY** — constant, `300 = $012c`\n\nFrom the setting `gigatron.defines`',
    );
  });

  it('leads to no definition and no rename', async () => {
    expect((await defining.ask('definition', marked)).answer).toBeNull();
    expect((await defining.ask('prepareRename', marked)).answer).toBeNull();
  });

  it('is a name that nothing else can be given', async () => {
    const renamed = defining.ask('rename', 'st¦art:  nop\n', { newName: 'VERIFY' });
    await expect(renamed).rejects.toThrow('There is already a "VERIFY"');
  });

  it('is offered by completion', async () => {
    const offered = await defining.completionsAt('        ld   V¦\n');
    expect(offered.find(({ label }) => label === 'VERIFY')?.detail).toContain('gigatron.defines');
  });
});

describe('a source with Markdown in it', () => {
  const image = '![x](https://example.com/x.png)';

  it('does not leave its fence', async () => {
    const text = await server.hoverText(`; \`\`\`\n; ${image}\nwait:   bra  wa¦it\n        nop\n`);
    expect(text).toContain(`\`\`\`\`text\n\`\`\`\n${image}\n\`\`\`\``);
    expect(text.split('````')).toHaveLength(3);
  });

  it('makes no picture of an attribute', async () => {
    const text = await server.hoverText(`.zp ma¦il at $30 element="${image}"\n        nop\n`);
    expect(text).not.toContain('![x]');
  });
});
