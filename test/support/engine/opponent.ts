/** The machine as the opponent of a person: its level, and waiting until it has moved. */
import type { EngineSession } from '#engine-driver';
import { CYCLES_PER_FRAME } from '#isa';
import { gameRecord } from './game-in-ram.ts';

const TURNED_ON = ['none', 'white', 'black', 'both'];

/** Sets the level directly in RAM, which spares a menu. */
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

/** Types keys that the machine sees while it thinks, or that make it think. */
export function typeBusy(engine: EngineSession, keys: readonly string[]): void {
  for (const key of keys) engine.machine.input.typeKey(key);
  engine.machine.run(40 * keys.length * CYCLES_PER_FRAME);
}

/** How many turns the game has had. */
export function turns(engine: EngineSession): number {
  return gameRecord(engine).turns.length;
}
