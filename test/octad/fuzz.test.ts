/**
 * The Octad ROM in the hands of somebody who does anything: games at random, whose moves are compared with the rules on
 * the host, and rubbish in the mailbox, on the pad and on the keyboard. OCTAD_FUZZ_PLIES says how many plies are played.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFailure } from '#basics';
import {
  OCTAD_START,
  octadEnd,
  octadMoves,
  octadPerft,
  octadPlay,
  octadStateBytes,
  parseOfen,
  toOfen,
  type OctadPosition,
} from '#chess';
import { PAD_BUTTONS } from '#emulator';
import { octadPerftCount } from '#engine-driver';
import { octadSession } from '#test/octad/octad-fixture.ts';

const PLIES = Number(process.env['OCTAD_FUZZ_PLIES'] ?? 60);

function start(): OctadPosition {
  const parsed = parseOfen(OCTAD_START);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.position;
}

describe('the Octad ROM', () => {
  it('has the initial position in its mailbox at power-on', () => {
    const session = octadSession();
    const bytes = Array.from({ length: 74 }, (_, offset) => session.read('octad', offset));
    expect(bytes).toEqual(octadStateBytes(start()));
  });

  it('counts in random games as the rules on the host do', () => {
    const session = octadSession();
    let position = start();
    let random = 12345;
    for (let ply = 0; ply < PLIES; ply++) {
      const count = octadPerftCount(session, toOfen(position), 2);
      expect(isFailure(count) ? count.message : count.nodes, toOfen(position)).toBe(octadPerft(position, 2));
      random = (random * 1103515245 + 12345) % 2 ** 31;
      const moves = octadMoves(position);
      const over = octadEnd(position) !== null;
      position = over ? start() : octadPlay(position, moves[(random >> 8) % moves.length]!);
    }
    expect(session.machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
  });

  it('takes rubbish without a fault of the picture, and counts rightly after it', () => {
    const session = octadSession();
    const { machine } = session;
    const rubbish = fc.record({
      state: fc.uint8Array({ minLength: 74, maxLength: 74 }),
      side: fc.nat(255),
      command: fc.nat(255),
      depth: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 11, max: 255 })),
      pad: fc.subarray([...PAD_BUTTONS]),
      key: fc.constantFrom('a', 'Z', '1'),
    });
    fc.assert(
      fc.property(rubbish, ({ state, side, command, depth, pad, key }) => {
        machine.input.setPad(pad);
        machine.input.typeKey(key);
        session.write('octad', ...state);
        session.write('octadSide', side);
        session.write('perftDepth', depth);
        session.write('command', command);
        for (let waits = 0; session.read('command') !== 0 || waits < 2; waits++) {
          expect(session.runUntilReady(100_000_000)).toBe(true);
          machine.run(1000);
        }
        expect(machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
      }),
      { numRuns: 15 },
    );
    expect(octadPerftCount(session, OCTAD_START, 3)).toMatchObject({ nodes: 630 });
  });
});
