import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';
import type { SourceHost } from '../contract/source.ts';

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

function graphOf(text: string): ReturnType<typeof assemble>['symbols'] {
  const host: SourceHost = { read: () => ({ text }) };
  return assemble('/main.gtasm', host, { check: false }).symbols;
}

const ROUTINES = 700;
const text = largeSource(ROUTINES);
const lineCount = text.split('\n').length;

describe('the lines around a place', () => {
  it('have the same references as in the whole file, whatever place is asked for first', () => {
    const whole = graphOf(text).referencesIn('/main.gtasm');
    expect(lineCount).toBeGreaterThan(4096);
    for (const first of [0, 5, 127, 128, lineCount >> 1, lineCount - 1]) {
      const graph = graphOf(text);
      for (const line of [first, 0, lineCount - 1, first + 130, lineCount >> 2]) {
        const here = graph.referencesOn('/main.gtasm', line, line);
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
    const names = graph.referencesOn('/main.gtasm', line, line + LINES - 1).map(({ definition }) => definition.name);
    expect(names).toEqual(expect.arrayContaining(['near300', 'SIZE300', 'SIZE0', 'near300.here', 'jump']));
    expect(graph.referencesOn('/main.gtasm', 0, 0).map(({ definition }) => definition.name)).toContain('far0');
  });

  it('are empty outside the file', () => {
    const graph = graphOf(text);
    expect(graph.referencesOn('/main.gtasm', lineCount, lineCount + 3)).toEqual([]);
    expect(graph.referencesOn('/other.gtasm', 0, 3)).toEqual([]);
  });
});
