/** Numbers and bytes as text, text as bytes, lists of words, and the word that was probably meant. */

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

/**
 * 1234567 as `1,234,567`: a whole number as people read it, whatever the language of the computer. The first
 * `toLocaleString` of a process takes 20 ms, as long as a short command.
 */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A text as one word of a POSIX shell's command line. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A number with its noun: `1 word`, `2,000 words`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
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

/** Sixty pictures a second go this way: the bytes are not spread into arguments, which would cost ten times as much. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += BLOCK)
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + BLOCK));
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

/** How many insertions, deletions, replacements and swaps of neighbours lead from one text to another, none twice. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    let last = i;
    const next = [last];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      last = Math.min(replaced, swapped, (row[j] ?? 0) + 1, last + 1);
      next.push(last);
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Names longer than this are not compared letter by letter. */
const MAX_LENGTH = 40;

/**
 * @returns the closest of the candidates, if it differs by no more than a third of its letters and at most
 * two; the first of equals
 */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  const lower = name.toLowerCase();
  let best: string | undefined;
  let least = Math.min(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate.toLowerCase() === lower) return candidate;
    if (Math.abs(candidate.length - name.length) >= least || candidate.length > MAX_LENGTH) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** UTF-8 bytes of a text, lone surrogates as the replacement character. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const c = character.codePointAt(0) ?? 0;
    const code = c >= 0xd800 && c <= 0xdfff ? 0xfffd : c;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(bytes);
}
