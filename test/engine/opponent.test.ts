/** A person plays against the machine: sides, levels, hint, take-back, "move now", resignation, with keys and pad. */
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME, PIXELS_PER_LINE } from '#isa';
import { bootedEngine, engineAt } from '#test/engine/engine-fixture.ts';
import { LEFT, liveLines, panelPixels, panelText, ROW_LINES } from '#test/engine/panel.ts';
import { atLevel, turns, typeBusy, untilPlayed, type } from '#test/engine/player.ts';

const BEGINNER = 0;
const MOVE_LINE = 3;
const THOUGHT_LINE = 4;
const FRAMES_PER_SECOND = 60;

describe('the machine as an opponent', () => {
  it('moves when a button is pressed, whatever its level, and takes the move back at another', () => {
    const engine = atLevel(bootedEngine(), 8);
    type(engine, 'a2a3');
    typeBusy(engine, ['m']);
    expect(engine.read('thinking')).toBe(engine.symbol('THINK_MOVE'));
    engine.machine.input.setPad(['a']);
    engine.machine.run(3 * CYCLES_PER_FRAME);
    engine.machine.input.setPad([]);
    untilPlayed(engine, 60);
    expect(turns(engine)).toBe(2);
    typeBusy(engine, [...'d2d4']);
    expect(engine.read('thinking')).toBe(engine.symbol('THINK_MOVE'));
    typeBusy(engine, ['Escape']);
    untilPlayed(engine, 60);
    expect([turns(engine), engine.read('side')]).toEqual([2, 0]);
  });

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

  it('goes on with a command from outside, whatever it thinks', () => {
    const engine = atLevel(bootedEngine(), 8);
    type(engine, 'a2a3');
    typeBusy(engine, ['m']);
    expect(engine.read('thinking')).toBe(engine.symbol('THINK_MOVE'));
    engine.write('machineSides', 0);
    engine.write('perftDepth', 2);
    expect(engine.command('COMMAND_PERFT', 100_000_000)).toBe(true);
    expect([engine.nodes(), engine.read('thinking')]).toEqual([380, 0]);
  });
});

/** Hours, minutes and seconds on White's clock. */
function writeClock(engine: EngineSession, time: string): void {
  const digits = time.replaceAll(':', '');
  for (const [at, digit] of [...digits].entries()) engine.write('clock', Number(digit), at);
}

describe('levels by game time', () => {
  const [FIVE, FIFTEEN, HOUR, MOVES] = [9, 10, 11, 12];

  it.each([
    [FIVE, '0:00:00', 7.5],
    [FIVE, '0:01:25', (5 * 60 - 80) / 40],
    [FIVE, '0:04:59', 0.25],
    [FIVE, '0:05:00', 0.25],
    [FIVE, '1:00:00', 0.25],
    [FIFTEEN, '0:00:00', 22.5],
    [HOUR, '0:00:00', 90],
    [HOUR, '0:59:59', 1.5],
    [MOVES, '0:00:00', 120],
    [MOVES, '0:02:00', 60],
    [MOVES, '1:59:00', 60],
  ])('level %i with %s used gives the machine %f seconds', (level, time, seconds) => {
    const engine = atLevel(engineAt('6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1'), level);
    writeClock(engine, time);
    typeBusy(engine, ['m']);
    expect(engine.read('searchFrames') + 256 * engine.read('searchFrames', 1)).toBe(seconds * FRAMES_PER_SECOND);
    expect(engine.read('searchFrames', 2)).toBe(0);
  });

  it('gives three minutes for each of 40 moves in two hours, and spares what was not used', () => {
    const engine = atLevel(bootedEngine(), MOVES);
    const minutes: number[] = [];
    type(engine, 'm');
    for (const reply of ['a7a6', 'b7b6', 'h7h6', 'g7g6']) {
      minutes.push((engine.read('searchFrames') + 256 * engine.read('searchFrames', 1)) / (60 * FRAMES_PER_SECOND));
      typeBusy(engine, ['Enter']);
      untilPlayed(engine);
      typeBusy(engine, [...reply]);
    }
    expect(minutes).toEqual([2, 5, 6, 6]);
  });

  it('is chosen by keys alone, and plays', () => {
    const engine = bootedEngine();
    type(engine, '9');
    for (const key of ['ArrowRight', 'ArrowUp'] as const) engine.machine.input.typeKey(key);
    engine.machine.run(60 * CYCLES_PER_FRAME);
    engine.runUntilReady();
    expect(panelText(engine)[0]).toBe('10 game 5 min');
  });
});

describe('levels for problems', () => {
  it.each([
    [13, '6k1/5ppp/8/8/8/8/1R6/K2R4 w - - 0 1', 'M1'],
    [13, '2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1', 'M2'],
  ])('level %i finds the mate in %s', (level, fen, mate) => {
    const engine = atLevel(engineAt(fen), level);
    typeBusy(engine, ['m']);
    untilPlayed(engine, 6000);
    expect(panelText(engine)[THOUGHT_LINE]).toContain(mate);
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
