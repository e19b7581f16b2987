/** The symbols of a program, and where they are used; test/server/cases/navigation.gtasm has uses of all kinds. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { assemble, type Assembly, type SymbolGraph } from '#assembler';
import { assembleUnchecked } from '#test/assembler/assembled-text.ts';
import { textsHost } from '#test/assembler/hosts.ts';
import { parseFile } from '../syntax/parse.ts';
import { eachPlaceOf } from './symbol-graph.ts';
import { forAll } from '#test/draws.ts';

const graphOf = (text: string): SymbolGraph => assembleUnchecked(text).symbols;

describe('symbol graph', () => {
  it('knows labels that a macro defines for its caller', () => {
    const { definitions } = graphOf('.macro at label\nlabel: nop\n.endmacro\n at here\n bra here');
    expect(definitions.map((definition) => definition.name)).toEqual(['at', 'here']);
  });

  it('distinguishes stores from loads, and gives documentation, extent and scope', () => {
    const graph = graphOf('; counts down\n.zp cell at $30\n st [cell]\n ld [cell]\n.proc p\n.l: nop\n.endproc');
    expect(graph.references.filter(({ isWrite }) => isWrite).map(({ range }) => range.start.line)).toEqual([2]);
    const [cell, p] = ['cell', 'p'].map((name) => graph.definitionNamed(name));
    expect([cell?.documentation, p?.extent]).toMatchObject(['counts down', { start: { line: 4 }, end: { line: 6 } }]);
    const namesIn = (line: number): string[] =>
      graph.inScope('main.gtasm', { line, character: 0 }).map(({ name }) => name);
    expect([namesIn(5), namesIn(3)]).toEqual([
      ['cell', 'p', '.l'],
      ['cell', 'p'],
    ]);
  });
});

describe('references of one file', () => {
  it('are those of the whole graph in that file', () => {
    const files: Record<string, string> = {
      main: '.include "m"\nn = 1\n.zp c\n m n, c\n .if n\n ld n\n .else\n ld c\n .endif\n.repeat n\n ld n\n.endrepeat\n',
      m: '.macro m a, b\n ld a\n.l: st [b]\n ld n\n bra .l\n nop\n.endmacro\n',
    };
    const make = (): Assembly => assemble('main', textsHost(files), { check: false });
    const whole = make().symbols.references;
    for (const { file, range, definition } of whole) {
      // A fresh graph, so that only the one file is looked at.
      expect(make().symbols.at(file, range.start)?.definition.name).toBe(definition.name);
    }
    expect(
      whole.filter(({ definition }) => definition.name === 'n').map(({ file, range }) => `${file}:${range.start.line}`),
    ).toEqual(['main:1', 'main:3', 'main:4', 'main:5', 'main:9', 'main:10', 'm:3']);
  });
});

function placesOf(name: string, text: string): (readonly [line: number, character: number])[] {
  const places: [number, number][] = [];
  eachPlaceOf(name, parseFile('main', text).file, (line, character) => places.push([line, character]));
  return places;
}

describe('the places of a name in a file', () => {
  it('are found at every place, on the first line and the last', () => {
    expect(placesOf('cell', 'cell = 1\n ld [cell] ; cell\n\n st [cell]')).toEqual([
      [0, 0],
      [1, 5],
      [1, 13],
      [3, 5],
    ]);
  });

  it('are whole names, of which one before a dot may be the owner of another', () => {
    expect(placesOf('aa', 'aaa aa1 1aa _aa aa_ aa.b b.aa.aa')).toEqual([20, 27, 30].map((at) => [0, at]));
    expect(placesOf('aa.', 'aa.b baa.b aa. [aa.aa]')).toEqual([0, 11, 16].map((at) => [0, at]));
  });

  it('are counted through line ends of every kind', () => {
    expect(placesOf('x', 'x\r\nx\rx\nx\r\n\r\nx')).toEqual([0, 1, 2, 3, 5].map((line) => [line, 0]));
  });

  it('are where a search line by line finds them', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', '.', ' ', '\n', '\r', '\r\n')).map((parts) => parts.join(''));
    forAll(100, [texts, fc.constantFrom('a', 'ab')], (text, name) => {
      const byLine = text
        .split(/\r\n|\r|\n/)
        .flatMap((row, line) => [...row.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map(({ index }) => [line, index]));
      expect(placesOf(name, text)).toEqual(byLine);
    });
  });
});

/** Lines of a routine of the test's program. */
const LINES = 8;

/** Calls of a macro, loops over values and local names, in more lines than the first two windows have. */
function largeSource(routines: number): string {
  const lines = ['.macro jump target=far0', '        bra  target', '        nop', '.endmacro', ''];
  for (let routine = 0; routine < routines; routine++)
    lines.push(
      `near${routine}:`,
      `SIZE${routine} = ${routine % 50}`,
      `.for value in SIZE${routine}, SIZE0`,
      '        ld   value',
      '.endfor',
      `.here:  jump near${routine}`,
      '        jump',
      '        bra  .here',
    );
  return [...lines, 'far0:', '        nop'].join('\n');
}

const ROUTINES = 700;
const text = largeSource(ROUTINES);
const lineCount = text.split('\n').length;

describe('the lines around a place', () => {
  it('have the same references as in the whole file, whatever place is asked for first', () => {
    const whole = graphOf(text).referencesIn('main.gtasm');
    expect(lineCount).toBeGreaterThan(4096);
    for (const first of [0, 5, 127, 128, lineCount >> 1, lineCount - 1]) {
      const graph = graphOf(text);
      for (const line of [first, 0, lineCount - 1, first + 130, lineCount >> 2]) {
        const here = graph.referencesOn('main.gtasm', line, line);
        expect(here.map(({ range, definition }) => [range, definition.name])).toEqual(
          whole
            .filter(({ range }) => range.start.line === line)
            .map(({ range, definition }) => [range, definition.name]),
        );
      }
    }
  });

  it('know what calls and loops pass on', () => {
    const graph = graphOf(text);
    const line = 5 + LINES * 300;
    const names = graph.referencesOn('main.gtasm', line, line + LINES - 1).map(({ definition }) => definition.name);
    expect(names).toEqual(expect.arrayContaining(['near300', 'SIZE300', 'SIZE0', 'near300.here', 'jump']));
    expect(graph.referencesOn('main.gtasm', 0, 0).map(({ definition }) => definition.name)).toContain('far0');
  });

  it('are empty outside the file', () => {
    const graph = graphOf(text);
    expect(graph.referencesOn('main.gtasm', lineCount, lineCount + 3)).toEqual([]);
    expect(graph.referencesOn('other.gtasm', 0, 3)).toEqual([]);
  });
});
