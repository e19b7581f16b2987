/** The Octad ROM counts moves like the reference implementation; TEST_TIMES raises the largest count. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { octadPerftCount, octadPerftReport, parseSuite, runSuite } from '#engine-driver';
import { isFailure } from '#basics';
import { draws } from '#test/draws.ts';
import { octadAssembly, octadSession } from '#test/octad/octad-fixture.ts';
import { OCTAD_START, octadMoves, octadMoveText, octadPerft, octadPlay, parseOfen } from '#chess';

const MOST_NODES = draws(250);
const suite = parseSuite(readFileSync(join(import.meta.dirname, '../data/octad-perft.json'), 'utf8'));

it(`counts all positions of the suite with at most ${MOST_NODES} leaves, with the picture exact`, () => {
  if (isFailure(suite)) throw new Error(suite.message);
  const session = octadSession();
  const report = runSuite(
    (ofen, depth) => octadPerftCount(session, ofen, depth),
    suite,
    MOST_NODES,
    () => undefined,
  );
  expect(report.failures).toEqual([]);
  expect(report.passed).toBeGreaterThan(100);
  expect(session.machine.monitor).toMatchObject({ badLines: 0, badFrames: 0 });
});

it('divides a count by first moves, castling among them', () => {
  const start = parseOfen(OCTAD_START);
  if ('error' in start) throw new Error(start.error);
  const moves = octadMoves(start.position);
  const counts = moves.map((move) => [octadMoveText(move), octadPerft(octadPlay(start.position, move), 1)]);
  const report = octadPerftReport(octadSession(), octadAssembly(), OCTAD_START, 2, { divided: true });
  expect(report).toMatchObject({ nodes: 84, divide: Object.fromEntries(counts) as Record<string, number> });
  expect(report).toHaveProperty('divide.O-O');
});

it('refuses what is not a position', () => {
  const report = octadPerftReport(octadSession(), octadAssembly(), 'ppkn/4/4/NKPP', 1);
  expect(isFailure(report) && report.message).toBe('An OFEN has six fields, but this one has 1.');
});

it('measures the share of the video handler and the checks', () => {
  const report = octadPerftReport(octadSession(), octadAssembly(), OCTAD_START, 3, { profiled: true });
  if (isFailure(report)) throw new Error(report.message);
  expect(report.nodes).toBe(630);
  expect(report.handlerShare).toBeGreaterThan(0.5);
  expect(report.handlerShare).toBeLessThan(0.8);
});
