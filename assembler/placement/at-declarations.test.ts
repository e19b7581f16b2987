/** `at` names other declarations, and `end()` what comes after them. */
import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';

function placed(text: string): { places: Record<string, number>; messages: readonly string[] } {
  const { debugInfo, diagnostics } = assemble('a', { read: () => ({ text: `${text}\n bra *\n nop` }) });
  return {
    places: Object.fromEntries(debugInfo.tables.map(({ name, address }) => [name, address])),
    messages: diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code} ${message}`),
  };
}

describe('at', () => {
  it('names the end of another declaration, in either order of the lines', () => {
    const lines = ['.zp from at $90', '.zp to at end(from)', '.zp pair, 2 at end(to)', '.zp last at end(pair)'];
    const expected = { places: { from: 0x90, to: 0x91, pair: 0x92, last: 0x94 }, messages: [] };
    expect(placed(lines.join('\n'))).toEqual(expected);
    expect(placed([...lines].reverse().join('\n'))).toEqual(expected);
  });

  it('names a declaration itself, through a constant too', () => {
    const text = '.zp high at BASE + 1\nBASE = low\n.zp low at $40\n.zp free, 3';
    expect(placed(text)).toEqual({ places: { low: 0x40, high: 0x41, free: 1 }, messages: [] });
  });

  it('goes on after rows, columns and fields', () => {
    const text = [
      '.row one, 2..5 at $0210 bytes 2',
      '.row two, 0..3 at end(one)',
      '.column first, 8..9 at $ef',
      '.column second, 8..9 at end(first)',
      '.frame ply, 16..17 at $20 bytes 4',
      '.field score, 2',
      '.endframe',
      '.column third, 16..17 at end(ply)',
      ' ld [y,end(score)]',
    ];
    const { places, messages } = placed(text.join('\n'));
    expect(messages).toEqual([]);
    expect(places).toMatchObject({ one: 0x210, two: 0x218, first: 0x8ef, second: 0x8f0, third: 0x1024 });
  });

  it('takes a name that a macro was given', () => {
    const text = '.macro after name, other\n .zp name at end(other)\n.endmacro\n.zp a, 4 at $50\n after b, a';
    expect(placed(text).places).toMatchObject({ a: 0x50, b: 0x54 });
  });

  it('refuses a name without a place of its own, a circle, and a name that is not a declaration', () => {
    expect(placed('.zp a\n.zp b at end(a)').messages).toEqual([
      'GT0204 "a" has no "at", so its place is not known here',
    ]);
    expect(placed('.zp a at b\n.zp b at a').messages).toEqual(['GT0204 The place of "a" depends on itself']);
    expect(placed('.zp a at end(a)').messages).toEqual(['GT0204 The place of "a" depends on itself']);
    expect(placed('.frame f, 1..2 at 0 bytes 2\n.field depth\n.endframe\n.zp a at depth').messages).toEqual([
      'GT0204 "depth" is a field, which gets its place after all declarations with "at"',
    ]);
    expect(placed('N = 5\n.zp a at end(N)\n.zp b at end(5)\n.zp c at end()').messages).toEqual([
      'GT0206 end() takes the name of declared RAM',
      'GT0206 end() takes the name of declared RAM',
      'GT0206 end() takes the name of declared RAM',
    ]);
  });

  it('reports once that a place is taken or outside, and nothing that follows from it', () => {
    expect(placed('.zp a at $30\n.zp b at a').messages).toEqual(['GT0501 "b" at $30 overlaps "a"; free: $01']);
    expect(placed('.zp a at $130\n.zp b at end(a)').messages).toHaveLength(1);
  });

  it('follows a long chain in reverse as far as nesting goes, and says so beyond', () => {
    const lines = Array.from({ length: 600 }, (_, i) => `.row r${i}, 0..0 at end(r${i + 1})`);
    const { messages } = placed([...lines, '.row r600, 0..0 at $0200'].join('\n'));
    expect(messages.length).toBeGreaterThan(0);
    expect(messages[0]).toMatch(/^GT0108 The place of "r\d+" is nested too deeply$/);
  });
});
