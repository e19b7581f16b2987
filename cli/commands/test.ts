/** `gigatron test`: runs the `.test` blocks of programs. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { mainFilesOf } from '../main-files.ts';
import { commandFailure, fail, printJson, type Output, type Status } from '../output.ts';
import { addSourceOptions, assembleOptions, type SourceOptions } from '../source-options.ts';
import { junitReport } from '../test/junit.ts';
import { reportResult, lcovOf, runProgram, type ProgramResults } from '../test/run-tests.ts';
import { watch } from '../watch.ts';

interface TestOptions extends SourceOptions {
  readonly filter?: string;
  readonly json?: boolean;
  readonly junit?: string;
  readonly lcov?: string;
  readonly watch?: boolean;
}

/** The program to test if none is named. */
const USUAL_MAIN = 'main.gtasm';

export function addTest(program: Command, output: Output, end: (status: Status) => void): void {
  const command = program
    .command('test')
    .description('run the tests (.test) of programs')
    .argument('[files...]', `main sources, .gtasm; ${USUAL_MAIN} without any`)
    .option('--filter <text>', 'only tests whose name, with the values of their case, has this text in it');
  addSourceOptions(command)
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--lcov <file>', 'write which lines and arms of branches were executed, as LCOV')
    .option('--watch', 'run them again whenever a source changes, until interrupted')
    .option('--json', 'print one JSON document')
    .action(async (files: string[], options: TestOptions) => {
      const run = (): Status => test(files, options, output);
      if (options.watch === true && options.json !== true) await watch(output.files, () => void run());
      else end(run());
    });
}

function test(files: readonly string[], options: TestOptions, output: Output): Status {
  if (options.watch === true && options.json === true)
    return fail(output, commandFailure(2, '--watch prints again and again, --json one document'));
  const wanted = assembleOptions(options);
  if (isFailure(wanted)) return fail(output, wanted);
  if (files.length === 0 && !existsSync(USUAL_MAIN))
    return fail(output, commandFailure(2, `name the main source to be tested: there is no ${USUAL_MAIN} here`));
  let status: Status = 0;
  const programs: ProgramResults[] = [];
  for (const file of files.length === 0 ? [USUAL_MAIN] : mainFilesOf(files, output)) {
    const results = runProgram(
      file,
      { wanted, filter: options.filter, coverage: options.lcov !== undefined, lines: options.json !== true },
      output,
    );
    if (typeof results === 'number') status = results;
    else programs.push(results);
  }
  return report(programs, options, output) ?? status;
}

/** Prints and writes the results; returns a status if that is already decided. */
function report(programs: readonly ProgramResults[], options: TestOptions, output: Output): Status | undefined {
  const results = programs.flatMap((program) => program.results);
  const failed = results.filter(({ passed }) => !passed).length;
  const passed = results.length - failed;
  if (options.json === true) printJson(output, 'test', { passed, failed, tests: results.map(reportResult) });
  else output.out(`${passed} passed, ${failed} failed`);
  const failure = output.files.write([
    ...(options.junit === undefined ? [] : [{ path: options.junit, content: junitReport(programs) }]),
    ...(options.lcov === undefined ? [] : [{ path: options.lcov, content: programs.map(lcovOf).join('') }]),
  ]);
  if (failure !== undefined) return fail(output, failure);
  if (options.filter !== undefined && results.length === 0 && programs.length > 0)
    return fail(output, commandFailure(1, `no test has "${options.filter}" in its name`));
  return failed > 0 ? 1 : undefined;
}
