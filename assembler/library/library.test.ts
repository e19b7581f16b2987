/** Library sources, included by name. */
import { describe, expect, it } from 'vitest';
import { LIBRARY_NAMES, libraryPath } from '#assembler';
import { assembleText } from '#test/assembler/assembled-text.ts';

const PROGRAM = `
VIDEO_START = main
        .include <video>
        .page
        trampoline
main:   .check .end
        bra  main
        nop
.end:
`;

describe('.include <name>', () => {
  it('reads a source that comes with the assembler', () => {
    const { diagnostics, files, debugInfo } = assembleText(PROGRAM);
    expect(diagnostics).toEqual([]);
    expect(files.map(({ path }) => path)).toEqual(['main.gtasm', libraryPath('video')]);
    expect(debugInfo.sources.map(({ path }) => path)).toEqual(['main.gtasm', libraryPath('video')]);
  });

  it('says which libraries there are', () => {
    const [finding] = assembleText('        .include <vidoe>\n').diagnostics;
    expect(finding).toMatchObject({ code: 'GT0701', range: { start: { character: 17 }, end: { character: 24 } } });
    const names = LIBRARY_NAMES.map((name) => `<${name}>`).join(', ');
    expect(finding?.message).toBe(`Cannot read "<vidoe>": there is no such library; there is ${names}`);
  });
});

it('a finding in a macro of a library names the place there', () => {
  const text = PROGRAM.replace('        .page', '        .include <calls>\n        .page')
    .replace('main:   ', 'main:   nop\n        ')
    .replace(/ +bra {2}main\n +nop\n.end:/, '        ld   1\n.end:   goto main');
  const found = assembleText(text).diagnostics.filter(({ severity }) => severity === 'error');
  expect(found).toMatchObject([{ code: 'GT0810', file: 'main.gtasm' }]);
  const [place] = found[0]!.related ?? [];
  expect(`${place?.file}: ${place?.message}`).toMatch(/calls\.gtasm: Found here$/);
});
