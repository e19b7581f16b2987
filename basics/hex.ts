/** Numbers as people of the machine write them. */

/** At least this many hexadecimal digits. */
export function hexDigits(value: number | bigint, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** `$` and at least this many hexadecimal digits. */
export function hex(value: number | bigint, digits: number): string {
  return `$${hexDigits(value, digits)}`;
}

/** Writes a number as `$` and at least two hexadecimal digits. */
export function hexByte(value: number): string {
  return hex(value, 2);
}

/** Writes an address as `$` and at least four hexadecimal digits. */
export function hexWord(value: number): string {
  return hex(value, 4);
}
