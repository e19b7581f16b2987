/** `gigatron engine epd`: test positions, solved or not. */
import type { Command } from 'commander';
import { counted, isFailure } from '#basics';
import { parseEpd, solve, type EpdOutcome } from '#engine-driver';
import { commandFailure, printJson, type Outcome, type Output } from '../../output.ts';
import { wholeNumber } from '../../run/duration.ts';
import { scoreText } from './best-move.ts';
import { addDark, addDefine, DEFAULT_SECONDS, limitsOf, seconds, startSearcher } from './engine-rom.ts';
import type { SearchOptions } from './engine-rom.ts';

export function addEpd(engine: Command, output: Output, end: (outcome: Outcome) => void): void {
  const command = engine
    .command('epd')
    .description('search test positions: best moves (bm), moves to avoid (am), mates (dm)')
    .argument('<file>', 'positions in EPD')
    .option('--seconds <s>', `emulated seconds for each position; ${DEFAULT_SECONDS} without a limit`, seconds)
    .option('--depth <plies>', 'end after this iteration', wholeNumber)
    .option('--nodes <n>', 'end after this many nodes', wholeNumber)
    .option('--json', 'print one JSON document');
  addDefine(addDark(command)).action((file: string, options: SearchOptions) => end(run(file, options, output)));
}

function run(file: string, options: SearchOptions, output: Output): Outcome {
  const text = output.files.readText(file);
  if (isFailure(text)) return text;
  const positions = parseEpd(text);
  if (isFailure(positions)) return commandFailure(1, `${file}: ${positions.message}`);
  const started = startSearcher(options.define, output.files);
  if (isFailure(started)) return started;
  const limits = { ...limitsOf(options), dark: options.dark };
  const outcomes: EpdOutcome[] = [];
  for (const [index, position] of positions.entries()) {
    output.progress(`${index} of ${positions.length}: ${position.id}`);
    const outcome = solve(started.searcher, position, limits);
    if (isFailure(outcome)) return commandFailure(1, `${position.id}: ${outcome.message}`);
    outcomes.push(outcome);
    if (options.json !== true) output.out(outcomeLine(outcome));
  }
  const solved = outcomes.filter((outcome) => outcome.solved).length;
  const failed = outcomes.length - solved;
  if (options.json === true) printJson(output, 'engine epd', { solved, failed, positions: outcomes });
  else output.out(`${solved} solved, ${failed} not solved`);
  return failed === 0 ? 0 : 1;
}

function outcomeLine({ id, solved, solvedAfter, move, score, depth, nodes, seconds: time }: EpdOutcome): string {
  const verdict = solved ? `solved after ${solvedAfter?.seconds.toFixed(2)} s` : 'not solved';
  const effort = `depth ${depth}, ${counted(nodes, 'node')}, ${time.toFixed(2)} s`;
  return `${id}: ${verdict}: ${move ?? 'no move'} ${scoreText(score)}, ${effort}`;
}
