/**
 * What the engine's sources say of the time account holds when the ROM runs; constants with which the ROM cannot work
 * are refused.
 */
import { describe, expect, it } from 'vitest';
import { CYCLES_PER_FRAME, CYCLES_PER_LINE } from '#isa';
import { KIWIPETE, position } from '#test/chess/positions.ts';
import { bootedEngine, changedAssembly, engineAssembly } from '#test/engine/engine-fixture.ts';

/** Constants that a build may change. */
it.each(['REDUCE_FROM     = ', 'REDUCE_MORE_FROM = '])('refuses a number of moves beyond 127: %s', (definition) => {
  // With the digit that follows, the number is 130 or more.
  const change = { file: 'search/features.gtasm', after: definition, right: definition, wrong: `${definition}13` };
  const [finding] = changedAssembly(change).diagnostics;
  expect(finding?.message).toContain(`${definition.split(' ')[0]} is a number of moves from 1 to 127`);
});

const charges = engineAssembly().debugInfo.declarations.checks.map(({ cycles }) => cycles);

describe('the time account', () => {
  it.each([1, 2, 3])('has a row that gives the number of a ROM page back, from RAM of seed %i', (seed) => {
    const engine = bootedEngine({ seed });
    for (let page = 0; page < engine.symbol('ROM_PAGES'); page++) expect(engine.read('romPages', page)).toBe(page);
  });

  it('has no charge below what brings a long line down to a signed byte', () => {
    const engine = bootedEngine();
    expect(Math.min(...charges)).toBeGreaterThanOrEqual(engine.symbol('LONG_ACCOUNT') - 127);
  });

  /**
   * Counted in the lines that the program gets, 213 of the 521 of a frame; the number of frames depends on when it
   * begins, since it may wait for one picture more or less. The letters of the files take 20 lines of each frame.
   */
  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'loses no lines to small charges: it sets up and paints a position in 1,250 lines, from %i eighths of a frame on',
    (eighths) => {
      const engine = bootedEngine();
      const drawn = ['playerLine', 'filesLine'].map((name) => engine.symbol(name) & 0xff);
      expect(engine.setUp(position(KIWIPETE))).toBeUndefined();
      for (let square = 0; square < 64; square++) engine.write('looks', engine.symbol('NO_LOOK'), square);
      engine.machine.run(Math.round((eighths * CYCLES_PER_FRAME) / 8));
      engine.begin('COMMAND_SET_UP');
      let lines = 0;
      for (; engine.read('command') !== 0; engine.machine.run(CYCLES_PER_LINE))
        if (!drawn.includes(engine.read('lineRoutine'))) lines++;
      expect(lines).toBeLessThan(1250);
    },
  );
});
