/** Hovers through the real protocol. */
import { describe, expect, it } from 'vitest';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture({ settings: { inlayHints: { cycles: true, timing: true } } });

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
});
