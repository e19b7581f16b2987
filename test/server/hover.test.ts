/** Hovers through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { InlayHint } from 'vscode-languageserver-protocol';
import { languageFixture } from '#test/server/language-fixture.ts';

const server = languageFixture({ settings: { inlayHints: { cycles: true, timing: true } } });

describe('time checks', () => {
  const PROGRAM = `.zp budget
        .timing account=budget
leave:  bra  leave
        nop
        .trampoline leave
one:    .check two
        nop
two:    .check three
        bra  one
        nop
three:  nop
`;

  it('give the reason where it is told elsewhere, and the end of a long path', async () => {
    const ways = [0, 1, 2, 3].map((way) => `w${way}: .check w${way + 1}\n ld [0]\n beq meet\n nop\n`).join('');
    const long = `meet:\n${' nop\n'.repeat(60)} .check met\n bra w0\n nop\nmet:\n`;
    const head = ' .zp account\n .timing account=account\nleave: bra leave\n nop\n .trampoline leave\n';
    const source = await server.open(`${head}${ways.replace('.check w1', '.che¦ck w1')}w4: bra w0\n nop\n${long}`);
    const text = await source.hoverText();
    expect(text).toMatch(/\*\*wrong\*\* — \d+ cycles: A path to the check .*too many/);
    expect(text).toContain(' before\n');
    expect(text).toMatch(/\.check met .*\n```/);
  });

  it('show the same as hints', async () => {
    const range = { start: { line: 4, character: 0 }, end: { line: 8, character: 0 } };
    const hints = await (await server.open(PROGRAM)).request<InlayHint[]>('inlayHint', { range });
    expect(
      hints.map(({ label, position }) => [position.line, label]).filter(([, label]) => String(label).includes(',')),
    ).toEqual([
      [5, '6 cycles, exact'],
      [7, '7 cycles, exact'],
    ]);
  });
});

describe('the hover of a constant from the settings', () => {
  const defining = languageFixture({ settings: { defines: { VERIFY: 300 } } });
  const marked = '.if VER¦IFY > 1\n        nop\n.endif\n';

  it('says its value and where it comes from', async () => {
    expect(await (await defining.open(marked)).hoverText()).toBe(
      '**VERIFY** — constant, `300 = $012c`\n\nFrom the setting `gigatron.defines`',
    );
  });

  it('leads to no definition and no rename', async () => {
    const source = await defining.open(marked);
    expect([await source.request('definition'), await source.request('prepareRename')]).toEqual([null, null]);
  });

  it('is a name that nothing else can take', async () => {
    const renamed = (await defining.open('st¦art:  nop\n')).request('rename', { newName: 'VERIFY' });
    await expect(renamed).rejects.toThrow('There is already a "VERIFY"');
  });

  it('is offered by completion', async () => {
    const offered = await (await defining.open('        ld   V¦\n')).completions();
    expect(offered.find(({ label }) => label === 'VERIFY')?.detail).toContain('gigatron.defines');
  });
});

it('a source with Markdown in it does not leave its fence', async () => {
  const image = '![x](https://example.com/x.png)';
  const source = await server.open(`; \`\`\`\n; ${image}\nwait:   bra  wa¦it\n        nop\n`);
  const text = await source.hoverText();
  expect(text).toContain(`\`\`\`\`text\n\`\`\`\n${image}\n\`\`\`\``);
  expect(text.split('````')).toHaveLength(3);
});
