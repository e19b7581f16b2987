/** `.break`: where it stops and on what condition, and that it changes nothing else. */
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble, type Assembly } from '#assembler';

function assembleText(text: string): Assembly {
  return assemble('main', { read: (path) => (path === 'main' ? { text } : failure('no file')) });
}

const stopsOf = (text: string): unknown[] =>
  (assembleText(text).debugInfo.breaks ?? []).map(({ address, line, condition }) => [address, line, condition]);

const END = 'stop:   bra  stop\n        nop\n';

describe('a breakpoint of the source', () => {
  it('is before the word that follows, wherever that goes', () => {
    expect(stopsOf(`        nop\n        .break\n\n        .org $0100\n        .break\n${END}`)).toEqual([
      [0x100, 4, ''],
    ]);
    expect(stopsOf(`        .place\n        .break\n${END}        .endplace\n`)).toEqual([[0, 1, '']]);
  });

  it('in a macro or a repetition is one in each expansion', () => {
    const macro = '.macro put value\n        .break ac = value\n        ld   value\n.endmacro\n';
    expect(stopsOf(`${macro}        put 1\n        put 2\n${END}`)).toEqual([
      [0, 1, 'ac = value'],
      [1, 1, 'ac = value'],
    ]);
    const repeated = '        .repeat 2, i\n        .break [i] != 0\n        nop\n        .endrepeat\n';
    expect(assembleText(`${repeated}${END}`).debugInfo.breaks?.map(({ comparisons }) => comparisons)).toEqual(
      [0, 1].map((address) => [
        { place: { kind: 'memory', address, size: 1, highFirst: false }, relation: '!=', value: 0 },
      ]),
    );
  });

  it('gives registers and declared RAM with the values, fitted to their size', () => {
    const text = `.zp wide, 2\n.row list, 0..9 at $0200\n        .break wide = -1\n        .break list[2..3] >= 7\n        .break IN < 5\n${END}`;
    expect(assembleText(text).debugInfo.breaks?.map(({ comparisons }) => comparisons)).toMatchObject([
      [{ place: { address: 1, size: 2, highFirst: false }, value: 0xffff }],
      [
        { place: { address: 0x202 }, relation: '>=', value: 7 },
        { place: { address: 0x203 }, relation: '>=', value: 7 },
      ],
      [{ place: { kind: 'register', register: 'in' }, relation: '<', value: 5 }],
    ]);
  });

  it('changes no word, no verdict and no finding', () => {
    const program = (line: string): string =>
      `from:   ld   1\n${line}        adda 2\n${END}        .exact from, stop, 2\n`;
    const [without, having] = [assembleText(program('')), assembleText(program('        .break ac = 1\n'))];
    expect([...having.image]).toEqual([...without.image]);
    expect(having.diagnostics).toEqual([]);
    expect(having.timing).toEqual(without.timing);
  });

  it('is not in the debug information of a program without one', () => {
    expect(Object.keys(assembleText(END).debugInfo)).not.toContain('breaks');
  });
});
