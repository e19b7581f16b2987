/** Numbers in several notations. */
import { hexByte, hexWord } from '#isa';

/** A number in decimal, hexadecimal and binary; a byte also as a signed number. */
export function numberText(value: number): string {
  const wide = value < -0x80 || value > 0xff;
  const bits = value & (wide ? 0xffff : 0xff);
  const signed = !wide && bits >= 0x80 && value >= 0 ? ` = ${bits - 0x100} as a signed byte` : '';
  return `${value} = ${wide ? hexWord(bits) : hexByte(bits)} = %${bits.toString(2).padStart(wide ? 16 : 8, '0')}${signed}`;
}
