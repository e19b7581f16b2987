/** The ROM's counts of every position of the suite, at every listed depth. */
import { describe, it } from 'vitest';
import { perftSuite } from '#test/engine/engine-fixture.ts';
import { expectCounts } from '#test/engine/perft-counts.ts';

/** Time for a position, even on a slow and busy computer: milliseconds. */
const POSITION_TIMEOUT = 20 * 60 * 1000;

describe('perft at every listed depth', () => {
  it.each(perftSuite())('$fen', { timeout: POSITION_TIMEOUT }, (entry) => expectCounts(entry, Infinity));
});
