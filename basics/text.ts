/** Numbers and bytes as text, and lists of words. */

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

/** 1234567 as `1,234,567`: a count as people read it, whatever the language of the computer. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

type WordOf<Row extends string> = Row extends `${infer First} ${infer Rest}` ? First | WordOf<Rest> : Row;

/** The words of some rows, in order. @param rows words with a space between them */
export function words<const Row extends string>(...rows: readonly Row[]): WordOf<Row>[] {
  return rows.flatMap((row) => row.split(' ') as WordOf<Row>[]);
}

// Every host has these two; the libraries of types put them into Node's or the browser's.
declare function btoa(data: string): string;
declare function atob(data: string): string;

/** Characters that one call of String.fromCharCode takes. */
const BLOCK = 0x2000;

/**
 * Sixty pictures a second go this way: bytes are handed over as they are, since spreading them costs ten times as much.
 */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += BLOCK) {
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + BLOCK));
  }
  return btoa(text);
}

/** The bytes, or undefined if the text is not Base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const data = atob(text);
    const bytes = new Uint8Array(data.length);
    for (let at = 0; at < data.length; at++) bytes[at] = data.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}
