/** `.break`: where it stops and on what condition, and that it changes nothing else. */
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble, type Assembly } from '#assembler';

function assembleText(text: string): Assembly {
  return assemble('main', { read: (path) => (path === 'main' ? { text } : failure('no file')) });
}

const stopsOf = (text: string): unknown[] =>
  (assembleText(text).debugInfo.breaks ?? []).map(({ address, line, condition }) => [address, line, condition]);
const findings = (text: string): unknown[] =>
  assembleText(text).diagnostics.map(({ code, message }) => `${code}: ${message}`);

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

describe('mistakes', () => {
  it.each([
    ['.break nowhere = 1', 'GT0107: There is no RAM "nowhere"; a place is a register, RAM by its name or [address]'],
    ['.break cycles = 1', 'GT0107: "cycles" belongs to tests; a breakpoint compares registers and RAM'],
    ['.break ac = 300', 'GT0303: 300 does not fit a byte'],
    ['.break ac', 'GT0104: Expected a comparison, but the statement ends'],
    ['.break 5', 'GT0104: Expected a register, a name of RAM or "[", but there is "5"'],
  ])('%s', (line, expected) => {
    expect(findings(`        ${line}\n${END}`)).toEqual([expected]);
  });

  it('a test has no word at which to stop', () => {
    expect(findings(`${END}.test "t"\n        .break\n        .expect ac = 0\n.endtest\n`)).toEqual([
      'GT1002: A breakpoint stands before a word of the program, not in a test',
    ]);
  });

  it('there is no word after it', () => {
    expect(findings(`${END}        .break\n`)).toEqual(['GT0921: No word follows at which this breakpoint could stop']);
  });
});
