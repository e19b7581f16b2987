/** The grammars know every instruction and every line of a listing; cases/ has what they make of a line. */
import { describe, expect, it } from 'vitest';
import { formatWord, INSTRUCTION_TABLE } from '#isa';
import { grammarFiles } from '../../scripts/grammar/grammars.ts';
import { assembleText } from '#test/assembler/assembled-text.ts';
import { projectText } from '#test/project.ts';
import { tokenizer } from '#test/syntaxes/tokenize.ts';

const source = await tokenizer('source.gigatron');
const listing = await tokenizer('text.gigatron-listing');

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
        const [piece = '', scope] = source(`        ${spelling}`)[0]![0]!;
        expect(piece.toLowerCase()).toBe(opcode.mnemonic);
        expect(scope).toBe(opcode.operation === 'jump' ? 'keyword.control.branch' : 'keyword.mnemonic');
      }
    }
  });
});

describe('listing grammar', () => {
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
