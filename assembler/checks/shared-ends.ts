/**
 * Wrong checks with one cause: a word too many after a label makes every way that leads there wrong. Ways that miss by
 * the same number of cycles and end alike are one finding, where they come together.
 */
import { isTimedBlock, type TimingResult } from '#proof';

/** From this number on, checks are not each told by themselves. */
const FEWEST = 3;

/** Wrong checks whose paths come together, and where: at the first word that all of them share. */
export interface SharedEnd {
  readonly results: readonly TimingResult[];
  readonly address: number;
}

/** Groups of wrong checks with one end, in the order of their first ones. */
export function sharedEnds(results: readonly TimingResult[]): readonly SharedEnd[] {
  const groups = new Map<string, TimingResult[]>();
  for (const result of results.filter(isMissed)) {
    const key = [result.difference, ...result.path.slice(-2).map(({ address }) => address)].join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [result]);
    else group.push(result);
  }
  return [...groups.values()].flatMap((group) => {
    const address = firstShared(group);
    return group.length < FEWEST || address === undefined ? [] : [{ results: group, address }];
  });
}

/** Whether a path takes another number of cycles than was charged, and has a word before the check at its end. */
function isMissed({ verdict, reason, kind, path }: TimingResult): boolean {
  return !isTimedBlock(kind) && verdict === 'wrong' && reason === 'timing-wrong' && path.length > 2;
}

/** The first of the words with which all paths end; it must not be one that a path begins with. */
function firstShared(results: readonly TimingResult[]): number | undefined {
  const [first, ...others] = results.map(({ path }) => path.map(({ address }) => address).reverse());
  const isShared = (address: number, index: number): boolean => others.every((path) => path[index] === address);
  const end = first?.findIndex((address, index) => !isShared(address, index)) ?? -1;
  return end < 2 ? undefined : first?.[end - 1];
}
