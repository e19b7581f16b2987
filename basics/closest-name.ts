/**
 * The name that was probably meant by one that does not exist: equal except for case, or a typing mistake away.
 */

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
