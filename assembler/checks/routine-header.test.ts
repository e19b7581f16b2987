/** The grammar of routine headers; cases/checks/headers.gtasm compares them with the code. */
import { describe, expect, it } from 'vitest';
import { isHeader, parseHeader } from '#assembler';

describe('routine headers', () => {
  it('are read by key, with continued lines', () => {
    const header = parseHeader(
      'draw: draws a square\nof the board\nIn:       AC = return address;\n  square\nOut: AC\nClobbers: AC, X (in the loop)\nCycles:   12..20',
    );
    expect(header).toEqual({
      summary: 'draw: draws a square of the board',
      entries: { In: 'AC = return address; square', Out: 'AC', Clobbers: 'AC, X (in the loop)', Cycles: '12..20' },
      cycles: { min: 12, max: 20 },
      page: undefined,
      clobbers: ['AC', 'X'],
    });
  });

  it('fit one line', () => {
    const header = parseHeader(
      'popState: back to the frame before. In: AC = return address. Out: plyPage. Clobbers: nothing.',
    );
    expect(header.summary).toBe('popState: back to the frame before');
    expect(header.entries).toEqual({ In: 'AC = return address', Out: 'plyPage', Clobbers: 'nothing.' });
    expect(header.clobbers).toEqual([]);
  });

  it('state cycles and page in a form that can be checked', () => {
    expect(parseHeader('Cycles: varies with the piece\nPage: same as caller')).toMatchObject({
      cycles: 'varies',
      page: 'caller',
    });
    expect(parseHeader('Page: $12').page).toBe(0x12);
    expect(parseHeader('Page: $1200').page).toBe(0x12);
    expect(parseHeader('Page: any').page).toBeUndefined();
  });

  it('have a key', () => {
    expect(isHeader('just a comment: with a colon')).toBe(false);
    expect(isHeader('a\nCycles: 3')).toBe(true);
  });
});
