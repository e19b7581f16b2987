/** `gigatron engine match`: the engine ROM against another program, or against another build of itself. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { counted, isFailure } from '#basics';
import { parseOpenings, strength, type Adjudication, type Tally } from '#engine-driver';
import { requested } from '../../command-files.ts';
import { playMatch, type PlayedGame } from '../../match/games.ts';
import { commandFailure, printJson, type CommandFailure, type Outcome, type Output } from '../../output.ts';
import { CecpPlayer } from '../../players/cecp-player.ts';
import { commandWords } from '../../players/engine-process.ts';
import type { PlayerLimits, Started } from '../../players/player.ts';
import { UciPlayer } from '../../players/uci-player.ts';
import { notPacked } from '../../source-files.ts';
import { collect, parseDefines } from '../../source-options.ts';
import { wholeNumber } from '../../run/duration.ts';
import { addDark, addDefine, DEFAULT_SECONDS, ENGINE, ENGINE_SOURCE, limitsOf, seconds } from './engine-rom.ts';
import type { SearchOptions } from './engine-rom.ts';

/** The default openings of the games, relative to dist/. */
const OPENINGS = join(__dirname, '..', 'engine-asm', 'openings.txt');
const DEFAULT_GAMES = 20;

interface MatchOptions extends SearchOptions {
  readonly opponent?: string;
  readonly protocol: 'uci' | 'cecp';
  readonly opponentOption?: readonly string[];
  readonly opponentDefine?: readonly string[];
  readonly opponentDepth?: number;
  readonly opponentNodes?: number;
  readonly opponentSeconds?: number;
  readonly games: number;
  readonly openings: string;
  readonly concurrency: number;
  readonly resign?: Adjudication['resign'];
  readonly draw?: Adjudication['draw'];
  readonly pgn?: string;
  readonly book?: boolean;
}

export function addMatch(engine: Command, output: Output, end: (outcome: Outcome) => void): void {
  const command = engine
    .command('match')
    .description('play games against another program, or another build of the engine')
    .option('--opponent <command>', 'program to play against; the engine itself unless given')
    .addOption(new Option('--protocol <protocol>', 'protocol of the opponent').choices(['uci', 'cecp']).default('uci'))
    .option('--opponent-option <name=value>', 'an option of the opponent; may be repeated', collect)
    .option(
      '--opponent-define <name=value>',
      'a constant of the engine when it is the opponent; may be repeated',
      collect,
    )
    .option('--opponent-depth <plies>', 'plies for a move of the opponent', wholeNumber)
    .option('--opponent-nodes <n>', 'nodes for a move of the opponent', wholeNumber)
    .option('--opponent-seconds <s>', 'seconds for a move of the opponent', seconds)
    .option('--seconds <s>', `emulated seconds for a move; ${DEFAULT_SECONDS} without a limit`, seconds)
    .option('--depth <plies>', 'iterations for a move', wholeNumber)
    .option('--nodes <n>', 'nodes for a move', wholeNumber)
    .option('--games <n>', 'games, two from each opening', wholeNumber, DEFAULT_GAMES)
    .option('--openings <file>', 'positions (FEN, EPD) or lines of moves, one a line', OPENINGS)
    .option('--concurrency <n>', 'games at the same time', wholeNumber, 1)
    .option('--resign <cp,moves>', 'end a game as lost when all scores agree', resignRule)
    .option('--draw <cp,moves,from>', 'end a game as drawn when all scores agree', drawRule)
    .option('--book', 'let the opening book answer')
    .option('--pgn <file>', 'write the games')
    .option('--json', 'print one JSON document');
  addDefine(addDark(command)).action(async (options: MatchOptions) => end(await run(options, output)));
}

