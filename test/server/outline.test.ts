/** Outline, folds and growing selections through the real protocol. */
import { describe, expect, it } from 'vitest';
import type { DocumentSymbol, FoldingRange, SelectionRange } from 'vscode-languageserver-protocol';
import { languageFixture } from '#test/server/language-fixture.ts';
import { textIn } from '#test/server/marked-source.ts';

const server = languageFixture();

describe('outline', () => {
  it('nests local labels below their label and fields below their frame', async () => {
    const { answer } = await server.ask<DocumentSymbol[]>(
      'documentSymbol',
      '.zp count\n.frame plies, 1..4 at $20 bytes 8\n.field move\n.endframe\nstart:  nop\n.loop:  bra  .loop\n        nop\nend:    nop\n',
    );
    expect(answer.map(({ name, children }) => [name, children!.map((child) => child.name)])).toEqual([
      ['count', []],
      ['plies', ['move']],
      ['start', ['.loop']],
      ['end', []],
    ]);
  });

  it('has the names of code that is not assembled', async () => {
    const text = '.if 0\n.zp count\nstart:  nop\n.loop:  bra  .loop\n        nop\n.endif\nwidth = 5\nother:  nop\n';
    const { answer } = await server.ask<DocumentSymbol[]>('documentSymbol', text);
    expect(answer.map(({ name, children }) => [name, children!.map((child) => child.name)])).toEqual([
      ['count', []],
      ['start', ['.loop']],
      ['width', []],
      ['other', []],
    ]);
  });

  it('has the sources that are included, in the sections of banners', async () => {
    const text =
      'first:  nop\n; ---- Tables of pieces -------\n        .include <font>\nsecond: nop\n; ---- The end ----\nthird:  nop\n';
    const { answer } = await server.ask<DocumentSymbol[]>('documentSymbol', text);
    expect(answer.map(({ name, children }) => [name, children!.map((child) => child.name)])).toEqual([
      ['first', []],
      ['Tables of pieces', ['<font>', 'second']],
      ['The end', ['third']],
    ]);
  });

  it('gives ranges that hold their names and their children', async () => {
    const { answer } = await server.ask<DocumentSymbol[]>(
      'documentSymbol',
      '.proc draw\n        nop\n.loop:  bra  .loop\n        nop\n.endproc\n',
    );
    const within = (inner: DocumentSymbol['range'], outer: DocumentSymbol['range']): boolean =>
      inner.start.line >= outer.start.line && inner.end.line <= outer.end.line;
    const check = (symbol: DocumentSymbol): void => {
      expect(within(symbol.selectionRange, symbol.range)).toBe(true);
      for (const child of symbol.children ?? []) {
        expect(within(child.range, symbol.range)).toBe(true);
        check(child);
      }
    };
    expect(answer.map(({ name }) => name)).toEqual(['draw']);
    expect(answer[0]!.range.end.line).toBe(4);
    answer.forEach(check);
  });
});

describe('structure', () => {
  it('folds blocks and comments', async () => {
    const { answer } = await server.ask<FoldingRange[]>(
      'foldingRange',
      '; one\n; two\n; three\n.proc draw\n        nop\n.if 1\n        nop\n.endif\n.endproc\n',
    );
    expect(answer.map(({ startLine, endLine }) => [startLine, endLine]).sort()).toEqual([
      [0, 2],
      [3, 7],
      [5, 6],
    ]);
  });

  it('grows the selection from name to file', async () => {
    const { answer, source } = await server.ask<SelectionRange[]>(
      'selectionRange',
      'start:  ld   [co¦unt+1]\n.zp count\n',
      {
        positions: [{ line: 0, character: 16 }],
      },
    );
    const steps: string[] = [];
    for (let step: SelectionRange | undefined = answer[0]; step !== undefined; step = step.parent)
      steps.push(textIn(source.text, step.range));
    expect(steps.slice(0, 4)).toEqual(['count', 'count+1', '[count+1]', 'ld   [count+1]']);
    expect(steps.at(-1)).toBe(source.text);
  });
});
