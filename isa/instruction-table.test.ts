/** The instruction table against the hardware's rules, stated independently of how the table is built. */
import { describe, expect, it } from 'vitest';
import { INSTRUCTION_TABLE, decode, encode, formatWord, opcodeOf } from '#isa';

describe('instruction table', () => {
  it('decodes and encodes every word to itself', () => {
    for (let word = 0; word < 0x10000; word++) {
      const { opcode, operand } = decode(word);
      expect(encode(opcode.code, operand)).toBe(word);
      expect(opcodeOf(opcode.operation, opcode.mode, opcode.bus)).toBe(opcode.code);
    }
  });

  it('has 54 + 4 aliases, each of an opcode that is its own canonical form', () => {
    const aliases = INSTRUCTION_TABLE.filter((row) => row.canonical !== row.code);
    // Six operations × modes 1..3 × three buses that are not RAM, and the stores of mode 6.
    expect(aliases).toHaveLength(54 + 4);
    for (const row of aliases) expect(INSTRUCTION_TABLE[row.canonical]?.canonical).toBe(row.canonical);
  });

  it('aliases agree in all that they do', () => {
    for (const row of INSTRUCTION_TABLE) {
      const { operation, bus, target, incrementsX, readsRam, writesRam } = INSTRUCTION_TABLE[row.canonical]!;
      expect({ operation, bus, target, incrementsX, readsRam, writesRam }).toEqual({
        operation: row.operation,
        bus: row.bus,
        target: row.target,
        incrementsX: row.incrementsX,
        readsRam: row.readsRam,
        writesRam: row.writesRam,
      });
    }
  });

  it.each([
    [0x00, 'ld', 'ac'],
    [0x19, 'ld', 'out'],
    [0x5d, 'ora', 'out'],
    [0xc2, 'st', 'none'],
    [0xd2, 'st', 'x'],
    [0xd6, 'st', 'y'],
    [0xc1, 'ctrl', 'none'],
    [0xfc, 'bra', 'none'],
  ] as const)('opcode %i is %s to %s', (code, mnemonic, target) => {
    expect(INSTRUCTION_TABLE[code]).toMatchObject({ mnemonic, target });
  });
});

describe('listing text', () => {
  // Rows from the ecosystem's listing notation: word, text.
  it.each([
    [0x0200, 'nop'],
    [0x0012, 'ld   $12'],
    [0x0d00, 'ld   [y,x]'],
    [0x0912, 'ld   [y,$12]'],
    [0x5d00, 'ora  [y,x++],out'],
    [0x1880, 'ld   $80,out'],
    [0xc230, 'st   [$30]'],
    [0xdc2a, 'st   $2a,[y,x++]'],
    [0xc82a, 'st   $2a,[y,$2a]'],
    [0xd230, 'st   [$30],x'],
    [0xc17c, 'ctrl $7c'],
    [0xdd00, 'ctrl y,x++'],
    [0xe005, 'jmp  y,$05'],
    [0xfd11, 'bra  [$11]'],
    [0xfe00, 'bra  ac'],
    [0x0300, 'ld   in'],
  ])('%i prints as %s', (word, text) => {
    expect(formatWord(word)).toBe(text);
  });

  it('prints the page of a near branch, also at a page end', () => {
    expect(formatWord(0xfc05, { address: 0x12fe, inDelaySlot: false })).toBe('bra  $1205');
    expect(formatWord(0xfc05, { address: 0x12ff, inDelaySlot: false })).toBe('bra  $1305');
    expect(formatWord(0xfc05, { address: 0x1234, inDelaySlot: true })).toBe('bra  $05');
  });

  it('gives every word a spelling of its own', () => {
    const texts = new Set(Array.from({ length: 0x10000 }, (_, word) => formatWord(word)));
    expect(texts.size).toBe(0x10000);
  });
});
