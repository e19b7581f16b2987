/** Time checks and charges that a program enters after their first word. */
import type { TimingProgram } from '../contract/program.ts';
import type { TimeWords } from '../words/time-words.ts';
import { isEntry, type Reach } from './reached.ts';

interface Parts {
  readonly program: TimingProgram;
  readonly words: TimeWords;
  readonly found: Reach;
}

interface Entered {
  /** The word before; undefined where execution begins. */
  readonly from: number | undefined;
  /** The word that is entered. */
  readonly place: number;
}

/** The places at which a program comes into a time check or a charge after its first word. */
export function* findEntered({ program, words, found }: Parts): Generator<Entered> {
  const isInside = (address: number): boolean => words.inside[address] === 1;
  for (const point of found.points) {
    const { address, inHandler, followers } = point;
    if (inHandler) continue;
    if (isEntry(program, point) && isInside(address)) yield { from: undefined, place: address };
    for (const { address: place } of followers)
      if (isInside(place) && place !== ((address + 1) & 0xffff)) yield { from: address, place };
  }
}
