/** Definitions and references on marked sources: `«name»` is every place that stands for one symbol. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { assemble, type Assembly, type SymbolGraph } from '#assembler';
import { assembleUnchecked } from '#test/assembler/assembled-text.ts';
import { textsHost } from '#test/assembler/hosts.ts';
import { parseFile } from '../syntax/parse.ts';
import { eachPlaceOf } from './symbol-graph.ts';
import { forAll } from '#test/draws.ts';

function assembleMarked(marked: string): { assembly: Assembly; marks: string[] } {
  const marks: string[] = [];
  const text = marked
    .split('\n')
    .map((row, line) => {
      let plain = '';
      for (const part of row.split(/(«[^»]*»)/)) {
        if (part.startsWith('«')) marks.push(`${line}:${plain.length}-${plain.length + part.length - 2}`);
        plain += part.replace(/[«»]/g, '');
      }
      return plain;
    })
    .join('\n');
  return { assembly: assembleUnchecked(text), marks };
}

/** All marks must be the references of the symbol at the first mark. */
function expectOneSymbol(marked: string): Assembly {
  const { assembly, marks } = assembleMarked(marked);
  const [line, character] = marks[0]!.split(/[:-]/).map(Number);
  const reference = assembly.symbols.at('main.gtasm', { line: line!, character: character! });
  const places = assembly.symbols
    .referencesTo(reference!.definition)
    .map(({ range: { start, end } }) => `${start.line}:${start.character}-${end.character}`);
  expect(places).toEqual(marks);
  return assembly;
}

describe('symbol graph', () => {
  it.each([
    ['global labels', '«a»: bra «a»\n ld <«a» + 1\nb: bra b'],
    ['local labels of one owner', 'a:\n«.l»: bra «.l»\nb:\n.l: bra .l\n bra «a.l»'],
    [
      'constants, also in conditions and counts',
      '«n» = 2\n .if «n» > 1\n .repeat «n»\n nop\n .endrepeat\n .elif «n»\n ld «n»\n .endif',
    ],
    ['declarations', '.zp «cell» at $30\n.timing account=«cell»\n st [«cell»]\n LDA «cell»'],
    ['names in a macro body, over all calls', '«n» = 1\n.macro m a\n ld «n»\n ld a\n.endmacro\n m 1\n m «n»'],
    [
      'local labels of a macro, also where only some calls assemble them',
      '.macro m a\n .if a\n bra «.l»\n nop\n .else\n ld <«.l»\n .endif\n«.l»: nop\n.endmacro\n m 0\n m 1\n m 0',
    ],
    ['macros', '.macro «m» a\n ld a\n.endmacro\n «m» 1\n «m» 2'],
    ['arguments that are passed on', '«n» = 1\n.macro m a\n ld a\n.endmacro\n.macro k b\n m b\n.endmacro\n k «n»'],
    ['names in named arguments', '.macro m a, b\n ld a\n.endmacro\n«c» = 2\n m b = 1,a=«c»'],
    ['variables that lend their bytes to others', '.zp «a»\n.zp b over=«a»\n ld [b]'],
    ['fields', '.frame f, 1..2 bytes 2\n.field «move»\n.endframe\n ld [y,«move»]'],
  ])('finds %s', (_, marked) => {
    expectOneSymbol(marked);
  });

  it('knows a macro whose name is passed as an argument and called by a parameter', () => {
    expectOneSymbol(
      '.macro «twice» value\n ld value\n.endmacro\n.macro outer how=«twice»\n how 1\n.endmacro\n outer «twice»\n outer how=«twice»\n outer\n «twice» 1',
    );
  });

  it('knows labels that a macro defines for its caller', () => {
    const { assembly } = assembleMarked('.macro at label\nlabel: nop\n.endmacro\n at here\n bra here');
    expect(assembly.symbols.definitions.map((definition) => definition.name)).toEqual(['at', 'here']);
  });

  it('distinguishes stores from loads, and gives documentation, extent and scope', () => {
    const assembly = expectOneSymbol(
      '; counts down\n.zp «cell» at $30\n st [«cell»]\n ld [«cell»]\n.proc p\n.l: nop\n.endproc',
    );
    expect(
      assembly.symbols.references
        .filter((reference) => reference.isWrite)
        .map((reference) => reference.range.start.line),
    ).toEqual([2]);
    expect(assembly.symbols.definitions.find(({ name }) => name === 'cell')?.documentation).toBe('counts down');
    expect(assembly.symbols.definitions.find(({ name }) => name === 'p')?.extent).toMatchObject({
      start: { line: 4 },
      end: { line: 6 },
    });
    expect(assembly.symbols.inScope('main.gtasm', { line: 5, character: 0 }).map(({ name }) => name)).toEqual([
      'cell',
      'p',
      '.l',
    ]);
    expect(assembly.symbols.inScope('main.gtasm', { line: 3, character: 0 }).map(({ name }) => name)).toEqual([
      'cell',
      'p',
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

function placesOf(letters: string, text: string): (readonly [line: number, character: number])[] {
  const places: [number, number][] = [];
  eachPlaceOf(letters, parseFile('main', text).file, (line, character) => places.push([line, character]));
  return places;
}

describe('letters in a file', () => {
  it('are found at every place, on the first line and the last', () => {
    expect(placesOf('cell', 'cell = 1\n ld [cell] ; cell\n\n st [cell]')).toEqual([
      [0, 0],
      [1, 5],
      [1, 13],
      [3, 5],
    ]);
  });

  it('do not overlap', () => {
    expect(placesOf('aa', 'aaaaa')).toEqual([
      [0, 0],
      [0, 2],
    ]);
  });

  it('are counted through line ends of every kind', () => {
    expect(placesOf('x', 'x\r\nx\rx\nx\r\n\r\nx')).toEqual([0, 1, 2, 3, 5].map((line) => [line, 0]));
  });

  it('are where a search line by line finds them', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '\r', '\r\n')).map((parts) => parts.join(''));
    forAll(100, [texts, fc.constantFrom('a', 'ab', 'b a')], (text, letters) => {
      const byLine = text.split(/\r\n|\r|\n/).flatMap((row, line) => {
        const places: [number, number][] = [];
        for (let at = row.indexOf(letters); at >= 0; at = row.indexOf(letters, at + letters.length))
          places.push([line, at]);
        return places;
      });
      expect(placesOf(letters, text)).toEqual(byLine);
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

const graphOf = (text: string): SymbolGraph => assembleUnchecked(text).symbols;

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
