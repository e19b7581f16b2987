/** Values of expressions against an independent evaluation, and their findings. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { assembleText, assembleUnchecked } from '#test/assembler/assembled-text.ts';
import { forAll } from '#test/draws.ts';

/** Text of an expression and its value, built side by side; undefined if C has none. */
type Built = readonly [text: string, value: number | undefined];

const small = fc.integer({ min: 0, max: 1000 });
const leaf: fc.Arbitrary<Built> = fc.oneof(
  small.map((n): Built => [String(n), n]),
  small.map((n): Built => [`$${n.toString(16)}`, n]),
  small.map((n): Built => [`%${n.toString(2)}`, n]),
  small.map((n): Built => [`0x${n.toString(16)}`, n]),
  fc.constantFrom<Built>(["'a'", 97], ["'\\n'", 10], ['SEVEN', 7], ['later', 1234]),
);

const BINARY: Readonly<Record<string, (a: number, b: number) => number | undefined>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? undefined : Math.trunc(a / b)),
  '%': (a, b) => (b === 0 ? undefined : a % b),
  '&': (a, b) => Number(BigInt.asIntN(32, BigInt(a) & BigInt(b))),
  '|': (a, b) => Number(BigInt.asIntN(32, BigInt(a) | BigInt(b))),
  '^': (a, b) => Number(BigInt.asIntN(32, BigInt(a) ^ BigInt(b))),
  '<': (a, b) => (a < b ? 1 : 0),
  '>=': (a, b) => (a >= b ? 1 : 0),
  '==': (a, b) => (a === b ? 1 : 0),
  '!=': (a, b) => (a === b ? 0 : 1),
  '&&': (a, b) => (a !== 0 && b !== 0 ? 1 : 0),
  '||': (a, b) => (a !== 0 || b !== 0 ? 1 : 0),
};
/** Precedence in C, higher binds tighter. */
const RANK: Readonly<Record<string, number>> = {
  '*': 9,
  '/': 9,
  '%': 9,
  '+': 8,
  '-': 8,
  '<': 6,
  '>=': 6,
  '==': 5,
  '!=': 5,
  '&': 4,
  '^': 3,
  '|': 2,
  '&&': 1,
  '||': 0,
};

interface Node {
  readonly text: string;
  readonly value: number | undefined;
  readonly rank: number;
}

const tree = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    leaf.map(([text, value]): Node => ({ text, value, rank: 20 })),
    fc.tuple(fc.constantFrom('-', '~', '!', '<', '>'), tie('node')).map(([op, inner]): Node => {
      const text = `${op}${inner.rank < 19 ? `(${inner.text})` : ` ${inner.text}`}`;
      const v = inner.value;
      if (v === undefined) return { text, value: undefined, rank: 19 };
      const value = { '-': -v, '~': ~v, '!': v === 0 ? 1 : 0, '<': v & 0xff, '>': (v >> 8) & 0xff }[op]!;
      return { text, value, rank: 19 };
    }),
    fc.tuple(fc.constantFrom(...Object.keys(BINARY)), tie('node'), tie('node')).map(([op, left, right]): Node => {
      const rank = RANK[op]!;
      const text = `${left.rank < rank ? `(${left.text})` : left.text} ${op} ${right.rank <= rank ? `(${right.text})` : right.text}`;
      const value =
        left.value === undefined || right.value === undefined ? undefined : BINARY[op]!(left.value, right.value);
      // What does not fit in 53 bits is refused.
      return { text, value: value !== undefined && Number.isSafeInteger(value) ? value : undefined, rank };
    }),
  ),
})).node;

function valueOf(text: string): number | undefined {
  const source = `later = 1234\nSEVEN = 7\nresult = ${text}\n nop\n`;
  const assembly = assembleUnchecked(source);
  return assembly.symbols.definitions.find((definition) => definition.name === 'result')?.value;
}

describe('expressions', () => {
  it('have the value that C gives them', () => {
    forAll(500, [tree], ({ text, value }) => {
      // && and || may skip a part that is undefined in C.
      fc.pre(value !== undefined && Math.abs(value) < 2 ** 31 && !/\d{9}/.test(text));
      const actual = valueOf(text);
      fc.pre(actual === undefined || Math.abs(actual) < 2 ** 31);
      expect(actual === 0 ? 0 : actual).toBe(value === 0 ? 0 : value);
    });
  });

  it('beyond 53 bits are refused, also where they would be infinite, with NaN as the remainder', () => {
    const text = ` ld (${'$ffffffff * '.repeat(40)}1) % 5\n`;
    const { diagnostics } = assembleText(text);
    expect(diagnostics.map(({ code }) => code)).toContain('GT0303');
  });
});
