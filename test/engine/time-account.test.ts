/** The time account of the ROM: how the handler finds its way back, and what small charges cost. */
import { describe, expect, it } from 'vitest';
import { CYCLES_PER_FRAME } from '#isa';
import { bootedEngine, engineAssembly, position } from '#test/engine/engine-fixture.ts';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

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

  it('loses no lines to small charges: a position is set up within four frames', () => {
    const engine = bootedEngine();
    const start = engine.machine.cycle;
    expect(engine.setUp(position(KIWIPETE))).toBeUndefined();
    expect(engine.machine.cycle - start).toBeLessThan(4 * CYCLES_PER_FRAME);
  });
});
