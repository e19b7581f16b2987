import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '#test/draws.ts';
import { codeBlock, codeSpan, plain, unmarked } from './markdown.ts';
import { formatWord, INSTRUCTION_TABLE } from '#isa';
import { effectOf } from './instruction-effect.ts';

describe('Markdown', () => {
  it('has fences that no text closes', () => {
    expect(codeBlock('nop', 'text')).toBe('```text\nnop\n```');
    expect(codeBlock('a\n```\n![x](https://example.com/x.png)', 'text')).toBe(
      '````text\na\n```\n![x](https://example.com/x.png)\n````',
    );
    expect(codeBlock('`'.repeat(10), '')).toBe(`${'`'.repeat(11)}\n${'`'.repeat(10)}\n${'`'.repeat(11)}`);
  });

  it('has code in a line that no text closes', () => {
    expect(codeSpan('a')).toBe('`a`');
    expect(codeSpan('a`b``c')).toBe('```a`b``c```');
    expect(codeSpan('`')).toBe('`` ` ``');
  });

  it('has text that starts no markup', () => {
    expect(plain('![x](https://example.com/x.png) <img src=x> a_b_')).toBe(
      '\\!\\[x\\](https://example.com/x.png) \\<img src=x\\> a\\_b\\_',
    );
    expect(plain('entries 1..4 at $20, 3 cycles')).toBe('entries 1..4 at $20, 3 cycles');
  });
});

describe('plain text', () => {
  it('has no markup of ours', () => {
    expect(unmarked('**VIDEO\\_START** — `$0408`\n\n```text\nby **name**: `a_b` \\_\n```\n\n**a\\*\\*b** \\<')).toBe(
      'VIDEO_START — $0408\n\nby **name**: `a_b` \\_\n\na**b <',
    );
  });

  it('is any text that was marked', () => {
    const pieces = fc.constantFrom('a', ' b ', '`', '``', '```', '*', '**', '_', '\\', '[x](y)', '&lt;', '\n', '<');
    forAll(2000, [fc.array(pieces, { minLength: 1, maxLength: 8 })], (parts) => {
      const text = parts.join('');
      const line = text.replaceAll('\n', ' ');
      expect(unmarked(`${plain(text)}\n\n**${plain(line)}**`)).toBe(`${text}\n\n${line}`);
      expect(unmarked(`${codeBlock(text, 'text')}\n\n${codeSpan(`x${line}`)}`)).toBe(`${text}\n\nx${line}`);
    });
  });
});

function effect(listing: string): string {
  const opcode = INSTRUCTION_TABLE.find(
    ({ code, canonical }) => code === canonical && formatWord(code << 8) === listing,
  );
  return effectOf(opcode!);
}

describe('effect of an instruction', () => {
  it.each([
    ['ld   $00', 'AC ← D'],
    ['ld   [y,$00]', 'AC ← RAM[Y:D]'],
    ['ld   [$00],x', 'X ← RAM[D]'],
    ['adda [x]', 'AC ← AC + RAM[X]'],
    ['suba ac,y', 'Y ← AC − AC'],
    ['xora [y,x++],out', 'OUT ← AC ^ RAM[Y:X], X ← X + 1'],
    ['ld   in', 'AC ← IN'],
    ['st   [$00]', 'RAM[D] ← AC'],
    ['st   in,[y,x]', 'RAM[Y:X] ← IN'],
    ['st   [$00],x', 'RAM[D] ← AC, X ← AC'],
    ['st   $00,[y,x++]', 'RAM[Y:X] ← D, X ← X + 1'],
    ['nop', 'nothing'],
    ['jmp  y,$00', 'PC ← Y:D after the delay slot'],
    ['bne  $00', 'if AC ≠ 0: PC ← D in this page, after the delay slot'],
    ['ble  ac', 'if AC ≤ 0 (signed): PC ← AC in this page, after the delay slot'],
    ['bra  [$00]', 'PC ← RAM[D] in this page, after the delay slot'],
  ])('%s: %s', (listing, expected) => {
    expect(effect(listing)).toBe(expected);
  });

  it('of an alias is that of its canonical opcode', () => {
    for (const opcode of INSTRUCTION_TABLE)
      expect(effectOf(opcode)).toBe(effectOf(INSTRUCTION_TABLE[opcode.canonical]!));
  });

  it('names every register that the opcode loads', () => {
    for (const opcode of INSTRUCTION_TABLE) {
      if (effectOf(opcode) === 'nothing' || opcode.target === 'none') continue;
      expect(effectOf(opcode)).toContain(`${opcode.target.toUpperCase()} ←`);
    }
  });
});
