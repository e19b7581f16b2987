/** Variables that share the bytes of another one. */
import { describe, expect, it } from 'vitest';
import { assembleText, codes } from '#test/assembler/assembled-text.ts';

function places(text: string): Record<string, number> {
  const { debugInfo } = assembleText(`${text}\n nop\n`);
  return Object.fromEntries(debugInfo.tables.map(({ name, address }) => [name, address]));
}

function messages(text: string): readonly string[] {
  return assembleText(`${text}\n nop\n`)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`);
}

describe('over=', () => {
  const shared = '.zp a, 4\n.zp other\n.zp b over=a\n.zp c, 2 over=a\n.zp d over=a';

  it('puts variables into the bytes of another one, in their order', () => {
    expect(messages(shared)).toEqual([]);
    expect(places(shared)).toEqual({ a: 1, other: 5, b: 1, c: 2, d: 4 });
  });

  it('takes a variable with a fixed place, and one that is declared later', () => {
    expect(places('.zp b over=a\n.zp other\n.zp a, 2 at $40\n.zp c over=a')).toEqual({
      b: 0x40,
      other: 1,
      a: 0x40,
      c: 0x41,
    });
  });

  it('lets others go on after it by end() in an expression', () => {
    const text = `${shared}\n.assert end(d) == end(a) && end(c) - b == 3, "shared"`;
    expect(messages(text)).toEqual([]);
  });

  it('keeps the places of the others as they are without it', () => {
    expect(places('.zp a, 4\n.zp b\n.zp c over=a').b).toBe(places('.zp a, 4\n.zp b').b);
  });

  it('is an error if they need more bytes', () => {
    expect(messages('.zp a, 2\n.zp b over=a\n.zp c, 2 over=a')).toEqual([
      'GT0507 "c" takes 2 bytes, but "a" has 1 of 2 left',
    ]);
  });

  it('takes one that shares bytes itself', () => {
    expect(places('.zp a, 3\n.zp b over=a\n.zp c over=a\n.zp d over=c\n.zp e over=a')).toEqual({
      a: 1,
      b: 1,
      c: 2,
      d: 2,
      e: 3,
    });
  });

  it('is an error over anything but a variable that has its place', () => {
    const message = (name: string): string =>
      `GT0506 "${name}" is not a zero-page byte declared by .zp, or gets its place only after this one`;
    expect(messages('.zp b over=nothing')).toEqual([message('nothing')]);
    expect(messages('.zp b over=b')).toEqual([message('b')]);
    expect(messages('.zp a\n.zp c over=b\n.zp b over=a')).toEqual([message('b')]);
    expect(messages('.zp b over=c\n.zp c over=b')).toEqual([message('c'), message('b')]);
    expect(messages('.row r, 0..3\n.zp b over=r')).toEqual([message('r')]);
  });

  it('is an error with "at", and in other declarations', () => {
    expect(messages('.zp a\n.zp b at 5 over=a')).toEqual(['GT0506 "over=" gives a place instead of "at", not with it']);
    expect(messages('.zp a\n.row b, 0..3 over=a')).toEqual(['GT0506 "over=" gives a place only in ".zp"']);
  });

  it('marks an overlap that is not declared, as ever', () => {
    expect(codes(assembleText('.zp a, 2 at 8\n.zp b over=a\n.zp c at 9\n nop\n'))).toContain('GT0501 2:0');
  });

  it('counts as a use of the variable below, which is found as a reference', () => {
    const { symbols } = assembleText('.zp a\n.zp b over=a\n ld [b]\n nop\n');
    const a = symbols.definitionNamed('a');
    expect(a && symbols.referencesTo(a).map(({ range }) => [range.start.line, range.start.character])).toEqual([
      [0, 4],
      [1, 11],
    ]);
  });
});

it('lets a routine header name either of two variables that share a byte', () => {
  const findings = (name: string): readonly string[] =>
    assembleText(
      `.zp a\n.zp b over=a\n.zp c\n bra sub\n nop\n; sub: keeps AC.\n; Clobbers: ${name}\nsub: st [a]\n bra [a]\n nop\n`,
    )
      .diagnostics.filter(({ code }) => code === 'GT0826')
      .map(({ message }) => message);
  expect([findings('a'), findings('b')]).toEqual([[], []]);
  expect(findings('c')).toEqual(['"sub" does not change c']);
});
