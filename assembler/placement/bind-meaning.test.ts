import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';

describe('what .kind puts into the debug information', () => {
  it('names every piece of a range by two, with the note as a word or as a text', () => {
    const text =
      '\t.pieces empty=0 guard=$80 black=1\n\t.kind $14..$16, queen, "slot"\n\t.kind $3e, pawn, pre\n\t.kind $7e, dummy\n';
    const { debugInfo, diagnostics } = assemble('main.gtasm', { read: () => ({ text }) });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(debugInfo.pieces).toEqual({
      empty: 0,
      guard: 0x80,
      blackBit: 1,
      kinds: [
        { piece: 0x14, kind: 'queen', note: 'slot' },
        { piece: 0x16, kind: 'queen', note: 'slot' },
        { piece: 0x3e, kind: 'pawn', note: 'pre' },
        { piece: 0x7e, kind: 'dummy', note: '' },
      ],
    });
  });
});
