/** `gigatron engine perft`: counts moves with the engine ROM. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { isFailure } from '#basics';
import { MOST_PLIES, parseSuite, perftReport, runSuite, type PerftReport, type SuiteReport } from '#engine-driver';
import { readText } from '../../node-files.ts';
import { commandFailure, fail, printJson, type Output, type Status } from '../../output.ts';
import { wholeNumber } from '../../run/duration.ts';
import { START, startEngine } from './engine-rom.ts';

interface PerftOptions {
  readonly fen: string;
  readonly divide?: boolean;
  readonly suite?: string;
  readonly maxNodes?: number;
  readonly verify?: boolean;
  readonly json?: boolean;
}

export function addPerft(engine: Command, output: Output, end: (status: Status) => void): void {
  engine
    .command('perft')
    .description('count the leaves of the tree of legal moves')
    .argument('[depth]', 'plies, 1 and up', plies)
    .option('--fen <fen>', 'position', START)
    .option('--divide', 'count below each first move')
    .addOption(
      new Option('--suite <file>', 'run every position and depth of a suite instead').conflicts(['fen', 'divide']),
    )
    .option('--max-nodes <n>', 'with --suite: leave out larger counts', wholeNumber)
    .option('--verify', 'compare every table with one made from scratch in every node; stop at the first difference')
    .option('--json', 'print one JSON document')
    .action((depth: number | undefined, options: PerftOptions) => end(enginePerft(depth, options, output)));
}

function plies(text: string): number {
  const depth = wholeNumber(text);
  if (depth < 1 || depth > MOST_PLIES) throw new InvalidArgumentError(`expected 1 to ${MOST_PLIES} plies`);
  return depth;
}

function enginePerft(depth: number | undefined, options: PerftOptions, output: Output): Status {
  if ((depth === undefined) === (options.suite === undefined)) {
    return fail(output, commandFailure(2, 'give either a depth or --suite'));
  }
  if (options.maxNodes !== undefined && options.suite === undefined) {
    return fail(output, commandFailure(2, '--max-nodes goes with --suite'));
  }
  return options.suite === undefined ? onePosition(depth ?? 1, options, output) : suite(options.suite, options, output);
}

function onePosition(depth: number, options: PerftOptions, output: Output): Status {
  const started = startEngine(options.verify === true ? { VERIFY: 1 } : {});
  if (isFailure(started)) return fail(output, started);
  const { session, assembly } = started;
  const report = perftReport(session, assembly, options.fen, depth, {
    divided: options.divide === true,
    profiled: true,
  });
  if (isFailure(report)) return fail(output, commandFailure(1, report.message));
  if (options.json === true) printJson(output, report);
  else printReport(report, output);
  return 0;
}

/** Prints a count for people. */
export function printReport(report: PerftReport, output: Output): void {
  for (const [move, nodes] of Object.entries(report.divide ?? {})) output.out(`${move}: ${nodes}`);
  output.out(`${report.nodes} nodes in ${report.cycles} cycles, ${report.nodesPerSecond} nodes per emulated second`);
  if (report.handlerShare !== null) {
    output.out(`${(100 * report.handlerShare).toFixed(1)} % of the cycles for video handler and time checks`);
  }
  const { frames, badLines, badFrames } = report.monitor;
  output.out(`${frames} frames, ${badLines} bad lines, ${badFrames} bad frames`);
}

function suite(file: string, options: PerftOptions, output: Output): Status {
  const text = readText(file);
  if (typeof text !== 'string') return fail(output, text);
  const entries = parseSuite(text);
  if (isFailure(entries)) return fail(output, commandFailure(1, `${file}: ${entries.message}`));
  const started = startEngine(options.verify === true ? { VERIFY: 1 } : {});
  if (isFailure(started)) return fail(output, started);
  const report = runSuite(started.session, entries, options.maxNodes ?? Infinity, ({ passed, failed }, entry) =>
    output.progress(`${passed} passed, ${failed} failed; depth ${entry.depth} of ${entry.fen}`),
  );
  if (options.json === true) printJson(output, report);
  else printSuite(report, output);
  return report.failed === 0 ? 0 : 1;
}

/** Prints a suite's run for people. */
export function printSuite(report: SuiteReport, output: Output): void {
  for (const { fen, depth, expected, found } of report.failures) {
    const what = typeof found === 'string' ? found : `${found} instead of ${expected}`;
    output.out(`${fen}: depth ${depth}: ${what}`);
  }
  output.out(`${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`);
}
