/** The formatter keeps meaning and comments, and is idempotent. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formatLine, formatSource } from '#assembler';
import { parseLine } from './line-parser.ts';
import { forAll } from '#test/draws.ts';

const PIECES = [
  ...'a: .b: : ld LD st $12 [x] [y,x++] , x .org .zp n = 5 + "t;x" { } 1..2 at k=v é'.split(' '),
  ...[' ', '  ', '\t', '; c', '// d'],
];

/** Everything of a line but columns. */
function meaning(text: string): unknown {
  const line = parseLine(text);
  const comment = line.comment < 0 ? '' : text.slice(line.comment).trimEnd();
  const tree = JSON.stringify({ labels: line.labels, statement: line.statement }, (key, value: unknown) =>
    key === 'start' || key === 'end' || key === 'nameSpan' || key === 'mnemonicSpan' || key === 'valueSpan'
      ? undefined
      : value,
  );
  return { tree, comment, codes: line.problems.map((problem) => problem.code) };
}

describe('formatting', () => {
  it.each([
    ['loop:ld $12,x;comment', 'loop:   ld   $12,x              ;comment'],
    ['longLabel: bra longLabel', 'longLabel: bra  longLabel'],
    ['  ST   [y,x++]   // c ', '        ST   [y,x++]            // c'],
    ['.zp  name at $30', '.zp name at $30'],
    ['   .page', '        .page'],
    ['WIDTH=9', 'WIDTH           = 9'],
    [' draw colour = c,row=1', '        draw colour = c,row=1'],
    ['; text  ', '; text'],
    ['   ; text', '        ; text'],
    ['', ''],
    ['  ld "', '  ld "'],
    ['o\f ', 'o\f'],
  ])('%j becomes %j', (before, after) => {
    expect(formatLine(before)).toBe(after);
  });

  it('is idempotent and keeps the meaning of every line', () => {
    forAll(2000, [fc.array(fc.constantFrom(...PIECES), { maxLength: 8 })], (pieces) => {
      const text = pieces.join('');
      const once = formatLine(text);
      expect(formatLine(once)).toBe(once);
      expect(meaning(once)).toEqual(meaning(text));
    });
  });

  it.each([
    [8, 'loop: ld 5 ;c', 'loop:\tld   5\t\t\t;c'],
    [4, 'loop: ld 5 ;c', 'loop:\tld   5\t\t\t\t\t;c'],
    [3, '  nop ; c', '\t\t  nop\t\t\t\t\t\t\t  ; c'],
    [8, '\t; c', '\t; c'],
  ])('reaches columns by tabs of %d columns: %j', (tabSize, before, after) => {
    expect(formatLine(before, { tabs: true, tabSize })).toBe(after);
  });

  it('with tabs is idempotent, and with spaces afterwards gives the same as without tabs before', () => {
    const line = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''));
    forAll(1000, [fc.array(line, { maxLength: 5 }), fc.integer({ min: 1, max: 9 })], (lines, tabSize) => {
      const text = lines.join('\n');
      const tabbed = formatSource(text, { tabs: true, tabSize });
      expect(formatSource(tabbed, { tabs: true, tabSize })).toBe(tabbed);
      expect(formatSource(tabbed, { tabs: false, tabSize })).toBe(formatSource(text, { tabs: false, tabSize }));
    });
  });

  it('is idempotent over lines that align their comments', () => {
    const line = fc.tuple(
      fc.constantFrom('nop', 'ld   [y,x]', '.include "a-long-name.gtasm"', 'st   aVeryLongNameOfSomething', ''),
      fc.integer({ min: 20, max: 46 }),
    );
    forAll(100, [fc.array(line, { maxLength: 8 })], (lines) => {
      const text = lines.map(([code, column]) => `${`        ${code}`.padEnd(column)} ; c`).join('\n');
      expect(formatSource(formatSource(text))).toBe(formatSource(text));
    });
  });

  it.each(['engine-asm', 'samples'])('changes nothing in the sources of %s', (folder) => {
    const root = new URL(`../../${folder}/`, import.meta.url);
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.gtasm'));
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const text = readFileSync(new URL(path, root), 'utf8');
      expect(formatSource(text), path).toBe(text);
    }
  });

  it('keeps a column that adjacent lines share', () => {
    const text = `        .include "a.gtasm"                ; one\n        .include "longer-name.gtasm"      ; two\n`;
    expect(formatSource(text)).toBe(text);
  });

  it('ends a source with one line end', () => {
    expect(formatSource(' nop\r\n\r\n\n')).toBe('        nop\n');
    expect(formatSource('\n')).toBe('');
  });
});
