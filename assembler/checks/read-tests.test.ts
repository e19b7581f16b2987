/** Tests in a source, as the assembler reads them: their meaning, their mistakes, and that they take no words. */
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

/** Codes and lines, counted from 1, of what is reported in the tests. */
function findings(lines: string): string[] {
  return read(lines)
    .diagnostics.filter(({ file }) => file === 'tests')
    .map(({ code, range }) => `${range.start.line + 1} ${code}`);
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
  it('take no words in the ROM', () => {
    const without = read('');
    const having = read('.test "a"\n.given cell = 1\n.call routine\n.expect ac = 1\n.endtest\n nop\n');
    expect(having.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(having.words).toBe(without.words + 1);
  });

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

  it('see local labels of the routine around them, and macros in them are expanded', () => {
    const text =
      '.macro both a, b\n.given a = b\n.expect a = b\n.endmacro\nother: nop\n.local: nop\n.test "a"\n both cell, 3\n.run other, .local\n.endtest';
    expect(findings(text).filter((finding) => !/GT09/.test(finding))).toEqual([]);
    expect(wanted(text)).toEqual([['cell=3', 'cell=3']]);
  });

  it.each([
    ['a line outside of a test', '.given cell = 1', ['1 GT1001']],
    ['words in a test', '.test "a"\n nop\n.expect ac = 0\n.endtest', ['2 GT1003']],
    ['a label in a test', '.test "a"\nlabel:\n.expect ac = 0\n.endtest', ['2 GT1003']],
    ['a test that expects nothing', '.test "a"\n.endtest', ['1 GT1004']],
    ['two of one name', '.test "a"\n.expect ac = 0\n.endtest\n.test "a"\n.expect ac = 0\n.endtest', ['4 GT1002']],
    ['a test in a test', '.test "a"\n.test "b"\n.expect ac = 0\n.endtest\n.expect ac = 0\n.endtest', ['2 GT1002']],
    ['a place that there is not', '.test "a"\n.expect nothing = 0\n.endtest', ['2 GT1002']],
    ['a label as a place', '.test "a"\n.expect start = 0\n.endtest', ['2 GT1002']],
    ['an index of a register', '.test "a"\n.expect ac[1] = 0\n.endtest', ['2 GT1002']],
    ['an index outside', '.test "a"\n.expect digits[4] = 0\n.endtest', ['2 GT1002']],
    ['too few values', '.test "a"\n.expect digits = 1, 2\n.endtest', ['2 GT1002']],
    ['a value that does not fit', '.test "a"\n.expect cell = 256\n.endtest', ['2 GT0303']],
    ['cycles given', '.test "a"\n.given cycles = 3\n.expect ac = 0\n.endtest', ['2 GT1002']],
    ['AC given to a call', '.test "a"\n.given ac = 3\n.call routine\n.expect ac = 0\n.endtest', ['2 GT1002']],
    ['a case without a table', '.test "a"\n.case 1\n.expect ac = 0\n.endtest', ['2 GT1002']],
    ['a row of another length', '.test "a"\n.cases p, q\n.case 1\n.expect ac = p\n.endtest', ['3 GT1002']],
    ['a word of the header', '.test "a" tims=3\n.expect ac = 0\n.endtest', ['1 GT1002']],
    [
      'an unknown name, once for all cases',
      '.test "a" times=9\n.random r, 0..9\n.expect ac = z + r\n.endtest',
      ['3 GT0201'],
    ],
    ['a comparison in .given', '.test "a"\n.given cell < 3\n.expect ac = 0\n.endtest', ['2 GT0104']],
  ])('report %s', (_, text, expected) => {
    expect(findings(text).filter((finding) => !/GT091/.test(finding))).toEqual(expected);
  });

  it('are known to the symbol graph: places, values, and routines that are called', () => {
    const { symbols } = read('.test "a"\n.given cell = back\n.call routine\n.expect digits[wide] = 0\n.endtest');
    const names = symbols
      .referencesIn('tests')
      .map(({ definition, isWrite }) => `${definition.name}${isWrite ? ' w' : ''}`);
    expect(names).toEqual(['cell w', 'back', 'routine', 'digits', 'wide']);
  });
});
