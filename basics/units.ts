/**
 * Units of numbers that are easily mixed up: addresses of ROM and RAM, numbers of squares, moments.
 *
 * A unit is only a mark in the type. A number with a unit is refused where another unit is expected. A number without
 * one, such as a sum or a literal, fits everywhere, so arithmetic needs no conversion. The functions below give a unit
 * to a number that comes from outside: from a file, a message or a person. They check the range.
 */

declare const unit: unique symbol;

/** A number with a unit; `Names` are the units that it passes for. */
type Unit<Names extends string> = number & { readonly [unit]?: Names };

/** Address of a word in ROM, 0..65,535. The end of a stretch, the address after its last word, can be 65,536. */
export type RomAddress = Unit<'ROM address'>;
/** Address of a byte in RAM as the processor forms it, 0..65,535. */
export type RamAddress = Unit<'RAM address' | 'zero-page offset'>;
/** Place of a byte in the zero page, 0..255; it is a RAM address as well. */
export type ZeroPageOffset = Unit<'zero-page offset'>;
/** Place of a byte in the machine's memory, after mirrors and banks, 0..131,071; only the machine computes it. */
export type RamIndex = Unit<'RAM index'>;
/** Number of a square as the program's tables use it, 0..255; the program declares which square it is. */
export type SquareNumber = Unit<'square number'>;
/** A moment: cycles executed since power-on, a whole number from 0. How long something takes has no unit. */
export type Cycle = Unit<'cycle'>;

/** Gives a unit to whole numbers from 0 on; the result throws a RangeError for any other value. */
function inRange<T extends number>(last: number, name: string): (value: number) => T {
  return (value) => {
    if (Number.isInteger(value) && value >= 0 && value <= last) return value as T;
    throw new RangeError(`${value} is no ${name}, 0 to ${last}`);
  };
}

export const romAddress = inRange<RomAddress>(0xffff, 'ROM address');
export const ramAddress = inRange<RamAddress>(0xffff, 'RAM address');
export const zeroPageOffset = inRange<ZeroPageOffset>(0xff, 'zero-page offset');
export const squareNumber = inRange<SquareNumber>(0xff, 'square number');
