/** `gigatron check`: the findings of one or more programs, and the verdicts on their timing. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { isFailure } from '#basics';
import { applyFixes, DIAGNOSTIC_CODES, type Assembly } from '#assembler';
import { writeAll } from '../node-files.ts';
import { fail, printDocument, printJson, type CommandFailure, type Output, type Status } from '../output.ts';
import { printDiagnostic, printTiming, reportDiagnostic, reportTiming } from '../report.ts';
import { sarifLog } from '../sarif.ts';
import { assembleFile, parseDefines, shownPath } from '../source-files.ts';
import { collect } from './asm.ts';

interface CheckOptions {
  readonly timing?: boolean;
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly fix?: ReadonlySet<string>;
  readonly define?: readonly string[];
}

export function addCheck(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('check')
    .description('report the findings of programs')
    .argument('<files...>', 'main sources, .gtasm')
    .option('--timing', 'list each time check and timed block with its verdict')
    .option(
      '--fix <codes>',
      'apply the quick fixes of these codes, such as GT0826,GT0827, and report what is left',
      codes,
    )
    .option('-D, --define <name=value>', 'define a constant; may be repeated', collect)
    .option('--json', 'print one JSON document: diagnostics and timing')
    .addOption(new Option('--sarif', 'print the findings as one SARIF 2.1.0 document').conflicts('json'))
    .action((files: string[], options: CheckOptions) => end(check(files, options, output)));
}

/** Codes, separated by commas. */
function codes(text: string): ReadonlySet<string> {
  const list = text
    .toUpperCase()
    .split(',')
    .map((code) => code.trim());
  const unknown = list.find((code) => !Object.hasOwn(DIAGNOSTIC_CODES, code));
  if (unknown !== undefined) throw new InvalidArgumentError(`unknown code "${unknown}"`);
  return new Set(list);
}

/** Goes through all programs, even after one that cannot be read. */
function check(files: readonly string[], options: CheckOptions, output: Output): Status {
  const defines = parseDefines(options.define ?? []);
  if (isFailure(defines)) return fail(output, defines);
  const assemblies: Assembly[] = [];
  let status: Status = 0;
  for (const file of files) {
    const assembly = checkFile(file, defines, options.fix, output);
    if (isFailure(assembly)) status = fail(output, assembly);
    else assemblies.push(assembly);
  }
  print(assemblies, options, output);
  return status === 0 && assemblies.some(({ hasErrors }) => hasErrors) ? 1 : status;
}

function checkFile(
  file: string,
  defines: Record<string, number>,
  wanted: ReadonlySet<string> | undefined,
  output: Output,
): Assembly | CommandFailure {
  const assembly = assembleFile(file, { defines });
  if (wanted === undefined || isFailure(assembly)) return assembly;
  return fix(assembly, wanted, output) ?? assembleFile(file, { defines });
}

/** Writes the files that the fixes of some codes change. */
function fix(assembly: Assembly, wanted: ReadonlySet<string>, output: Output): CommandFailure | undefined {
  const fixed = applyFixes(assembly, wanted);
  const failure = writeAll([...fixed].map(([path, content]) => ({ path, content })));
  if (failure === undefined) for (const [path] of fixed) output.err(`${shownPath(path)} fixed`);
  return failure;
}

function print(assemblies: readonly Assembly[], options: CheckOptions, output: Output): void {
  const findings = assemblies.flatMap(({ diagnostics }) => diagnostics);
  if (options.sarif === true) {
    return printDocument(output, sarifLog(findings.map(reportDiagnostic), output.failures));
  }
  if (options.json === true) {
    return printJson(output, { diagnostics: findings.map(reportDiagnostic), timing: reportTiming(assemblies) });
  }
  for (const diagnostic of findings) printDiagnostic(output, diagnostic);
  if (options.timing === true && assemblies.length > 0) {
    printTiming(output, reportTiming(assemblies));
    for (const { main } of assemblies.filter(isUnproven)) {
      output.out(`${shownPath(main)}: the timing is proven when the program has no other errors`);
    }
  } else if (findings.length === 0 && assemblies.length > 0) output.out('no findings');
}

/** Whether other errors have kept the proof from starting. */
function isUnproven({ hasErrors, timing }: Assembly): boolean {
  return hasErrors && timing.length === 0;
}
