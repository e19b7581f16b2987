/** Lines to addresses and back: runs of words, macros, repetitions, paths of Windows. */
import { describe, expect, it } from 'vitest';
import { type DebugLine, assemble } from '#assembler';
import { SourceMap } from './source-map.ts';
import { Symbols } from './symbols.ts';

const place = (source: number, line: number) => ({ source, line, column: 8, endColumn: 12 });

/** Two calls of a macro of two lines (4, 5), a check of five words, a repetition of a one-word line. */
const LINES: DebugLine[] = [
  { address: 0, ...place(0, 4), expansion: [{ name: 'twice', ...place(1, 10) }] },
  { address: 1, ...place(0, 5), expansion: [{ name: 'twice', ...place(1, 10) }] },
  { address: 2, ...place(0, 4), expansion: [{ name: 'twice', ...place(1, 11) }] },
  { address: 3, ...place(0, 5), expansion: [{ name: 'twice', ...place(1, 11) }] },
  ...[4, 5, 6, 7, 8].map((address) => ({ address, ...place(1, 12), pseudo: 'check' })),
  ...[9, 10].map((address) => ({ address, ...place(1, 14), expansion: [{ name: '.repeat', ...place(1, 13) }] })),
  { address: 0x300, ...place(1, 12) },
];
const map = new SourceMap(
  {
    sources: [
      { path: 'lib/macros.gtasm', hash: '' },
      { path: 'main.gtasm', hash: '' },
    ],
    lines: LINES,
    symbols: [
      { name: 'SIZE', kind: 'constant', value: 5, ...place(1, 9) },
      { name: 'check', kind: 'label', value: 4, ...place(1, 12) },
    ],
    macros: [{ name: 'twice', source: 0, line: 2, endLine: 6 }],
  },
  'C:\\Work',
);

describe('source map', () => {
  it('finds files of Windows however they are spelled', () => {
    expect(map.paths).toEqual(['C:\\Work\\lib\\macros.gtasm', 'C:\\Work\\main.gtasm']);
    expect(map.sourceOf('c:\\work\\LIB/macros.gtasm')).toBe(0);
    expect(map.sourceOf('d:\\work\\main.gtasm')).toBeUndefined();
  });

  it.each([
    ['a macro line starts in every expansion', 0, 5, [1, 3]],
    ['a macro call starts once', 1, 10, [0]],
    ['a check starts at its first word, and where it is again', 1, 12, [4, 0x300]],
    ['a repetition starts once', 1, 13, [9]],
    ['a line without code has no start', 1, 99, []],
  ])('%s', (_what, source, line, starts) => {
    expect(map.startsOf(source, line)).toEqual(starts);
  });

  it('gives all places of a word, the innermost first', () => {
    expect(map.placesAt(3).map(({ source, line, macro }) => [source, line, macro])).toEqual([
      [0, 5, 'twice'],
      [1, 11, undefined],
    ]);
    expect(map.placesAt(0x200)).toEqual([]);
  });

  it('finds the next line with code, and those within a range', () => {
    expect([map.lineWithCode(1, 0), map.lineWithCode(1, 12), map.lineWithCode(1, 15)]).toEqual([10, 12, undefined]);
    expect(map.linesWithCode(1, 11, 13)).toEqual([11, 12, 13]);
  });

  it('finds the text of a macro from its own lines only', () => {
    expect([1, 2, 3, 5, 6].map((line) => map.lineWithCode(0, line))).toEqual([undefined, 4, 4, 5, undefined]);
  });

  it('knows the lines of declarations, which have no code', () => {
    expect([9, 10, 12].map((line) => map.isDeclaration(1, line))).toEqual([true, false, false]);
  });
});

it.each([
  ['.zp mail at $30', ['mail', undefined, undefined]],
  ['.zp mail, 2 at $30', ['mail', 'mail+1', undefined]],
  ['.zp mail, 3 at $30 index=number', ['mail', 'mail+1', 'mail+2']],
])('names the bytes of %s', (declaration, names) => {
  const symbols = new Symbols(assemble('main', { read: () => ({ text: `${declaration}\n nop\n` }) }).debugInfo);
  expect([0x30, 0x31, 0x32].map((byte) => symbols.zeroPageName(byte))).toEqual(names);
});

it.each([
  ['main: nop\n.end:\n.next: nop\n', 'main.next'],
  ['main: nop\n.end:\nnext:\n.loop: nop\n', 'next'],
])('names an address by the last global label there, or else the last local one', (text, name) => {
  expect(new Symbols(assemble('main', { read: () => ({ text }) }).debugInfo).labelAt(1)).toBe(name);
});
