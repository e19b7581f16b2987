/** `gigatron octad perft`: counts moves with the Octad ROM. */
import { join } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { isFailure } from '#basics';
import { OCTAD_START } from '#chess';
import {
  bootOctad,
  MOST_OCTAD_PLIES,
  octadPerftReport,
  parseSuite,
  runOctadSuite,
  type OctadSession,
} from '#engine-driver';
import { readText } from '../../node-files.ts';
import { commandFailure, fail, printJson, type CommandFailure, type Output, type Status } from '../../output.ts';
import { wholeNumber } from '../../run/duration.ts';
import { assembleFile } from '../../source-files.ts';
import { printReport, printSuite } from '../engine/perft.ts';

/** Sources of the ROM, seen from dist/. */
const OCTAD_SOURCE = join(__dirname, '..', 'samples', 'octad', 'main.gtasm');

interface PerftOptions {
  readonly ofen: string;
  readonly divide?: boolean;
  readonly suite?: string;
  readonly maxNodes?: number;
  readonly json?: boolean;
}

export function addOctadPerft(octad: Command, output: Output, end: (status: Status) => void): void {
  octad
    .command('perft')
    .description('count the leaves of the tree of legal moves')
    .argument('[depth]', 'plies, 1 and up', plies)
    .option('--ofen <ofen>', 'position', OCTAD_START)
    .option('--divide', 'count below each first move')
    .addOption(
      new Option('--suite <file>', 'run every position and depth of a suite instead').conflicts(['ofen', 'divide']),
    )
    .option('--max-nodes <n>', 'with --suite: leave out larger counts', wholeNumber)
    .option('--json', 'print one JSON document')
    .action((depth: number | undefined, options: PerftOptions) => end(octadPerft(depth, options, output)));
}

function plies(text: string): number {
  const depth = wholeNumber(text);
  if (depth < 1 || depth > MOST_OCTAD_PLIES) throw new InvalidArgumentError(`expected 1 to ${MOST_OCTAD_PLIES} plies`);
  return depth;
}

function octadPerft(depth: number | undefined, options: PerftOptions, output: Output): Status {
  if ((depth === undefined) === (options.suite === undefined))
    return fail(output, commandFailure(2, 'give either a depth or --suite'));
  if (options.maxNodes !== undefined && options.suite === undefined)
    return fail(output, commandFailure(2, '--max-nodes goes with --suite'));
  return options.suite === undefined ? onePosition(depth ?? 1, options, output) : suite(options.suite, options, output);
}

function startOctad(): OctadSession | CommandFailure {
  const assembly = assembleFile(OCTAD_SOURCE, {});
  if (isFailure(assembly)) return assembly;
  if (assembly.hasErrors) return commandFailure(1, 'the Octad computer has errors; see gigatron check');
  const session = bootOctad(assembly);
  return isFailure(session) ? commandFailure(1, session.message) : session;
}

function onePosition(depth: number, options: PerftOptions, output: Output): Status {
  const session = startOctad();
  if (isFailure(session)) return fail(output, session);
  const report = octadPerftReport(session, options.ofen, depth, options.divide === true);
  if (isFailure(report)) return fail(output, commandFailure(1, report.message));
  if (options.json === true) printJson(output, report);
  else printReport(report, output);
  return 0;
}

function suite(file: string, options: PerftOptions, output: Output): Status {
  const text = readText(file);
  if (typeof text !== 'string') return fail(output, text);
  const entries = parseSuite(text);
  if (isFailure(entries)) return fail(output, commandFailure(1, `${file}: ${entries.message}`));
  const session = startOctad();
  if (isFailure(session)) return fail(output, session);
  const report = runOctadSuite(session, entries, options.maxNodes ?? Infinity, ({ passed, failed }, entry) =>
    output.progress(`${passed} passed, ${failed} failed; depth ${entry.depth} of ${entry.fen}`),
  );
  if (options.json === true) printJson(output, report);
  else printSuite(report, output);
  return report.failed === 0 ? 0 : 1;
}
