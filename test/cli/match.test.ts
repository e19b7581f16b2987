/** `gigatron engine match`: games between programs, with every move checked; the players here are stubs. */
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { playMatch, type PlayedGame } from '../../cli/match/games.ts';
import { CecpPlayer } from '../../cli/players/cecp-player.ts';
import { commandWords, EngineProcess } from '../../cli/players/engine-process.ts';
import { UciPlayer } from '../../cli/players/uci-player.ts';
import { PROJECT } from '#test/project.ts';

const STUB = join(PROJECT, 'test/support/cli/stub-player.mjs');
/** A short game: White mates, or the fifty-move rule ends it. */
const OPENING = { fen: 'k7/8/1K6/8/8/8/8/7R w - - 96 60', moves: [] };

type Kind = 'uci' | 'cecp';

const start = (protocol: Kind, manner: string): Promise<UciPlayer | CecpPlayer> => {
  const command = [process.execPath, STUB, protocol, manner];
  const player = protocol === 'uci' ? UciPlayer.start(command, [], {}) : CecpPlayer.start(command, [], { depth: 1 });
  return player as Promise<UciPlayer | CecpPlayer>;
};

async function games(ours: [Kind, string], other: [Kind, string], count = 2): Promise<[PlayedGame[], object]> {
  const played: PlayedGame[] = [];
  const tally = await playMatch({
    start: [() => start(...ours), () => start(...other)],
    openings: [OPENING],
    games: count,
    places: 1,
    adjudication: {},
    onGame: (game) => played.push(game),
  });
  return [played, tally];
}

describe('a match', () => {
  it.each<[Kind, Kind]>([
    ['uci', 'cecp'],
    ['cecp', 'uci'],
  ])('is played by %s against %s, by the rules, with colours reversed', async (ours, other) => {
    const [played, tally] = await games([ours, 'plays'], [other, 'plays']);
    expect(played.map(({ failure, dead }) => [failure, dead])).toEqual(new Array(2).fill([false, false]));
    for (const { pgn, result } of played) {
      const board = new Chess();
      board.loadPgn(pgn);
      expect(board.getHeaders()).toMatchObject({ White: 'Stub', Black: 'Stub', Result: result });
      expect(board.getComments().every(({ comment }) => /^\+0\.13\/1 \d+\.\d\ds$/.test(comment ?? ''))).toBe(true);
    }
    expect(tally).toMatchObject({ pairs: [0, 0, 1, 0, 0] });
  });

  it.each([
    ['illegal', true, false, 'Stub: the move a1a1 is not legal'],
    ['dies', true, true, 'Stub: it has ended (status 3)'],
    ['endless', true, true, 'Stub: it has sent a line of more than 4194304 characters'],
  ])('is lost by a program that %s', async (manner, failure, dead, reason) => {
    const [played, tally] = await games(['uci', 'plays'], ['uci', manner]);
    expect(played).toMatchObject([
      { result: '1-0', failure, dead, reason },
      { result: '0-1', failure, dead, reason },
    ]);
    expect(tally).toMatchObject({ wins: 2, losses: 0, pairs: [0, 0, 0, 0, 1] });
  });

  it('has tags of one line, whatever the programs call themselves', async () => {
    const [[game]] = await games(['uci', 'plays'], ['uci', 'quotes'], 2);
    expect(game!.black).toContain('White');
    const tags = game!.pgn.split('\n\n')[0]!.split('\n');
    expect(tags.every((line) => /^\[\w+ "[^"\\]*"\]$/.test(line))).toBe(true);
    expect(tags.filter((line) => line.startsWith('[White '))).toEqual(['[White "Stub"]']);
  });

  it('is lost by a program that resigns, which is not a failure', async () => {
    const [played] = await games(['uci', 'plays'], ['cecp', 'resigns']);
    expect(played).toMatchObject([
      { result: '1-0', failure: false },
      { result: '0-1', failure: false },
    ]);
  });

  it('is not played by a program that does not know its limit', async () => {
    const [played] = await games(['uci', 'plays'], ['cecp', 'refuses']);
    const reason = 'Stub: it does not know the limit "sd"';
    expect(played).toMatchObject([
      { result: '1-0', failure: true, reason },
      { result: '0-1', failure: true, reason },
    ]);
  });

  it('does not take an answer to an earlier move for the present one', async () => {
    const [played] = await games(['cecp', 'claims'], ['uci', 'plays']);
    expect(played.map(({ failure }) => failure)).toEqual([false, false]);
  });

  it('says why a program does not start', async () => {
    expect(await UciPlayer.start(['no-such-program'], [], {})).toMatchObject({
      message: 'no-such-program: it cannot be started: there is no such file',
    });
    expect(await UciPlayer.start([process.execPath, STUB, 'uci'], ['Hash=1'], {})).toMatchObject({
      message: expect.stringContaining('it has no option "Hash"'),
    });
  });
});

it('reads what a program says right before it ends', async () => {
  const script = "process.stdout.write('x'.repeat(1e6) + '\\nlast\\n')";
  const program = new EngineProcess([process.execPath, '-e', script]);
  expect(await program.until((line) => line === 'last', 600)).toBe('last');
  await program.close();
});

describe('commandWords', () => {
  it('splits words at spaces, except in quotes', () => {
    expect(commandWords('  "C:/My Chess/engine" --uci  x')).toEqual(['C:/My Chess/engine', '--uci', 'x']);
    expect(commandWords('')).toEqual([]);
  });
});