async function run(options: MatchOptions, output: Output): Promise<Outcome> {
  if (!existsSync(ENGINE_SOURCE)) return notPacked(`${ENGINE} is`);
  const text = output.files.readText(options.openings);
  if (isFailure(text)) return text;
  const openings = parseOpenings(text);
  if (isFailure(openings)) return commandFailure(1, `${options.openings}: ${openings.message}`);
  const wrong = wrongUse(options);
  if (wrong !== undefined) return commandFailure(2, wrong);
  const refused = output.files.claim([options.pgn], options.json);
  if (refused !== undefined) return refused;
  for (const words of [options.define, options.opponentDefine]) {
    const defines = parseDefines(words ?? []);
    if (isFailure(defines)) return defines;
  }
  const games: PlayedGame[] = [];
  let unwritten: CommandFailure | undefined;
  const tally = await playMatch({
    start: [() => startEngine(options), () => startOpponent(options)],
    openings,
    games: options.games,
    places: Math.min(options.concurrency, availableParallelism()),
    adjudication: { ...(options.resign && { resign: options.resign }), ...(options.draw && { draw: options.draw }) },
    onGame(game, soFar) {
      games.push(game);
      unwritten ??= writeGames(options.pgn, games, output);
      if (options.json !== true) output.out(`${gameLine(game)}  ${tallyText(soFar)}`);
    },
  });
  if (isFailure(tally)) return tally;
  if (unwritten !== undefined) return unwritten;
  if (options.json === true) printJson(output, 'engine match', { ...tally, ...strength(tally), games });
  else output.out(summary(tally));
  return games.some((game) => game.failure) ? 1 : 0;
}

/** Writes all games so far, so that they exist even if the match is interrupted. */
function writeGames(
  file: string | undefined,
  games: readonly PlayedGame[],
  { files }: Output,
): CommandFailure | undefined {
  return files.write(requested([[file, () => games.map(({ pgn }) => pgn).join('\n')]]));
}

/** What is wrong with the combination of options; undefined if nothing is. */
function wrongUse({ opponent, protocol, opponentDefine, games, concurrency }: MatchOptions): string | undefined {
  if (games < 2 || games % 2 !== 0) return '--games needs an even number: each opening is played twice';
  if (concurrency < 1) return '--concurrency needs at least 1';
  if (opponent === undefined && protocol === 'cecp') return '--protocol cecp needs --opponent';
  if (opponent !== undefined && opponentDefine !== undefined) return '--opponent-define cannot be used with --opponent';
  return undefined;
}

/** This program itself, as a UCI engine. @param words set its options */
function startSelf(define: readonly string[] = [], words: readonly string[], limits: PlayerLimits): Started {
  const program = process.argv[1] ?? '';
  const defines = define.flatMap((word) => ['-D', word]);
  return UciPlayer.start([process.execPath, program, 'engine', 'uci', ...defines], words, limits);
}

function startEngine(options: MatchOptions): Started {
  const { define, book = false, dark = false } = options;
  return startSelf(define, [`Book=${book}`, `DarkBoard=${dark}`], limitsOf(options));
}

function startOpponent(options: MatchOptions): Started {
  const { opponent, protocol, opponentOption = [], opponentDefine, book = false } = options;
  const { opponentDepth: depth, opponentNodes: nodes, opponentSeconds: time } = options;
  const limited = [depth, nodes, time].some((limit) => limit !== undefined);
  const own = { depth, nodes, seconds: time };
  if (opponent === undefined) return startSelf(opponentDefine, [`Book=${book}`], limited ? own : limitsOf(options));
  const Player = protocol === 'uci' ? UciPlayer : CecpPlayer;
  return Player.start(commandWords(opponent), opponentOption, limited ? own : { seconds: 1 });
}

function numbers(text: string, count: number): number[] {
  const values = text.split(',').map(Number);
  if (values.length !== count || values.some((value) => !Number.isSafeInteger(value) || value < 0)) {
    throw new InvalidArgumentError(`expected ${count} whole numbers with commas between them`);
  }
  return values;
}

function resignRule(text: string): Adjudication['resign'] {
  const [cp = 0, moves = 0] = numbers(text, 2);
  return { cp, moves: Math.max(1, moves) };
}

function drawRule(text: string): Adjudication['draw'] {
  const [cp = 0, moves = 0, from = 0] = numbers(text, 3);
  return { cp, moves: Math.max(1, moves), from };
}

function gameLine({ white, black, result, reason, plies }: PlayedGame): string {
  return `${white} – ${black}  ${result}  ${reason}, ${counted(Math.ceil(plies / 2), 'move')}`;
}

function tallyText({ wins, draws, losses }: Tally): string {
  return `+${wins} =${draws} −${losses}`;
}

function summary(tally: Tally): string {
  const result = strength(tally);
  if (result === undefined) return 'no games';
  const { score, elo, error, model } = result;
  const difference =
    elo === null
      ? 'Elo without bound'
      : `Elo ${elo.toFixed(0)}${error === null ? '' : ` ± ${error.toFixed(0)}`} (95 %, ${model})`;
  return `${tallyText(tally)}  ${(100 * score).toFixed(1)} %  ${difference}`;
}
