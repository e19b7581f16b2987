/** `gigatron test`: runs the `.test` blocks of programs, and prints a line for each. */
import { isFailure } from '#basics';
import { resolvePath, type AssembleOptions, type Assembly } from '#assembler';
import { coverageOf, lcov } from '#instruments';
import { caseName, finish, subjectOf, TestBench, type CaseResult, type Coverage } from '#testing';
import { commandFailure, fail, printJson } from '../output.ts';
import type { CommandFailure, Outcome, Output, Status } from '../output.ts';
import { requested } from '../command-files.ts';
import { printDiagnostic } from '../report.ts';
import { assembleFile, shownPath, mainFilesOf, reportUnused } from '../source-files.ts';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { CLOCK_HZ } from '#isa';
import { addSourceOptions, assembleOptions, type SourceOptions } from '../source-options.ts';
import { onceOrWatching } from '../watch.ts';

interface ProgramResults {
  readonly assembly: Assembly;
  readonly results: readonly CaseResult[];
  readonly coverage: Coverage | undefined;
}

/** Assembles a program, prints its findings and runs its tests, if that is possible. */
function runProgram(
  file: string,
  wanted: AssembleOptions,
  { filter = '', lcov: coverage, json = false }: TestOptions,
  output: Output,
): ProgramResults | CommandFailure {
  const assembly = assembleFile(file, output.files, { ...wanted, check: false });
  if (isFailure(assembly)) return assembly;
  for (const diagnostic of assembly.diagnostics) printDiagnostic(output, diagnostic);
  if (assembly.hasErrors) return commandFailure(1, `${file} has errors and is not tested`);
  const bench = new TestBench(subjectOf(assembly), { coverage: coverage !== undefined });
  const results: CaseResult[] = [];
  for (const test of assembly.tests.tests) {
    const cases = test.cases.filter((each) => caseName(test, each).toLowerCase().includes(filter.toLowerCase()));
    const own = cases.map((each) => finish(bench.run(test, each)));
    if (own.length > 0 && !json) printTest(test.name, own, output);
    results.push(...own);
    output.progress(`${results.length} cases`);
  }
  return { assembly, results, coverage: bench.coverage };
}

function lcovOf({ assembly, coverage }: ProgramResults): string {
  if (coverage === undefined) return '';
  const pathOf = (path: string): string => shownPath(resolvePath(assembly.main, path) ?? path);
  return lcov(coverageOf(assembly.debugInfo, coverage.profile, assembly.image), pathOf);
}

/** A line for a test on standard output, and one on standard error for each case that failed. */
function printTest(name: string, results: readonly CaseResult[], output: Output): void {
  const cycles = results.map((result) => result.cycles);
  const [least, most] = [Math.min(...cycles), Math.max(...cycles)];
  const failures = results.flatMap((result) => (result.failure ? [{ ...result, failure: result.failure }] : []));
  const cases = results.length === 1 ? '' : `, ${results.length} cases`;
  // A test that calls nothing checks the program as it is.
  const time = most === 0 ? '' : `, ${least === most ? least : `${least}..${most}`} cycles`;
  output.out(`${failures.length === 0 ? 'passed' : 'FAILED'}  ${name}${cases}${time}`);
  for (const { failure, test, case: which } of failures) {
    const { start } = failure.range;
    const place = `${shownPath(failure.file)}:${start.line + 1}:${start.character + 1}`;
    output.err(`${place}: failed ${caseName(test, which)}: ${failure.message}`);
  }
}

/** A result for --json. Lines are counted from 1; `line` is that of the expectation that failed, or of the case. */
function reportResult({ test, case: which, passed, cycles, failure }: CaseResult): object {
  const { file, range } = failure ?? which;
  return {
    name: caseName(test, which),
    file: shownPath(file),
    line: range.start.line + 1,
    passed,
    message: failure?.message ?? '',
    ...(failure?.expected !== undefined && { expected: failure.expected }),
    ...(failure?.seen !== undefined && { seen: failure.seen }),
    cycles,
  };
}

interface TestOptions extends SourceOptions {
  readonly filter?: string;
  readonly json?: boolean;
  readonly junit?: string;
  readonly lcov?: string;
  readonly watch?: boolean;
}

