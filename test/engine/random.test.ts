/** Short runs of the engine's long random tests (test/fuzz): it survives whatever is done to it, and thinks well. */
import { describe, expect, it } from 'vitest';
import { perft, START_FEN } from '#engine-driver';
import { bootedEngine } from '#test/engine/engine-fixture.ts';
import { press, type } from '#test/engine/player.ts';
import { playAtRandom } from '#test/engine/random-acts.ts';
import { thinkAtRandom } from '#test/engine/random-thinking.ts';

describe('whatever is done to the engine, picture, tables and game are right', () => {
  it.each([1, 2, 3])('seed %i', (seed) => {
    expect(playAtRandom(seed, 60_000_000)).toBeGreaterThan(10);
  });

  it.each(['positionSide', 'positionCastling', 'positionPassant', 'positionQuiet', 'position'])(
    'any byte of %s comes without a command',
    (name) => {
      const engine = bootedEngine();
      for (const mode of ['', 's']) {
        type(engine, mode);
        for (const byte of [0xff, 0x80, 0x7f, 0x55]) {
          engine.write(name, byte);
          type(engine, 'wcec');
          press(engine, 'right', 'left', 'a', 'up', 'a');
        }
      }
      expect(perft(engine, START_FEN, 2)).toMatchObject({ nodes: 400 });
    },
  );
});

it('thinks without a bad line and with all tables right', () => {
  expect(thinkAtRandom(1, 40_000_000, 2)).toBeGreaterThan(3);
});
