/** Tests and breakpoints in a source, as the assembler reads them; cases/tests.gtasm has their mistakes. */
import { describe, expect, it } from 'vitest';
import { failure } from '#basics';
import { assemble, type Assembly } from '#assembler';

const CODE = `
.zp back
.zp cell
.zp wide, 2
.zp digits, 4 index=number
.squares a1=8 file=1 rank=10
.column board, 8..90 at $80 index=square element=square
start:  bra  start
        nop
.proc routine
        st   [back]
.body:  ld   1
        bra  [back]
        nop
.endproc
`;

function read(lines: string): Assembly {
  const files: Record<string, string> = {
    main: `${CODE}.include "tests"\n`,
    tests: lines,
  };
  return assemble('main', { read: (path) => (path in files ? { text: files[path]! } : failure('no such file')) });
}

/** Names and values that the cases of the first test set and expect. */
function wanted(lines: string): string[][] {
  const cases = read(lines).tests.tests[0]?.cases ?? [];
  return cases.map(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'given' || step.kind === 'expect' ? step.wanted.map(({ name, value }) => `${name}=${value}`) : [],
    ),
  );
}

describe('tests of a source', () => {
  it('name registers, RAM, entries, ranges, addresses and squares', () => {
    const lines = [
      '.test "a"',
      '.given ac = -1',
      '.given wide = $1234',
      '.given digits = 1, 2, 3, 4',
      '.given digits[1] = "xy"',
      '.given digits[2..3] = 7',
      '.given board[b1] = a1, routine',
      '.given [$7ff0] = routine.body',
      '.expect [cell] = cell',
      '.endtest',
    ];
    expect(wanted(lines.join('\n'))).toEqual([
      [
        'AC=255',
        'wide=4660',
        ...['digits[$00]=1', 'digits[$01]=2', 'digits[$02]=3', 'digits[$03]=4'],
        ...['digits[$01]=120', 'digits[$02]=121', 'digits[$02]=7', 'digits[$03]=7'],
        ...['board[$09]=8', 'board[$0a]=2'],
        '[$7ff0]=3',
        expect.stringMatching(/^\[\$[0-9a-f]{2}\]=\d+$/),
      ],
    ]);
  });

  it('have a case for each row and each random value, which depends on the seed', () => {
    const text =
      '.test "a" times=3 seed=5\n.cases p\n.case 1\n.case 2\n.random r, 10..12\n.expect cell = 16 * p + r\n.endtest';
    const values = wanted(text).map(([value]) => Number(value!.split('=')[1]));
    expect(values.map((value) => value >> 4)).toEqual([1, 1, 1, 2, 2, 2]);
    expect(values.every((value) => value % 16 >= 10 && value % 16 <= 12)).toBe(true);
    expect(wanted(text)).toEqual(wanted(text));
    expect(wanted(text)).not.toEqual(wanted(text.replace('seed=5', 'seed=6')));
  });

  it('have what macros in them say', () => {
    const text = '.macro both a, b\n.given a = b\n.expect a = b\n.endmacro\n.test "a"\n both cell, 3\n.endtest';
    expect(wanted(text)).toEqual([['cell=3', 'cell=3']]);
  });

  it('are known to the symbol graph: places, values, and routines that are called', () => {
    const { symbols } = read('.test "a"\n.given cell = back\n.call routine\n.expect digits[wide] = 0\n.endtest');
    const names = symbols
      .referencesIn('tests')
      .map(({ definition, isWrite }) => `${definition.name}${isWrite ? ' w' : ''}`);
    expect(names).toEqual(['cell w', 'back', 'routine', 'digits', 'wide']);
  });
});

describe('breakpoints in the source', () => {
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
});
