/** The listing in the ecosystem's columns, as text. */
import { describe, expect, it } from 'vitest';
import { assemble } from '#assembler';

const SOURCE = `.zp cell at $30
.macro twice
        nop
        nop
.endmacro
start:  ld   1                  ; one
other:
aVeryLongLabel:
.loop:  st   [cell]
        bne  .loop
        suba 1
        twice
        .fill $0010, $0200
        .lookup squares
        .entry 0, 1
        .endlookup
        jmp  y,start
        bra  $ff
`;

const LISTING = `* source: main.gtasm
              address
              |    encoding
              |    |     instruction
              |    |     |    operands
              |    |     |    |
              V    V     V    V
start:        0000 0001  ld   $01         ;main.gtasm:6 one
other:
aVeryLongLabel:
.loop:        0001 c230  st   [cell]      ;main.gtasm:9
              0002 ec01  bne  other       ;main.gtasm:10
              0003 a001  suba $01         ;main.gtasm:11
              0004 0200  nop              ;main.gtasm:3
              0005 0200  nop              ;main.gtasm:4
              0006 0200  nop              ;main.gtasm:13
              0007 0200  nop
              0008 0200  nop
              * 10 times
squares:      0010 0000  ld   $00         ;main.gtasm:15
              0011 0001  ld   $01
              0012 e000  jmp  y,$00       ;main.gtasm:17
              0013 fcff  bra  $ff         ;main.gtasm:18
              0014
`;

describe('listings', () => {
  it('are the same wherever the sources are', () => {
    const listingAt = (folder: string): string =>
      assemble(`${folder}main.gtasm`, {
        read: (path) => ({ text: path.endsWith('main.gtasm') ? '        .include "lib/a.gtasm"\n' : SOURCE }),
      }).listing();
    expect(listingAt('/home/one/')).toBe(listingAt(''));
    expect(listingAt('')).toContain(';lib/a.gtasm:6 one');
  });

  it('have labels, words, text and source', () => {
    expect(assemble('main.gtasm', { read: () => ({ text: SOURCE }) }).listing()).toBe(LISTING);
  });
});
