/** The fuzz test of the engine: a session with arbitrary input, watched by a referee. */
import { bootedEngine } from './engine-fixture.ts';
import { actAtRandom } from './random-acts.ts';
import { randomNumbers } from './reference-game.ts';
import { Referee } from './referee.ts';

/** Acts between two comparisons of all tables with the oracle. */
const ACTS_PER_COMPARISON = 5;

/**
 * Plays for this many cycles; throws if anything is wrong.
 * @param seed of power-on and of the acts; who acts is its remainder by the number of tempers
 * @returns positions compared
 */
export function playAtRandom(seed: number, cycles: number): number {
  const referee = new Referee(bootedEngine({ seed }));
  const { machine } = referee.engine;
  const random = randomNumbers(seed);
  for (let acts = 1; machine.cycle < cycles; acts++) {
    actAtRandom(referee, seed, random);
    if (acts % ACTS_PER_COMPARISON === 0) {
      referee.settle();
      referee.compareTables();
      referee.comparePanel();
    }
  }
  return referee.compared;
}
