/** Lists: elements that are known to be there, numbers of lists with a fixed length, lines as one text, values and lists by key. */
import { fromBase64, toBase64 } from './text.ts';

/** The element at a place of a list. @throws RangeError if there is none, which is a bug */
export function elementAt<T extends object>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`there is no element ${index} in a list of ${list.length}`);
  return element;
}

export function numberAt(list: ArrayLike<number>, index: number): number {
  return list[index] ?? 0;
}

export function addAt(list: { [index: number]: number }, index: number, amount: number): void {
  list[index] = (list[index] ?? 0) + amount;
}

export function setBits(list: { [index: number]: number }, index: number, bits: number): void {
  list[index] = (list[index] ?? 0) | bits;
}

export interface PackedLines {
  /** The other lines from the top, base64. */
  readonly bytes: string;
  /** On how many lines each of them is, one below the other. */
  readonly heights: readonly number[];
}

/** @param width bytes of a line */
export function packLines(bytes: Uint8Array, width: number): PackedLines {
  const kept: number[] = [];
  const heights: number[] = [];
  const repeatsLineAbove = (line: number): boolean => {
    for (let at = line; at < line + width; at++) if (bytes[at] !== bytes[at - width]) return false;
    return line > 0;
  };
  for (let line = 0; line < bytes.length; line += width) {
    if (repeatsLineAbove(line)) heights.push((heights.pop() ?? 0) + 1);
    else {
      kept.push(line);
      heights.push(1);
    }
  }
  const packed = new Uint8Array(kept.length * width);
  for (const [index, line] of kept.entries()) packed.set(bytes.subarray(line, line + width), index * width);
  return { bytes: toBase64(packed), heights };
}

/**
 * The lines again; what is missing, or is not such a text, is 0.
 * @param width bytes of a line
 * @param height how many lines there are
 */
export function unpackLines({ bytes, heights }: PackedLines, width: number, height: number): Uint8Array {
  const packed = fromBase64(bytes) ?? new Uint8Array();
  const unpacked = new Uint8Array(width * height);
  let to = 0;
  heights.forEach((repeated, index) => {
    const line = packed.subarray(index * width, (index + 1) * width);
    for (let row = 0; row < repeated && to + width <= unpacked.length; row++, to += width) unpacked.set(line, to);
  });
  return unpacked;
}

/** The value of a key, made and entered the first time that it is asked for. */
export function remembered<K, V>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}

/** Adds a value to the list of a key, which may be its first. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
