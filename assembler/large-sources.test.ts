/**
 * Sources that nobody writes by hand, with endless lines and endless nesting, get an answer, in time that grows with
 * the text and not with its square.
 */
import { describe, expect, it } from 'vitest';
import { assembleText } from '#test/assembler/assembled-text.ts';

const LABELS = 300_000;
const DEPTH = 100_000;
/** Used for constructs that have lines of their own, which take longer. */
const LINES = 20_000;

/** Codes of the errors, each once. */
function errorsOf(text: string): string[] {
  const errors = assembleText(text).diagnostics.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.map(({ code }) => code))].sort();
}

describe('a line with 300,000 labels', () => {
  it('defines them all, in their order', () => {
    const text = Array.from({ length: LABELS }, (_, i) => `l${i}:`).join(' ');
    const { diagnostics, symbols } = assembleText(`${text}\n        nop\n`);
    expect(diagnostics).toEqual([]);
    let last = -1;
    let count = 0;
    symbols.eachName('main.gtasm', 0, 0, (_, start) => {
      if (start > last) count++;
      last = start;
    });
    expect(count).toBe(LABELS);
    expect(symbols.at('main.gtasm', { line: 0, character: 1 })?.definition.name).toBe('l0');
  });

  it('may have only anonymous ones', () => {
    const { diagnostics, image } = assembleText(`${':'.repeat(LABELS)}        bra  :-\n        nop\n`);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(image[0]! & 0xff).toBe(0);
  });
});

describe('endless nesting', () => {
  it.each([
    ['parentheses', `val = ${'('.repeat(DEPTH)}1${')'.repeat(DEPTH)}\n`],
    ['open parentheses', `        ld   ${'('.repeat(DEPTH)}\n`],
    ['signs', `val = ${'-'.repeat(DEPTH)}1\n`],
    ['operators', `val = 1${'+1'.repeat(DEPTH)}\n`],
    ['brackets', `        ld   ${'['.repeat(DEPTH)}\n`],
    ['calls', `val = ${'lo('.repeat(DEPTH)}1${')'.repeat(DEPTH)}\n`],
    ['conditions', `${'.if 1\n'.repeat(DEPTH)}nop\n${'.endif\n'.repeat(DEPTH)}`],
    ['repetitions', `${'.repeat 1\n'.repeat(DEPTH)}nop\n${'.endrepeat\n'.repeat(DEPTH)}`],
    ['constants', `${Array.from({ length: LINES }, (_, i) => `k${i} = k${i + 1}\n`).join('')}k${LINES} = 1\n`],
    [
      'places',
      `${Array.from({ length: 600 }, (_, i) => `.row r${i}, 0..0 at end(r${i + 1})\n`).join('')}.row r600, 0..0 at $0200\n`,
    ],
    [
      'macros',
      `${Array.from({ length: LINES }, (_, i) => `.macro m${i}\n m${i + 1}\n.endmacro\n`).join('')}.macro m${LINES}\n.endmacro\n m0\n`,
    ],
  ])('of %s is an error', (_, text) => {
    const errors = errorsOf(text);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.every((code) => ['GT0104', 'GT0106', 'GT0108', 'GT0604'].includes(code))).toBe(true);
  });

  it('of routines is none', () => {
    const starts = Array.from({ length: LINES }, (_, i) => `.proc p${i}\n`).join('');
    const { debugInfo, diagnostics } = assembleText(`${starts}        nop\n${'.endproc\n'.repeat(LINES)}`);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(debugInfo.routines).toHaveLength(LINES);
    expect(debugInfo.routines.every(({ start, end }) => start === 0 && end === 1)).toBe(true);
  });
});

it('an index that is a sum of many parts is looked for with bounded effort', () => {
  const doubling = Array.from({ length: 60 }, (_, i) => `c${i + 1} = c${i} + c${i}`).join('\n');
  const text = `.zp history, 8 at $40 index=number\nc0 = 0\n${doubling}\n ld [history + c60]\nstop: bra stop\n nop\n`;
  expect(assembleText(text).diagnostics.map(({ code }) => code)).not.toContain('GT0508');
});
