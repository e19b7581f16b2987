import { describe, expect, expectTypeOf, it } from 'vitest';
import { ramAddress, romAddress, squareNumber, zeroPageOffset } from './units.ts';
import type { Cycle, RamAddress, RamIndex, RomAddress, SquareNumber, ZeroPageOffset } from './units.ts';

describe('units', () => {
  it.each([
    ['ROM address', romAddress, 0xffff],
    ['RAM address', ramAddress, 0xffff],
    ['zero-page offset', zeroPageOffset, 0xff],
    ['square number', squareNumber, 0xff],
  ] as const)('checks the range of a %s', (name, unit: (value: number) => number, last) => {
    expect([unit(0), unit(last)]).toEqual([0, last]);
    for (const wrong of [-1, last + 1, 0.5, NaN, Infinity]) expect(() => unit(wrong)).toThrow(`is no ${name}`);
  });

  it('are refused where another unit is asked for', () => {
    const word = (address: RomAddress): RomAddress => address;
    const moment: Cycle = 1;
    // @ts-expect-error: a RAM address is not a ROM address
    word(ramAddress(1));
    // @ts-expect-error: a moment is not a ROM address
    word(moment);
    expectTypeOf<RomAddress>().not.toExtend<RamAddress>();
    expectTypeOf<RamIndex>().not.toExtend<RamAddress>();
    expectTypeOf<SquareNumber>().not.toExtend<ZeroPageOffset>();
    expectTypeOf<RamAddress>().not.toExtend<ZeroPageOffset>();
    expectTypeOf<Cycle>().not.toExtend<RomAddress>();
  });

  it('fit where their own is, and a plain number fits everywhere', () => {
    const byte = (address: RamAddress): number => address;
    expect([byte(ramAddress(1)), byte(zeroPageOffset(2)), byte(ramAddress(1) + 2)]).toEqual([1, 2, 3]);
    expectTypeOf<ZeroPageOffset>().toExtend<RamAddress>();
    expectTypeOf<number>().toExtend<RomAddress>();
  });
});
