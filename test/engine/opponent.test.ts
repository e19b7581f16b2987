/** A person plays against the machine: sides, levels, hint, take-back, "move now", resignation, with keys and pad. */
import { describe, expect, it } from 'vitest';
import { CYCLES_PER_FRAME, PIXELS_PER_LINE } from '#isa';
import { bootedEngine, engineAt } from '#test/engine/engine-fixture.ts';
import { LEFT, liveLines, panelPixels, panelText, ROW_LINES } from '#test/engine/panel.ts';
import { atLevel, turns, typeBusy, untilPlayed, type } from '#test/engine/player.ts';

const BEGINNER = 0;
const MOVE_LINE = 3;
const FRAMES_PER_SECOND = 60;

describe('the machine as an opponent', () => {
  it('plays both sides until a button gives them back', () => {
    const engine = atLevel(bootedEngine(), BEGINNER);
    engine.write('machineSides', 3);
    for (let frame = 0; frame < 2000 && turns(engine) < 4; frame++) engine.machine.run(CYCLES_PER_FRAME);
    expect(turns(engine)).toBeGreaterThanOrEqual(4);
    atLevel(engine, 8);
    engine.machine.run(200 * CYCLES_PER_FRAME);
    engine.machine.input.setPad(['b']);
    engine.machine.run(3 * CYCLES_PER_FRAME);
    engine.machine.input.setPad([]);
    untilPlayed(engine, 60);
    expect(engine.read('machineSides')).toBe(0);
  });

  it('beeps before it moves', () => {
    const engine = atLevel(bootedEngine(), BEGINNER);
    engine.machine.input.typeKey('m');
    const levels = new Set<number>();
    for (let frame = 0; frame < 300 && turns(engine) === 0; frame++) {
      engine.machine.run(15_000);
      levels.add(engine.read('xout') & 0xf0);
    }
    expect([...levels].sort((a, b) => a - b)).toEqual([0, 0xf0]);
  });
});

describe('the menu', () => {
  it.each([
    ['l', 0],
    ['ll', 1],
  ])('leaves the board dark while it thinks if its player says so, after the keys %s', (keys, lit) => {
    const engine = engineAt('8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'); // which the book does not know
    type(engine, keys);
    typeBusy(engine, ['i']);
    engine.machine.run(2 * CYCLES_PER_FRAME);
    const { pixels } = engine.machine.monitor;
    const right = LEFT + engine.symbol('PANEL_LEFT');
    const shown = (): boolean => pixels.some((colour, at) => at % PIXELS_PER_LINE < right && colour !== 0);
    expect([engine.read('thinking'), shown()]).toEqual([engine.symbol('THINK_HINT'), lit === 1]);
    engine.machine.run(FRAMES_PER_SECOND * CYCLES_PER_FRAME);
    // The side to move, White, is below. A dark picture begins with its first row of text.
    const [found, clock] = liveLines(engine, lit === 1 ? 0 : ROW_LINES);
    expect([found, clock]).toEqual([
      expect.stringMatching(/^\d+ [+-]\d+\.\d [a-h][1-8][a-h][1-8]$/),
      expect.stringMatching(/^>White {2}00:0[12]$/),
    ]);
    typeBusy(engine, ['Enter']);
    untilPlayed(engine);
    engine.machine.run(2 * CYCLES_PER_FRAME);
    expect(panelPixels(engine)).toEqual(panelText(engine));
  });

  it('overlooks moves for a beginner, different ones each time', () => {
    const moves = new Set<string>();
    const engine = atLevel(bootedEngine(), BEGINNER);
    type(engine, 'm');
    for (let game = 0; game < 6; game++) {
      untilPlayed(engine);
      moves.add(panelText(engine)[MOVE_LINE]!);
      engine.machine.run((game + 1) * 7 * CYCLES_PER_FRAME);
      type(engine, 'nn');
    }
    expect(moves.size).toBeGreaterThan(2);
  });
});
