/** Elements that are known to be in a list, such as the file that a finding names by its index. */

/**
 * The element at a place of a list.
 * @throws RangeError if there is none, which is a mistake of ours
 */
export function elementAt<T extends object>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`there is no element ${index} in a list of ${list.length}`);
  return element;
}
