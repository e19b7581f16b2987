/** Whether two pieces of plain data are equal. */

/** Compares numbers, strings, objects and arrays; maps and sets are equal only in the same order. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (ArrayBuffer.isView(a)) return sameWords(a as Uint8Array, b as Uint8Array);
  if (a instanceof Map || a instanceof Set) return same([...a], [...(b as Iterable<unknown>)]);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => same(a[key as never], b[key as never]));
}

/** Compares lists of numbers. */
export function sameWords(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
