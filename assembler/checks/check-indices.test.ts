/** Constant indices that lie outside their tables, and the nearest ones that do not. */
import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';

const TABLES = `
.zp history, 8 at $40 index=number
.zp cursor at $48
.row location, 4..9 at $0210 bytes 2
.row other, 0..3 at $021c
.column board, 8..127 at $ff
.column next, 8..127 at $fe
.frame ply, 16..31 at $20 bytes 8
.field score, 2
.field best
.endframe
`;

/** Findings of a program that reads and then loops. */
function messages(code: string, tables = TABLES): string[] {
  const text = `${tables}\n${code}\nstop:   bra  stop\n        nop\n`;
  return assemble('main', { read: () => ({ text }) })
    .diagnostics.filter((diagnostic) => diagnostic.code === 'GT0508')
    .map(({ message }) => message);
}

describe('a constant index', () => {
  it.each([
    ['ld [history + 8]', ['"history" has the indices 0 to 7; 8 is a byte of "cursor"']],
    ['st [history - 1]', ['"history" has the indices 0 to 7; -1 is $003f, of no declaration']],
    ['ld >location,y\n ld [y,location + 20]', ['"location" has the indices 4 to 9; 10 is a byte of "other"']],
    ['ld >location,y\n ld [y,location + 6]', ['"location" has the indices 4 to 9; 3 is $020e, of no declaration']],
    ['ld 7,y\n ld [y,board]', ['"board" has the indices 8 to 127; Y = $07 is $07ff, of no declaration']],
    ['ld 15,y\n ld [y,best]', ['"best" has the indices 16 to 31; Y = $0f is $0f22, of no declaration']],
    ['ld 3,y\n ld [y,location + 8]', ['"location" is in page $02, but Y is $03 here']],
    [
      'n = history\n.macro get cell, i\n ld [cell + i]\n.endmacro\n get n, 9',
      ['"history" has the indices 0 to 7; 9 is $0049, of no declaration'],
    ],
    ['.for i in 6..8\n ld [history + i]\n.endfor', ['"history" has the indices 0 to 7; 8 is a byte of "cursor"']],
  ])('%j leaves its table', (code, expected) => expect(messages(code)).toEqual(expected));

  it.each([
    'ld [history + 7]',
    'ld [cursor + 1]',
    'ld >location,y\n ld [y,location + 19]',
    'ld 8,y\n ld [y,board]\n ld 127,y\n ld [y,board]',
    'ld 8,y\n ld [y,board - 1]',
    'ld 31,y\n ld [y,score + 1]',
    'ld [cursor],y\n ld [y,board]',
    'ld 7\n st [cursor]\n ld [cursor],y\n ld [y,board]',
    'ld in,y\n ld [y,location + 8]',
    'ld location + 30',
    'ld [history - history + 9]',
    '.intended\n ld [history + 8]',
    'ld 7,y\n.intended\n ld [y,board]',
  ])('%j stays in its table, or is meant so', (code) => expect(messages(code)).toEqual([]));

  it('names the other owner and where the table is declared', () => {
    const text = `${TABLES} ld [history + 8]\nstop: bra stop\n nop\n`;
    const [finding] = assemble('main', { read: () => ({ text }) }).diagnostics.filter(({ code }) => code === 'GT0508');
    expect(finding).toMatchObject({
      severity: 'error',
      related: [{ message: '"history" is declared here', range: { start: { line: 1, character: 4 } } }],
    });
  });

  it('is looked for with bounded effort', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => `c${i + 1} = c${i} + c${i}`).join('\n');
    expect(messages(`c0 = 0\n${doubling}\n ld [history + c60]`)).toEqual([]);
  });
});
