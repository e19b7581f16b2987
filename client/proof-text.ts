/** The state of the proof in words: `1,984 exact, handler proven`. */
import { grouped } from '#basics';
import type { ProofState } from '#server/protocol';

export function proofText({ isProving, isPrevented, exact, wrong, unproven, handler }: ProofState): string {
  if (isProving) return 'Proving the timing…';
  if (isPrevented) return 'Not proven: the program has errors';
  const counted = [
    [wrong, 'wrong'],
    [unproven, 'unproven'],
    [exact, 'exact'],
  ] as const;
  const parts = counted.flatMap(([count, word]) => (count === 0 ? [] : [`${grouped(count)} ${word}`]));
  if (handler !== null) parts.push(`handler ${handler}`);
  return parts.length === 0 ? 'No time checks' : parts.join(', ');
}
