/** `perft` of a ROM that counts moves: a position to a depth, or a suite. `engine perft` and `octad perft` are two. */
import { join } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { counted, isFailure, type Failure } from '#basics';
import { parseSuite, runSuite, bootOctad, MOST_OCTAD_PLIES, octadPerftCount, octadPerftReport } from '#engine-driver';
import type { PerftCount, PerftReport, SuiteReport } from '#engine-driver';
import { OCTAD_START, parseOfen } from '#chess';
import type { CommandFiles } from '../command-files.ts';
import { commandFailure, printJson, type CommandFailure, type Outcome, type Output } from '../output.ts';
import { printPicture } from '../report.ts';
import { wholeNumber } from '../run/duration.ts';
import { assembleOwn } from '../source-files.ts';

export interface PerftRom {
  /** Counts and measures a position. @param divided also counts below each first move */
  report(position: string, depth: number, divided: boolean): PerftReport | Failure;
  count(position: string, depth: number): PerftCount | Failure;
}

interface PerftGame {
  readonly name: string;
  /** The option for a position, named after the notation of the game. */
  readonly notation: 'fen' | 'ofen';
  readonly start: string;
  /** Reads a position: a wrong one is refused before the ROM is assembled and started. */
  parse(position: string): object | Failure;
  readonly mostPlies: number;
  open(options: PerftOptions, files: CommandFiles): PerftRom | CommandFailure;
}

export interface PerftOptions {
  readonly fen?: string;
  readonly ofen?: string;
  readonly divide?: boolean;
  readonly suite?: string;
  readonly maxNodes?: number;
  readonly verify?: boolean;
  readonly dark?: boolean;
  readonly json?: boolean;
}

/** Adds the command; the caller may add options of its own. */
export function addPerftCommand(
  parent: Command,
  game: PerftGame,
  output: Output,
  end: (outcome: Outcome) => void,
): Command {
  const { notation, start, mostPlies } = game;
  const plies = (text: string): number => {
    const depth = wholeNumber(text);
    if (depth < 1 || depth > mostPlies) throw new InvalidArgumentError(`expected 1 to ${mostPlies} plies`);
    return depth;
  };
  return parent
    .command('perft')
    .description('count the leaves of the tree of legal moves')
    .argument('[depth]', 'plies, 1 and up', plies)
    .option(`--${notation} <${notation}>`, 'position', start)
    .option('--divide', 'count below each first move')
    .addOption(
      new Option('--suite <file>', 'run every position and depth of a suite instead').conflicts([notation, 'divide']),
    )
    .option('--max-nodes <n>', 'with --suite: leave out larger counts', wholeNumber)
    .option('--json', 'print one JSON document')
    .action((depth: number | undefined, options: PerftOptions) => end(perft(game, depth, options, output)));
}

function perft(game: PerftGame, depth: number | undefined, options: PerftOptions, output: Output): Outcome {
  if ((depth === undefined) === (options.suite === undefined)) {
    return commandFailure(2, 'give either a depth or --suite');
  }
  if (options.maxNodes !== undefined && options.suite === undefined) {
    return commandFailure(2, '--max-nodes needs --suite');
  }
  return options.suite === undefined
    ? onePosition(game, depth ?? 1, options, output)
    : suite(game, options.suite, options, output);
}

function onePosition(game: PerftGame, depth: number, options: PerftOptions, output: Output): Outcome {
  const position = options[game.notation] ?? game.start;
  const parsed = game.parse(position);
  if (isFailure(parsed)) return commandFailure(1, parsed.message);
  const rom = game.open(options, output.files);
  if (isFailure(rom)) return rom;
  const report = rom.report(position, depth, options.divide === true);
  if (isFailure(report)) return commandFailure(1, report.message);
  if (options.json === true) printJson(output, `${game.name} perft`, report);
  else printReport(report, output);
  return 0;
}

function printReport(report: PerftReport, output: Output): void {
  for (const [move, nodes] of Object.entries(report.divide ?? {})) output.out(`${move}: ${nodes}`);
  output.out(
    `${counted(report.nodes, 'node')} in ${counted(report.cycles, 'cycle')}, ${counted(report.nodesPerSecond, 'node')} per emulated second`,
  );
  printPicture(output, report.handlerShare, report.monitor);
}

function suite(game: PerftGame, file: string, options: PerftOptions, output: Output): Outcome {
  const text = output.files.readText(file);
  if (typeof text !== 'string') return text;
  const entries = parseSuite(text);
  if (isFailure(entries)) return commandFailure(1, `${file}: ${entries.message}`);
  const rom = game.open(options, output.files);
  if (isFailure(rom)) return rom;
  const report = runSuite(rom.count, entries, options.maxNodes ?? Infinity, ({ passed, failed }, entry) =>
    output.progress(`${passed} passed, ${failed} failed; depth ${entry.depth} of ${entry.fen}`),
  );
  if (options.json === true) printJson(output, `${game.name} perft`, report);
  else printSuite(report, output);
  return report.failed === 0 ? 0 : 1;
}

function printSuite(report: SuiteReport, output: Output): void {
  for (const { fen, depth, expected, found } of report.failures) {
    const what = typeof found === 'string' ? found : `${found} instead of ${expected}`;
    output.out(`${fen}: depth ${depth}: ${what}`);
  }
  output.out(`${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`);
}

/** Sources of the ROM, relative to dist/. */
const OCTAD_SOURCE = join(__dirname, '..', 'samples', 'octad', 'main.gtasm');

function open(_: PerftOptions, files: CommandFiles): PerftRom | CommandFailure {
  const assembly = assembleOwn(OCTAD_SOURCE, 'the Octad computer', files);
  if (isFailure(assembly)) return assembly;
  const session = bootOctad(assembly);
  if (isFailure(session)) return commandFailure(1, session.message);
  return {
    report: (ofen, depth, divided) => octadPerftReport(session, assembly, ofen, depth, { divided, profiled: true }),
    count: (ofen, depth) => octadPerftCount(session, ofen, depth),
  };
}

/** `gigatron octad`: the Octad ROM in the emulator, driven through its mailbox; `perft` counts moves with it. */
export function addOctad(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  const octad = program.command('octad').description('the Octad ROM in the emulator');
  const position = { notation: 'ofen', start: OCTAD_START, parse: parseOfen } as const;
  addPerftCommand(octad, { name: 'octad', ...position, mostPlies: MOST_OCTAD_PLIES, open }, output, end);
}
