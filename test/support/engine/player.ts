/** A person at the machine, with pad and keyboard, and the machine as the opponent: its level, and its moves. */
import type { Move } from 'chess.js';
import type { PadButton } from '#emulator';
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { squareIndex } from '../chess/positions.ts';
import { pieceCode, gameRecord } from './reference-game.ts';

/** The most frames for which the engine does not read the pad while it plays. */
const BUSY_FRAMES = 60;
/** Frames that the keyboard adapter takes for a key, including the pause after it. */
const KEY_FRAMES = 5;

/** Presses buttons one after the other, each until the engine has seen it, and waits until it has acted on them. */
export function press(engine: EngineSession, ...buttons: PadButton[]): void {
  for (const button of buttons) {
    hold(engine, [button]);
    hold(engine, []);
    settle(engine);
  }
}

function hold(engine: EngineSession, buttons: readonly PadButton[]): void {
  engine.machine.input.setPad(buttons);
  for (let frame = 0; frame < BUSY_FRAMES; frame++) {
    engine.run(CYCLES_PER_FRAME);
    if ((engine.read('padLast') === 0xff) === (buttons.length === 0)) return;
  }
  throw new Error('the engine does not look at the pad');
}

/** Types keys, characters or names such as `Enter`, without a pause, and waits until the engine has acted on them. */
export function type(engine: EngineSession, keys: string | readonly string[]): void {
  for (const key of keys) {
    if (!engine.machine.input.typeKey(key)) throw new Error(`no key ${key}`);
  }
  engine.run((keys.length * KEY_FRAMES + 1) * CYCLES_PER_FRAME);
  settle(engine);
}

/** Waits until the engine has nothing left to do. */
function settle(engine: EngineSession): void {
  do {
    if (!engine.runUntilReady()) throw new Error('the engine does not come back to its main loop');
  } while (engine.read('queueIn') !== engine.read('queueOut'));
}

export function putCursor(engine: EngineSession, square: string): void {
  engine.write('cursor', engine.square(square));
  engine.write('cursorIndex', squareIndex(square));
}

/** Puts the cursor on a square and presses A. */
export function pressAt(engine: EngineSession, square: string): void {
  putCursor(engine, square);
  press(engine, 'a');
}

/** If a move is a promotion, presses Select until its piece is chosen. */
export function choosePromotion(engine: EngineSession, { promotion }: Pick<Move, 'promotion'>): void {
  if (promotion === undefined) return;
  const wanted = pieceCode(engine, promotion);
  while (engine.read('promotionCode') !== wanted) press(engine, 'select');
}

export function playMove(engine: EngineSession, move: Pick<Move, 'from' | 'to' | 'promotion'>): void {
  pressAt(engine, move.from);
  choosePromotion(engine, move);
  pressAt(engine, move.to);
}

const TURNED_ON = ['none', 'white', 'black', 'both'];

/** Sets the level directly in RAM, without the menu. */
export function atLevel(engine: EngineSession, level: number): EngineSession {
  engine.write('level', level);
  return engine;
}

/** Whether the machine thinks or plays. */
function isBusy(engine: EngineSession): boolean {
  const sides = engine.read('machineSides');
  const toMove = (sides & (engine.read('side') + 1)) !== 0 && engine.read('result') === 0;
  return engine.read('thinking') !== 0 || toMove;
}

/** Runs until the machine has played, but no longer than a number of frames. */
export function untilPlayed(engine: EngineSession, frames = 600): void {
  for (let frame = 0; frame < frames; frame += 10) {
    engine.machine.run(10 * CYCLES_PER_FRAME);
    if (!isBusy(engine)) {
      engine.runUntilReady();
      return;
    }
  }
  throw new Error(`the machine, which plays ${TURNED_ON[engine.read('machineSides')]}, does not move`);
}

/** Types keys while the machine thinks, or that make it think. */
export function typeBusy(engine: EngineSession, keys: readonly string[]): void {
  for (const key of keys) engine.machine.input.typeKey(key);
  engine.machine.run(40 * keys.length * CYCLES_PER_FRAME);
}

export function turns(engine: EngineSession): number {
  return gameRecord(engine).turns.length;
}
