/**
 * The Octad ROM counts moves like the reference implementation; TEST_TIMES raises the largest count. Also the board of
 * Octad that the views draw, compared with the positions that the ROM is given.
 */
import { expect, it, describe } from 'vitest';
import { octadPerftCount, octadPerftReport, parseSuite, runSuite } from '#engine-driver';
import { isFailure } from '#basics';
import { draws } from '#test/draws.ts';
import { octadPosition } from '#test/chess/positions.ts';
import { octadAssembly, octadSession } from '#test/octad/octad-game.ts';
import {
  OCTAD_START,
  octadMoves,
  octadMoveText,
  octadPerft,
  octadPlay,
  boardToFen,
  decode,
  octadStateBytes,
} from '#chess';
import { good } from '#test/good.ts';
import { projectText } from '#test/project.ts';

const MOST_NODES = draws(250);
const suite = good(parseSuite(projectText('test/data/octad-perft.json')));

it(`counts all positions of the suite with at most ${MOST_NODES} leaves, with the picture exact`, () => {
  const session = octadSession();
  const report = runSuite(
    (ofen, depth) => octadPerftCount(session, ofen, depth),
    suite,
    MOST_NODES,
    () => undefined,
  );
  expect(report.failures).toEqual([]);
  expect(report.passed).toBeGreaterThan(100);
});

it('divides a count by first moves, castling among them', () => {
  const start = octadPosition(OCTAD_START);
  const counts = octadMoves(start).map((move) => [octadMoveText(move), octadPerft(octadPlay(start, move), 1)]);
  const report = octadPerftReport(octadSession(), octadAssembly(), OCTAD_START, 2, { divided: true });
  expect(report).toMatchObject({ nodes: 84, divide: Object.fromEntries(counts) as Record<string, number> });
  expect(report).toHaveProperty('divide.O-O');
});

it('refuses what is not a position', () => {
  const report = octadPerftReport(octadSession(), octadAssembly(), 'ppkn/4/4/NKPP', 1);
  expect(isFailure(report) && report.message).toBe('An OFEN has six fields, but this one has 1.');
});

it('measures the share of the video handler and the checks', () => {
  const report = good(octadPerftReport(octadSession(), octadAssembly(), OCTAD_START, 3, { profiled: true }));
  expect(report.nodes).toBe(630);
  expect(report.handlerShare).toBeGreaterThan(0.5);
  expect(report.handlerShare).toBeLessThan(0.8);
});

const { debugInfo } = octadAssembly();
const addressOf = (name: string): number => debugInfo.tables.find((table) => table.name === name)!.address;

/** What is decoded of a position with the cursor, a board of 16 bits, somewhere. */
function decoded(ofen: string, cursor: number): ReturnType<typeof decode> {
  const position = octadPosition(ofen);
  const ram = new Uint8Array(0x10000);
  ram.set(octadStateBytes(position), addressOf('octad'));
  ram[addressOf('octadSide')] = position.sideToMove === 'black' ? 1 : 0;
  ram.set([cursor >> 8, cursor & 0xff], addressOf('cursor'));
  return decode({ read: (address) => ram[address] ?? 0 }, debugInfo);
}

describe('the board of Octad', () => {
  it.each([OCTAD_START, 'p1kn/1p2/2P1/NK1P w NFnf - 0 1', '4/k3/4/3K b - - 0 1', '2k1/1pP1/4/K3 w - b3 0 1'])(
    'is that of %s',
    (ofen) => {
      const { board, problems } = decoded(ofen, 0x8000);
      expect(board && boardToFen(board)).toBe(ofen);
      expect(problems).toEqual([]);
    },
  );

  it.each([
    [0x8000, 'a1'],
    [0x4000, 'b1'],
    [0x0001, 'd4'],
    [0x0000, undefined],
    [0x8001, undefined],
  ])('has the cursor of bits %i on %s', (cursor, name) => {
    expect(decoded(OCTAD_START, cursor).board?.cursor?.square?.name).toBe(name);
  });
});
