/** The machine thinks in its player's time, about the move that it expects. */
import { describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME, PIXELS_PER_LINE } from '#isa';
import { engineAt, oracleComparison } from '#test/engine/engine-fixture.ts';
import { tablesFen } from '#test/engine/reference-game.ts';
import { atLevel, turns, typeBusy, untilPlayed, press, type } from '#test/engine/player.ts';
import { LEFT, liveLines, panelPixels, panelText } from '#test/engine/panel.ts';
import { countLeaves } from '#test/engine/searching.ts';

const SECOND = 60 * CYCLES_PER_FRAME;
const ONE_SECOND = 3;
const FIVE_SECONDS = 4;
const MOVES = 12;
/** The most frames until the first press is answered. */
const ANSWER_FRAMES = 6;

/** Black is to move, and the book does not know the position. */
const FEN = 'r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 1 4';

/** The machine has played Black's move, and is asked to think about White's. */
function played(level: number, fen = FEN): EngineSession {
  const engine = atLevel(engineAt(fen), level);
  type(engine, 'y');
  typeBusy(engine, ['m']);
  untilPlayed(engine, 600);
  return engine;
}

function isPondering(engine: EngineSession): boolean {
  return engine.read('thought') === engine.symbol('THINK_EXPECTED') && engine.read('thinking') !== 0;
}

/** The player does nothing until the machine thinks, and for some seconds more. */
function ponder(engine: EngineSession, seconds: number): void {
  const idle = engine.symbol('IDLE_SECONDS') + 1;
  for (let frame = 0; frame < 60 * idle && !isPondering(engine); frame++) engine.machine.run(CYCLES_PER_FRAME);
  if (!isPondering(engine)) throw new Error('the machine does not think in the time of the player');
  engine.machine.run(seconds * SECOND);
}

function expected(engine: EngineSession): string {
  return [engine.read('moveFrom'), engine.read('moveTo')].map((square) => engine.squareName(square)).join('');
}

/** Holds a button until the machine is back in the game; returns how many frames that takes. */
function wake(engine: EngineSession): number {
  engine.machine.input.setPad(['right']);
  let frames = 0;
  for (; engine.read('picturePart') !== (engine.symbol('startPlayer') & 0xff) && frames < 60; frames++) {
    engine.machine.run(CYCLES_PER_FRAME);
  }
  engine.machine.input.setPad([]);
  engine.machine.run(3 * CYCLES_PER_FRAME);
  engine.runUntilReady();
  return frames;
}

/** Types a move and waits until the machine has answered it; returns for how many frames it thinks. */
function answer(engine: EngineSession, move: string): number {
  const before = turns(engine);
  type(engine, move.slice(0, 3));
  engine.machine.input.typeKey(move.charAt(3));
  let frames = 0;
  for (let left = 1000; left > 0 && turns(engine) < before + 2; left--) {
    engine.machine.run(CYCLES_PER_FRAME);
    if (engine.read('thinking') === engine.symbol('THINK_MOVE')) frames++;
  }
  return frames;
}

/** The frames that the last search took, including those in the player's time. */
function framesThought(engine: EngineSession): number {
  return engine.read('frames') + 256 * engine.read('frames', 1);
}

/** The pixels of the screen, those beside the board as 0. */
function boardPixels(engine: EngineSession): number[] {
  engine.machine.run(2 * CYCLES_PER_FRAME);
  const right = LEFT + engine.symbol('PANEL_LEFT');
  return [...engine.machine.monitor.pixels].map((colour, at) => (at % PIXELS_PER_LINE < right ? colour : 0));
}

