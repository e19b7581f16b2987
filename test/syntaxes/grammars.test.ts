import { describe, expect, it } from 'vitest';
import { formatWord, INSTRUCTION_TABLE } from '#isa';
import { grammarFiles } from '../../scripts/grammar/grammars.ts';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { projectText } from '#test/project.ts';
import { tokenizer, type ScopedText } from '#test/syntaxes/tokenize.ts';

const source = await tokenizer('source.gigatron');
const listing = await tokenizer('text.gigatron-listing');
const trimmed = (line: readonly ScopedText[]) => line.map(([piece, scope]) => [piece.trim(), scope] as const);
const lineOf = (text: string) => trimmed(source(text)[0]!);

describe('generated files', () => {
  it.each([...grammarFiles()])('%s is what scripts/generate-grammar.mjs writes', (name, content) => {
    expect(projectText('syntaxes', name)).toBe(content);
  });
});

describe('source grammar', () => {
  it('knows every mnemonic of the instruction table, in either case', () => {
    for (const opcode of INSTRUCTION_TABLE) {
      const text = formatWord(opcode.code << 8);
      for (const spelling of [text, text.toUpperCase()]) {
        const [first] = lineOf(`        ${spelling}`);
        expect(first![0].toLowerCase()).toBe(opcode.mnemonic);
        expect(first![1]).toBe(opcode.operation === 'jump' ? 'keyword.control.branch' : 'keyword.mnemonic');
      }
    }
  });

  it('reads a whole line: label, instruction, operands, comment', () => {
    expect(lineOf('loop:   st   $2a,[y,x++]  ; next pixel')).toEqual([
      ['loop', 'entity.name.function.label'],
      [':', 'punctuation.separator.label'],
      ['st', 'keyword.mnemonic'],
      ['$2a', 'constant.numeric.hex'],
      [',', 'punctuation.separator.comma'],
      ['[', 'punctuation.section.bracket'],
      ['y', 'variable.language.register'],
      [',', 'punctuation.separator.comma'],
      ['x', 'variable.language.register'],
      ['++', 'keyword.operator.increment'],
      [']', 'punctuation.section.bracket'],
      ['; next pixel', 'comment.line.semicolon'],
    ]);
  });

  it('distinguishes a local label, a directive and a local label in an operand', () => {
    expect(lineOf('.next:  bra  .next')).toEqual([
      ['.next', 'entity.name.function.label.local'],
      [':', 'punctuation.separator.label'],
      ['bra', 'keyword.control.branch'],
      ['.next', 'variable.other.label.local'],
    ]);
    expect(lineOf('        .org $100')[0]).toEqual(['.org', 'keyword.control.directive']);
  });

  it('reads alias and operand-byte spellings', () => {
    expect(lineOf('        ld.2 $12')[1]).toEqual(['.2', 'constant.numeric.mode']);
    expect(lineOf('        ld   ac,x {$12}').at(-2)).toEqual(['$12', 'constant.numeric.hex']);
  });

  it('keeps a mnemonic in an operand a symbol, and a comment mark in a string text', () => {
    expect(lineOf('        bra  nop')[1]).toEqual(['nop', 'variable.other']);
    const pieces = lineOf('        .include "a//b;c.gtasm" // why').map(([text]) => text);
    expect(pieces).toEqual(['.include', '"', 'a//b;c.gtasm', '"', '// why']);
  });

  it('names declarations and their attributes', () => {
    expect(lineOf('.column board, 1..120 at $ff index=square element=piece')).toEqual([
      ['.column', 'keyword.control.directive'],
      ['board', 'entity.name.variable'],
      [',', 'punctuation.separator.comma'],
      ['1', 'constant.numeric.decimal'],
      ['..', 'keyword.operator'],
      ['120', 'constant.numeric.decimal'],
      ['at', 'keyword.other'],
      ['$ff', 'constant.numeric.hex'],
      ['index', 'entity.other.attribute-name'],
      ['=', 'keyword.operator.assignment'],
      ['square', 'variable.other'],
      ['element', 'entity.other.attribute-name'],
      ['=', 'keyword.operator.assignment'],
      ['piece', 'variable.other'],
    ]);
  });

  it('marks time checks, macros, constants and anonymous labels', () => {
    expect(lineOf('        SYNC block')[0]).toEqual(['SYNC', 'keyword.control.timing']);
    expect(lineOf('.check done')[0]).toEqual(['.check', 'keyword.control.timing']);
    expect(lineOf('.macro add16 a, b=1')).toContainEqual(['add16', 'entity.name.function.macro']);
    expect(lineOf('.macro add16 a, b=1')).toContainEqual(['b', 'variable.parameter']);
    expect(lineOf('        add16 left, right')[0]).toEqual(['add16', 'entity.name.function.macro']);
    expect(lineOf('        add16 left, b = right')).toContainEqual(['b', 'variable.parameter']);
    expect(lineOf('        add16 left == right')).toContainEqual(['left', 'variable.other']);
    expect(lineOf('width = 160')[0]).toEqual(['width', 'variable.other.constant']);
    expect(lineOf(':       bra  :-')).toEqual([
      [':', 'entity.name.function.label.anonymous'],
      ['bra', 'keyword.control.branch'],
      [':-', 'variable.other.label.anonymous'],
    ]);
  });

  it('reads the notation of the forum fragment', () => {
    expect(lineOf('        STA savedReturnAddr // store it')[0]).toEqual(['STA', 'keyword.mnemonic']);
    expect(lineOf('        LDA #5')[1]).toEqual(['#', 'keyword.operator.immediate']);
    expect(lineOf('        BRA [savedReturnAddr]')[0]).toEqual(['BRA', 'keyword.control.branch']);
  });
});

describe('listing grammar', () => {
  it('reads address, word, instruction, label and comment', () => {
    expect(trimmed(listing('start:        0000 0000  ld   $00               ; entry')[0]!)).toEqual([
      ['start', 'entity.name.function.label'],
      [':', 'punctuation.separator.label'],
      ['0000', 'constant.other.address'],
      ['0000', 'constant.numeric.hex.word'],
      ['ld', 'keyword.mnemonic'],
      ['$00', 'constant.numeric.hex'],
      ['; entry', 'comment.line.semicolon'],
    ]);
  });

  it('reads lines without a word', () => {
    expect(listing('* source: main.gtasm')[0]![0]![1]).toBe('comment.line.star');
    expect(listing('              * 17 times')[0]![0]![1]).toBe('comment.line.star');
    expect(listing('aVeryLongLabel:')[0]![0]).toEqual(['aVeryLongLabel', 'entity.name.function.label']);
  });

  it('knows every line that the assembler writes', () => {
    const start = 'start:  ld   $c0,out ; sync\naVeryLongLabelName:\n.loop:  bne  .loop\n';
    const assembly = assembleText(`${start}        suba 1\n        .org $80\n        .word $1234\n`);
    for (const tokens of listing(assembly.listing().trimEnd())) {
      expect(tokens[0]![1], JSON.stringify(tokens)).not.toBe('');
      const address = tokens.findIndex(([, scope]) => scope === 'constant.other.address');
      if (address < 0 || tokens.length === 1) continue;
      const [, word, mnemonic] = tokens.slice(address).filter(([piece]) => piece.trim() !== '');
      expect(word![1]).toBe('constant.numeric.hex.word');
      expect(mnemonic![1]).toMatch(/^keyword\./);
    }
  });
});
