/** Disassembling and assembling again gives the same image. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { disassemble, formatSource } from '#assembler';
import { assembleUnchecked } from '#test/assembler/assembled-text.ts';
import { forAll } from '#test/draws.ts';

/** @param rewrite another way to write the same source */
function roundTrip(image: Uint16Array, rewrite = (source: string): string => source): void {
  const assembly = assembleUnchecked(rewrite(disassemble(image)));
  expect(assembly.diagnostics).toEqual([]);
  const expected = new Uint16Array(0x10000);
  expected.set(image);
  expect(Buffer.from(assembly.image.buffer).equals(Buffer.from(expected.buffer))).toBe(true);
}

const MULLER: Readonly<Record<string, string>> = {
  ld: 'LD',
  adda: 'ADD',
  suba: 'SUB',
  anda: 'AND',
  ora: 'OR',
  xora: 'XOR',
  st: 'ST',
  bge: 'BPL',
  blt: 'BMI',
};

/** Lines in Muller's notation: his mnemonics, bare addresses and `#` values of LDA and STA, `//` comments. */
function inMullersNotation(source: string, every = 1): string {
  return source
    .split('\n')
    .map((line, index) => (index % every === 0 ? mullerLine(line) : line))
    .join('\n');
}

function mullerLine(written: string): string {
  const line = written.replace(/ +; \$[0-9a-f]{4}$/, '');
  const [, indent, mnemonic = '', mode = '', operands = ''] = /^( +)([a-z]+)(\.\d)?(.*)$/.exec(line) ?? [];
  if (indent === undefined) return line.replace(/^; /, '// ');
  const [, address] = /^ +\[(\$..)\]$/.exec(operands) ?? [];
  const [, value] = /^ +(\$..)$/.exec(operands) ?? [];
  if ((mnemonic === 'ld' || mnemonic === 'st') && mode === '' && address !== undefined) {
    return `${indent}${mnemonic === 'ld' ? 'LDA' : 'STA'} ${address} // in the zero page`;
  }
  if (mnemonic === 'ld' && mode === '' && value !== undefined) return `${indent}LDA #${value}`;
  return `${indent}${MULLER[mnemonic] ?? mnemonic.toUpperCase()}${mode}${operands.replace(/(?<!L[0-9a-f]*)\b(x|y|ac|in|out)\b/g, (name) => name.toUpperCase())}`;
}

/** A small random generator, so that an image of 65,536 words costs little. */
function randomImage(seed: number): Uint16Array {
  let state = seed | 1;
  return Uint16Array.from({ length: 0x10000 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 12) & 0xffff;
  });
}

describe('disassembling', () => {
  it('is undone by assembling: random full images', () => {
    forAll(5, [fc.integer()], (seed) => roundTrip(randomImage(seed)));
  });

  // Shifts put every word at page starts, at $xxFE and $xxFF, and after every kind of word.
  it.each([0, 1, 2, 0xfe, 0xff, 0x8001])('is undone by assembling: every word, shifted by %i', (shift) => {
    roundTrip(Uint16Array.from({ length: 0x10000 }, (_, address) => (address * 257 + (address >> 8) + shift) & 0xffff));
  });

  // One word in each of 256 pages: 256 images hold all words at a place.
  it.each([[0x00, 0xfe], [0xff]])('is undone by assembling: each word alone at %i of a page', (...places) => {
    for (let first = 0; first < 0x10000; first += 0x100) {
      const image = new Uint16Array(0x10000);
      for (let page = 0; page < 0x100; page++) for (const place of places) image[(page << 8) | place] = first + page;
      roundTrip(image);
    }
  });

  it.each([
    ['formatting', formatSource],
    ["Muller's notation", (source: string) => inMullersNotation(source)],
    ['both notations by turns', (source: string) => inMullersNotation(source, 2)],
    ['both notations, formatted', (source: string) => formatSource(inMullersNotation(source, 3))],
    ['CRLF', (source: string) => source.replaceAll('\n', '\r\n')],
  ])('is undone by assembling with %s in between', (_, rewrite) => {
    roundTrip(randomImage(7), rewrite);
    roundTrip(
      Uint16Array.from({ length: 0x10000 }, (_each, address) => (address * 257 + (address >> 8)) & 0xffff),
      rewrite,
    );
  });

  it('is left as it is by formatting', () => {
    const source = disassemble(randomImage(11));
    expect(formatSource(source)).toBe(source);
  });

  it('handles runs, short images and ROM files', () => {
    forAll(
      50,
      [
        fc.array(fc.tuple(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 1, max: 40 })), {
          minLength: 1,
          maxLength: 60,
        }),
      ],
      (runs) => {
        roundTrip(Uint16Array.from(runs.flatMap(([word, count]) => new Array<number>(count).fill(word))));
      },
    );
  });
});
