/**
 * Invalid input from outside: it is refused with a reason, and neither the picture's sync nor the tables suffer.
 */
import { Chess } from 'chess.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineSession } from '#engine-driver';
import { bootedEngine, position } from '#test/engine/engine-fixture.ts';
import { press, type } from '#test/engine/player.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const NINE_PAWNS = '4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1';
const LIMIT = 20_000_000;

describe('the mailbox', () => {
  let engine: EngineSession;
  afterEach(() => expect(engine.machine.monitor.faults).toEqual([]));

  function perft(depth: number): string | number {
    engine.write('perftDepth', depth);
    expect(engine.command('COMMAND_PERFT', LIMIT)).toBe(true);
    return engine.refusal()?.code ?? engine.nodes();
  }

  it.each([0, 33, 48, 128, 255])('refuses to count to a depth of %i', (depth) => {
    engine = bootedEngine();
    expect(perft(depth)).toBe('STATUS_DEPTH');
    expect(perft(2)).toBe(400);
  });

  it('counts nothing in a refused position, and says again why it was refused', () => {
    engine = bootedEngine();
    engine.setUp(position(NINE_PAWNS));
    expect(perft(2)).toBe('STATUS_PAWNS');
    engine.setUp(position(START));
    expect(perft(2)).toBe(400);
  });

  it('counts in the position that is being set up by hand', () => {
    engine = bootedEngine();
    type(engine, 'sw');
    engine.write('position', 0, 9);
    expect(perft(1)).toBe(20);
    expect(engine.read('side')).toBe(1);
    expect(engine.read('board', engine.square('b2'))).toBe(0);
    expect(engine.read('mode')).toBe(engine.symbol('MODE_PLAY'));
  });

  it.each([1, 14, 15, 0x15, 0x80, 0xff])('refuses the code %i', (code) => {
    engine = bootedEngine();
    engine.write('position', code, 20);
    expect(engine.command('COMMAND_SET_UP', LIMIT)).toBe(true);
    expect(engine.refusal()?.code).toBe('STATUS_CODE');
    type(engine, ['s', 'Enter', 'Escape']);
  });

  it.each(['positionSide', 'positionCastling', 'positionPassant', 'positionQuiet', 'position'])(
    'survives any byte of %s that comes without a command',
    (name) => {
      engine = bootedEngine();
      for (const mode of ['', 's']) {
        type(engine, mode);
        for (const byte of [0xff, 0x80, 0x7f, 0x55]) {
          engine.write(name, byte);
          type(engine, 'wcec');
          press(engine, 'right', 'left', 'a', 'up', 'a');
        }
      }
      engine.setUp(position(START));
      expect(perft(2)).toBe(400);
    },
  );

  it('castles and captures en passant in a game only where that is possible, whatever is written', () => {
    engine = bootedEngine();
    const fen = '4k3/2p4p/8/8/8/8/P4P2/4K3 w - - 0 1';
    engine.setUp(position(fen));
    engine.write('positionCastling', 0x3f);
    engine.write('positionPassant', engine.square('c6'));
    type(engine, 'f2f4');
    engine.write('positionCastling', 0xff);
    engine.write('positionSide', 0x81);
    type(engine, 'e8d8');
    const game = new Chess(fen);
    game.move('f4');
    game.move('Kd8');
    expect(engine.read('legalMoves')).toBe(game.moves().length);
    expect(engine.read('positionCastling')).toBe(0);
    expect(perft(1)).toBe(game.moves().length);
  });

  it('says again why a position was refused, whatever commands were since', () => {
    engine = bootedEngine();
    engine.setUp(position(NINE_PAWNS));
    engine.write('command', 77);
    while (engine.read('command') !== 0) expect(engine.runUntilReady()).toBe(true);
    expect(engine.refusal()?.code).toBe('STATUS_UNKNOWN');
    expect(perft(2)).toBe('STATUS_PAWNS');
  });

  it('uses the lowest bit of the side to move', () => {
    engine = bootedEngine();
    engine.write('positionSide', 0xc9);
    expect(engine.command('COMMAND_SET_UP', LIMIT)).toBe(true);
    expect([engine.refusal(), engine.read('side'), engine.read('positionSide')]).toEqual([undefined, 1, 1]);
    type(engine, ['s', 'w', 'Escape']);
  });

  it('lets the cursor go over the board of a refused position', () => {
    engine = bootedEngine();
    engine.setUp(position(NINE_PAWNS));
    press(engine, 'up', 'up', 'up', 'up', 'up', 'up', 'right', 'right', 'right');
    expect(engine.read('cursor')).toBe(engine.square('h8'));
  });
});