describe('thinking in the time of the player', () => {
  it('begins when nothing is pressed, and leaves picture and clock those of the game', () => {
    const engine = played(ONE_SECOND);
    const [lit, cursor] = [boardPixels(engine), engine.read('cursor')];
    ponder(engine, 3);
    const dim = boardPixels(engine);
    expect(dim.every((colour, at) => colour === 0 || colour === lit[at])).toBe(true);
    expect(dim.filter((colour) => colour !== 0).length).toBeGreaterThan(1000);
    expect(liveLines(engine)).toEqual([
      expect.stringMatching(/^\d+ [+-]\d+\.\d [a-h][1-8][a-h][1-8]$/),
      expect.stringMatching(/^>White {2}00:0[56]$/),
    ]);
    wake(engine);
    expect(engine.read('cursor')).toBe(cursor + 1);
  });

  it('does so only if its player wants it', () => {
    const engine = played(ONE_SECOND);
    type(engine, 'yk');
    press(engine, 'b');
    type(engine, 'kk');
    const before = panelText(engine).slice(0, 7);
    engine.machine.run(6 * SECOND);
    expect([isPondering(engine), panelText(engine).slice(0, 7)]).toEqual([false, before]);
  });

  it('answers the first press within frames, with the game as it was', () => {
    const engine = played(FIVE_SECONDS);
    const before = [tablesFen(engine), turns(engine), engine.read('undone'), panelText(engine)[3]];
    ponder(engine, 2);
    expect(tablesFen(engine)).not.toBe(before[0]);
    expect(wake(engine)).toBeLessThanOrEqual(ANSWER_FRAMES);
    expect([tablesFen(engine), turns(engine), engine.read('undone'), panelText(engine)[3]]).toEqual(before);
    expect(panelPixels(engine)).toEqual(panelText(engine));
    expect(panelText(engine).slice(4, 6)).toEqual(['', '']);
    expect(oracleComparison(engine).differences).toEqual([]);
  });

  it('plays at once if its player plays what it expects, and it has had its time', () => {
    const engine = played(ONE_SECOND);
    ponder(engine, 4);
    const [move, depth] = [expected(engine), engine.read('depthDone')];
    expect(answer(engine, move)).toBe(0);
    expect(panelText(engine)[4]).toMatch(new RegExp(`^D${String(depth)} .* [3-6]s$`));
  });

  it('goes on where it was if it has not had its time, and starts over with another move', () => {
    const engine = played(FIVE_SECONDS);
    ponder(engine, 3);
    const [move, depth] = [expected(engine), engine.read('depthDone')];
    wake(engine);
    const snapshot = engine.machine.snapshot();
    expect(answer(engine, move)).toBeGreaterThan(60);
    expect(engine.read('depthDone')).toBeGreaterThanOrEqual(depth);
    expect(Math.abs(framesThought(engine) - 300)).toBeLessThan(5);
    engine.machine.restore(snapshot);
    expect(answer(engine, move === 'a2a3' ? 'a2a4' : 'a2a3')).toBeGreaterThanOrEqual(299);
    expect(Math.abs(framesThought(engine) - 300)).toBeLessThan(5);
  });

  it('resumes after a press if nothing more is pressed', () => {
    const engine = played(FIVE_SECONDS);
    ponder(engine, 2);
    wake(engine);
    const [depth, frames] = [engine.read('depthDone'), engine.read('frames')];
    ponder(engine, 0);
    engine.machine.run(10 * CYCLES_PER_FRAME);
    expect(engine.read('frames')).toBeGreaterThan(frames);
    expect(engine.read('depthDone')).toBeGreaterThanOrEqual(depth);
  });

  it('counts the time of a move once, at the level of 40 moves in two hours', () => {
    const engine = atLevel(engineAt(FEN), MOVES);
    type(engine, 'y');
    typeBusy(engine, ['m']);
    typeBusy(engine, ['Enter']);
    untilPlayed(engine);
    ponder(engine, 1);
    wake(engine);
    expect([engine.read('allowance'), engine.read('allowance', 1)]).toEqual([0, 3]);
  });

  it('makes room for a command from outside, in the position of the game', () => {
    const engine = played(FIVE_SECONDS);
    const fen = tablesFen(engine);
    ponder(engine, 1);
    countLeaves(engine, 1);
    expect(tablesFen(engine)).toBe(fen);
  });

  it('makes room for another position from outside', () => {
    const engine = played(FIVE_SECONDS);
    ponder(engine, 1);
    engine.write('position', engine.symbol('CODE_QUEEN'), 16); // a queen on a3, whatever the machine expects
    expect(engine.command('COMMAND_SET_UP', 100_000_000)).toBe(true);
    expect(engine.read('position', 16)).toBe(engine.symbol('CODE_QUEEN'));
    expect([turns(engine), engine.read('thought')]).toEqual([0, 0]);
    expect(oracleComparison(engine).differences).toEqual([]);
  });
});
