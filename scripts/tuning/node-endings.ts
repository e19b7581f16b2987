/** Won endings, played out: the engine as white against Stockfish, from positions that Stockfish considers won. */
import { join } from 'node:path';
import { Chess, type Color, type PieceSymbol, type Square } from 'chess.js';
import { isFailure } from '#basics';
import { UciPlayer } from '../../cli/players/uci-player.ts';
import type { Player, PlayerLimits } from '../../cli/players/player.ts';
import { Stockfish } from './node-stockfish.ts';
import { generator } from './random.ts';

/** Both sides' pieces, white's first. */
const ENDINGS = ['KQK', 'KRK', 'KBBK', 'KPK', 'KBNK', 'KQKR', 'KQKB', 'KQKN', 'KRRKR'];
const [SECONDS, GAMES] = ['1', '50'];
/** Hundredths of a pawn from which a position counts as won. */
const WON = 450;
const JUDGED = 'nodes 20000';
const DEFENCE: PlayerLimits = { nodes: 20_000 };

/**
 * Plays each ending and prints how many were won, and the positions of those that were not.
 * @param words emulated seconds a move, games of each ending, and names of endings; without names, all
 */
export async function playEndings(
  root: string,
  [seconds = SECONDS, games = GAMES, ...names]: readonly string[],
): Promise<void> {
  const cli = join(root, 'dist', 'cli.js');
  const engine = await started([process.execPath, cli, 'engine', 'uci'], { seconds: Number(seconds) });
  const defender = await started(['stockfish'], DEFENCE);
  const judge = await Stockfish.start();
  for (const name of names.length > 0 ? names : ENDINGS) {
    const random = generator(1);
    const failed: string[] = [];
    for (let game = 0; game < Number(games); game++) {
      const fen = await wonPosition(name, random, judge);
      const result = await playOut(fen, engine, defender);
      if (result !== '') failed.push(`${fen}  ${result}`);
    }
    process.stdout.write(`${name}, ${seconds} s: ${Number(games) - failed.length} of ${games} won\n`);
    for (const each of failed) process.stdout.write(`  ${each}\n`);
  }
  for (const each of [engine, defender, judge]) await each.close();
}

async function started(command: readonly string[], limits: PlayerLimits): Promise<Player> {
  const player = await UciPlayer.start(command, [], limits);
  if (isFailure(player)) throw new Error(player.message);
  return player;
}

/** A random position with white to move that is won. */
async function wonPosition(name: string, random: () => number, judge: Stockfish): Promise<string> {
  for (;;) {
    const fen = randomPosition(name, random);
    const [best] = fen === undefined ? [] : await judge.choices(fen, JUDGED);
    if (fen !== undefined && ((best?.cp ?? 0) >= WON || (best?.mate ?? 0) > 0)) return fen;
  }
}

/** A random legal position; undefined if this one is not, or if its bishops stand on squares of one colour. */
function randomPosition(name: string, random: () => number): string | undefined {
  const board = new Chess();
  board.clear();
  const second = name.lastIndexOf('K');
  const colours = new Set<number>();
  for (const [index, letter] of [...name].entries()) {
    const [type, color]: [PieceSymbol, Color] = [letter.toLowerCase() as PieceSymbol, index < second ? 'w' : 'b'];
    const [file, rank] = [Math.floor(8 * random()), Math.floor(8 * random())];
    const square = `${'abcdefgh'.charAt(file)}${rank + 1}` as Square;
    if (board.get(square) !== undefined || (type === 'p' && (rank === 0 || rank === 7))) return undefined;
    if (type === 'b') colours.add((file + rank) % 2);
    board.put({ type, color }, square);
  }
  if (colours.size < (name.match(/BB/) ? 2 : 0)) return undefined;
  const fen = board.fen();
  try {
    // Neither king may be in check: black's could be taken, and white's may have no good move.
    return [fen, fen.replace(' w ', ' b ')].some((each) => new Chess(each).inCheck()) ? undefined : fen;
  } catch {
    return undefined;
  }
}

/** Plays a game. @returns why it was not won, or nothing */
async function playOut(fen: string, engine: Player, defender: Player): Promise<string> {
  const board = new Chess(fen);
  const moves: string[] = [];
  await engine.newGame();
  while (!board.isGameOver()) {
    const answer = await (board.turn() === 'w' ? engine : defender).think({ fen, moves });
    if (!('move' in answer)) return answer.reason;
    board.move(answer.move);
    moves.push(answer.move);
  }
  if (board.isCheckmate() && board.turn() === 'b') return '';
  const why = board.isThreefoldRepetition() ? 'repeated' : board.isDrawByFiftyMoves() ? 'fifty moves' : 'drawn or lost';
  return `${why}: ${board.fen()}`;
}
