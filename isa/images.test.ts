/** ROM images: what goes in and out as bytes. */
import { describe, expect, it } from 'vitest';
import { loadRom, romBytes } from './images.ts';
import { good } from '#test/good.ts';

describe('ROM images', () => {
  it.each([
    [0, 'is empty'],
    [3, 'has 3 bytes'],
    [131_074, 'has 131074 bytes'],
  ])('of %i bytes are refused', (length, message) => {
    expect(loadRom(new Uint8Array(length))).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('may be short; opcode first', () => {
    const loaded = good(loadRom(Uint8Array.of(0x5d, 0x00, 0xfc, 0x12)));
    expect([...loaded.rom.subarray(0, 3)]).toEqual([0x5d00, 0xfc12, 0]);
    expect(loaded.rom).toHaveLength(65_536);
    expect(loadRom(romBytes(loaded.rom))).toEqual(loaded);
  });
});
