/** `gigatron engine bestmove`: one search of the engine ROM. */
import type { Command } from 'commander';
import { counted, grouped, isFailure } from '#basics';
import { bestMove, infoLine, nodesPerSecond, parsePosition, START_FEN } from '#engine-driver';
import type { BestMoveReport, Score } from '#engine-driver';
import { commandFailure, printJson, type Outcome, type Output } from '../../output.ts';
import { printPicture } from '../../report.ts';
import { wholeNumber } from '../../run/duration.ts';
import { addDark, addDefine, limitsOf, seconds, startSearcher, type SearchOptions } from './engine-rom.ts';

interface BestMoveOptions extends SearchOptions {
  readonly fen: string;
  readonly moves?: string;
  readonly book?: boolean;
}

export function addBestMove(engine: Command, output: Output, end: (outcome: Outcome) => void): void {
  const command = engine
    .command('bestmove')
    .description('search a position')
    .option('--fen <fen>', 'position', START_FEN)
    .option('--moves <moves>', 'moves played from there, such as "e2e4 e7e5"')
    .option('--depth <plies>', 'end after this iteration', wholeNumber)
    .option('--seconds <s>', 'end after emulated seconds', seconds)
    .option('--nodes <n>', 'end after this many nodes', wholeNumber)
    .option('--book', 'let the opening book answer')
    .option('--json', 'print one JSON document');
  addDefine(addDark(command)).action((options: BestMoveOptions) => end(run(options, output)));
}

function run(options: BestMoveOptions, output: Output): Outcome {
  const moves = options.moves?.trim().split(/\s+/) ?? [];
  const game = parsePosition(['fen', ...options.fen.trim().split(/\s+/), 'moves', ...moves]);
  if (isFailure(game)) return commandFailure(1, game.message.replace(/^position: /, ''));
  const started = startSearcher(options.define, output.files);
  if (isFailure(started)) return started;
  const { searcher, assembly } = started;
  const { book = false, dark = false } = options;
  const limits = { ...limitsOf(options), book, dark };
  const report = bestMove(searcher, assembly.debugInfo, game, limits, (info) => output.progress(infoLine(info)));
  if (isFailure(report)) return commandFailure(1, report.message);
  if (options.json !== true) print(report, output);
  else {
    const { move = null, score, depth, nodes, cycles, seconds: time, pv, handlerShare, monitor } = report;
    const document = { move, score, depth, nodes, cycles, seconds: time, pv, handlerShare, monitor };
    printJson(output, 'engine bestmove', document);
  }
  return 0;
}

function print(report: BestMoveReport, output: Output): void {
  const { move, score, depth, nodes, seconds: time, pv, handlerShare, monitor } = report;
  output.out(`${move ?? 'no legal move'}  ${scoreText(score)}  depth ${depth}  ${pv.join(' ')}`);
  output.out(
    `${counted(nodes, 'node')} in ${time.toFixed(2)} emulated seconds, ${grouped(nodesPerSecond(report))} a second`,
  );
  printPicture(output, handlerShare, monitor);
}

/** A score for people, as the side to move sees it: pawns with two decimals, or moves to mate. */
export function scoreText(score: Score): string {
  if ('mate' in score) return score.mate > 0 ? `mate in ${score.mate}` : `mated in ${-score.mate}`;
  return `${score.cp < 0 ? '' : '+'}${(score.cp / 100).toFixed(2)}`;
}