/** The program to test if none is named. */
const USUAL_MAIN = 'main.gtasm';

export function addTest(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  const command = program
    .command('test')
    .description('run the tests (.test) of programs')
    .argument('[files...]', `main sources, .gtasm, or folders of them; ${USUAL_MAIN} without any`)
    .option('--filter <text>', 'only tests whose name, with the values of their case, has this text in it');
  addSourceOptions(command)
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--lcov <file>', 'write which lines and arms of branches were executed, as LCOV')
    .option('--watch', 'run them again whenever a source changes, until interrupted')
    .option('--json', 'print one JSON document')
    .action((files: string[], options: TestOptions) =>
      onceOrWatching(options, output, end, () => test(files, options, output)),
    );
}

function test(files: readonly string[], options: TestOptions, output: Output): Outcome {
  const wanted = assembleOptions(options);
  if (isFailure(wanted)) return wanted;
  if (files.length === 0 && !existsSync(USUAL_MAIN))
    return commandFailure(2, `name the main source to be tested: there is no ${USUAL_MAIN} here`);
  let status: Status = 0;
  const programs: ProgramResults[] = [];
  for (const file of files.length === 0 ? [USUAL_MAIN] : mainFilesOf(files, output)) {
    const results = runProgram(file, wanted, options, output);
    if (isFailure(results)) status = fail(output, results);
    else programs.push(results);
  }
  reportUnused(
    programs.map(({ assembly }) => assembly),
    wanted,
    output,
  );
  return report(programs, options, output) ?? status;
}

/** Prints and writes the results; returns how the command ends if that is already decided. */
function report(programs: readonly ProgramResults[], options: TestOptions, output: Output): Outcome | undefined {
  const results = programs.flatMap((program) => program.results);
  const failed = results.filter(({ passed }) => !passed).length;
  const passed = results.length - failed;
  if (options.json === true) printJson(output, 'test', { passed, failed, tests: results.map(reportResult) });
  // Where no program could be tested, its failure has been told.
  else if (programs.length > 0) output.out(`${passed} passed, ${failed} failed`);
  const outputs = requested([
    [options.junit, () => junitReport(programs)],
    [options.lcov, () => programs.map(lcovOf).join('')],
  ]);
  const failure = output.files.write(outputs);
  if (failure !== undefined) return failure;
  if (options.filter !== undefined && results.length === 0 && programs.length > 0)
    return commandFailure(1, `no test has "${options.filter}" in its name`);
  return failed > 0 ? 1 : undefined;
}

/**
 * Results as JUnit XML, in the form that build servers read: a suite for each program, an element for each case. Times
 * are emulated seconds.
 */
function junitReport(programs: readonly ProgramResults[]): string {
  const all = programs.flatMap(({ results }) => results);
  const suites = programs.map(({ assembly, results }) => {
    const cases = results.map(testCase).join('');
    return `  <testsuite name="${escaped(shownPath(assembly.main))}" ${totals(results)}>\n${cases}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${totals(all)}>\n${suites.join('')}</testsuites>\n`;
}

function totals(results: readonly CaseResult[]): string {
  const failures = results.filter(({ passed }) => !passed).length;
  const cycles = results.reduce((sum, result) => sum + result.cycles, 0);
  return `tests="${results.length}" failures="${failures}" errors="0" time="${seconds(cycles)}"`;
}

function testCase({ test, case: which, cycles, failure }: CaseResult): string {
  const { file, range } = which;
  const name = escaped(caseName(test, which));
  const path = escaped(shownPath(file));
  const place = `file="${path}" line="${range.start.line + 1}"`;
  const head = `    <testcase classname="${path}" name="${name}" ${place} time="${seconds(cycles)}"`;
  if (failure === undefined) return `${head}/>\n`;
  const failed = `${shownPath(failure.file)}:${failure.range.start.line + 1}`;
  const text = escaped(failure.message);
  return `${head}>\n      <failure message="${text}">${escaped(failed)}: ${text}</failure>\n    </testcase>\n`;
}

function seconds(cycles: number): string {
  return (cycles / CLOCK_HZ).toFixed(6);
}

/** Text escaped for an attribute or content of XML; characters that XML cannot contain are left out. */
function escaped(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex -- these are what XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
