/** What expansion reports about macros, files and definitions that do not fit: the message and its columns. */
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { applyEdits, assemble, type AssembleOptions, type Diagnostic, type SourceText } from '#assembler';

function findings(
  text: string,
  files: Readonly<Record<string, SourceText>> = {},
  options: AssembleOptions = {},
): readonly Diagnostic[] {
  const read = (path: string): SourceText =>
    path === '/a/main' ? { text } : (files[path] ?? failure('there is no such file'));
  return assemble('/a/main', { read }, { check: false, root: '/a', ...options }).diagnostics;
}

describe('macros', () => {
  it('report an address that does not fit at their own columns, without an edit for one call', () => {
    const source =
      '.macro put cell\n        ld   cell\n.endmacro\n              put  [y,$1234]\n              put  [$1234]\n';
    expect(findings(source)).toMatchObject([
      { code: 'GT0303', range: { start: { line: 1, character: 13 }, end: { line: 1, character: 17 } } },
      { code: 'GT0303', range: { start: { line: 1, character: 13 }, end: { line: 1, character: 17 } } },
    ]);
    expect(findings(source).every(({ fixes }) => fixes === undefined)).toBe(true);
  });

  it('refuse a value where they define a label, and a name that is not an instruction', () => {
    expect(findings('.macro mark name\nname:   nop\n.endmacro\n        mark 5\n')).toMatchObject([
      { code: 'GT0603', message: '"name" stands for a value here and cannot be a label' },
    ]);
    expect(findings('        .repeat 2, i\ni:      nop\n        .endrepeat\n')).toMatchObject([{ code: 'GT0603' }]);
    expect(findings('.macro do op\n        op   1\n.endmacro\n        do   load\n')).toMatchObject([
      { code: 'GT0301', message: 'There is no instruction or macro "load", which "op" stands for' },
    ]);
  });
});

describe('files', () => {
  it('are named as the source names them', () => {
    const files = {
      '/a/b/one': { text: '        .include "../main"\n' },
      '/a/three.bin': { bytes: new Uint8Array(3) },
    };
    const source =
      '        .include "b/one"\n        .include "gone"\n        .include ""\n        .incbin "/etc/passwd"\n';
    expect(findings(`${source}        nop\n`, files).map(({ code, message }) => `${code} ${message}`)).toEqual([
      'GT0701 Cannot read "gone": there is no such file',
      'GT0701 Cannot read "": the name is empty',
      'GT0703 "/etc/passwd" leads out of the workspace',
      'GT0702 "../main" is already being read: main → b/one → main',
    ]);
  });

  it.each([
    ['5', 'The file has 3 bytes: 5 cannot be skipped'],
    ['-1', 'The file has 3 bytes: -1 cannot be skipped'],
    ['1, 3', 'The file has 3 bytes: there are not 3 from 1 on'],
    ['0, -1', 'The file has 3 bytes: there are not -1 from 0 on'],
  ])('give only the bytes that they have: %s', (part, message) => {
    const files = { '/a/three.bin': { bytes: new Uint8Array(3) } };
    expect(findings(`        .incbin "three.bin", ${part}\n        nop\n`, files)).toMatchObject([
      { code: 'GT0303', message },
    ]);
  });

  it('may have an odd number of bytes, or none', () => {
    const host = {
      read: (path: string): SourceText =>
        path === 'main'
          ? {
              text: '        .incbin "odd"\n        .incbin "none"\n        .incbin "odd", 3\n        .incbin "odd", 1, 1\n',
            }
          : { bytes: Uint8Array.from(path === 'odd' ? [1, 2, 3] : []) },
    };
    const { diagnostics, image, words } = assemble('main', host, { check: false });
    expect(diagnostics).toEqual([]);
    expect([...image.slice(0, words)]).toEqual([0x0102, 0x0300, 0x0200]);
  });
});

describe('definitions from outside', () => {
  it('are named as such where the source defines the name again', () => {
    expect(findings('size = 3\n        ld   size\n', {}, { defines: { size: 5 } })).toMatchObject([
      { code: 'GT0202', message: expect.stringContaining('already defined from outside') as unknown },
    ]);
    const source = '        .if !defined(size)\nsize = 3\n        .endif\n        ld   size\n';
    expect(findings(source, {}, { defines: { size: 5 } })).toEqual([]);
    expect(findings(source)).toEqual([]);
  });
});

describe('names that are not instructions', () => {
  it.each([
    ['start   ld   5', 'a label is written with a colon', 'start:   ld   5'],
    ['start', 'a label is written with a colon', 'start:'],
    ['start   ; here', 'a label is written with a colon', 'start:   ; here'],
    ['size equ 5', 'a constant is written "size = …"', 'size = 5'],
    ['size    .EQU 5', 'a constant is written "size = …"', 'size = 5'],
    ['        suab 1', 'did you mean "suba"?', '        suba 1'],
    ['        twicee', 'did you mean "twice"?', '        twice'],
    ['        .inculde "x"', 'did you mean ".include"?', '        .include "x"'],
  ])('%s: %s', (line, hint, mended) => {
    const source = `.macro twice\n        nop\n        nop\n.endmacro\n${line}\n        nop\n`;
    const finding = findings(source).find(({ fixes }) => fixes !== undefined);
    expect(finding?.message).toContain(hint);
    expect(applyEdits(source, finding!.fixes![0]!.edits).split('\n')[4]).toBe(mended);
  });

  it.each(['        start', 'fetch start', '        fetch a, b'])('get no guess: %s', (line) => {
    const finding = findings(`${line}\n        nop\n`).find(({ code }) => code === 'GT0301');
    expect(finding?.message).toMatch(/^There is no instruction or macro "\w+"$/);
    expect(finding?.fixes).toBeUndefined();
  });
});

describe('directives', () => {
  it.each([
    ['.lint off nonsense', 'GT0107', 'There is no finding "nonsense"'],
    ['.lint off GT0911, gt0201', 'GT0107', 'GT0201 is an error, which cannot be switched off'],
    ['.org', 'GT0107', '".org" is written ".org address"'],
    ['.warn', 'GT0104', 'Expected a text in quotes, but the statement ends'],
  ])('%s: %s', (line, code, message) => {
    expect(findings(`        ${line}\n        nop\n`)).toMatchObject([{ code, message }]);
  });
});

describe('sentences', () => {
  it('shorten very long words', () => {
    const [finding] = findings(`        ${'a'.repeat(100_000)}\n`);
    expect(finding?.code).toBe('GT0301');
    expect(finding?.message.length).toBeLessThan(200);
  });

  it.each([
    ['\u00a7', '"§" (U+00A7)'],
    ['\u0000', 'the character U+0000'],
    ['\u{1f600}', '"😀" (U+1F600)'],
  ])('name a character that begins no token: %j', (character, name) => {
    expect(findings(`        ld   ${character}\n`)).toMatchObject([
      { code: 'GT0101', message: `No token begins with ${name}` },
    ]);
  });
});
