/** `gigatron check`: the findings of one or more programs, and the verdicts on their timing. */
import { isFailure } from '#basics';
import { DIAGNOSTIC_CODES, type Diagnostic, applyFixes, type AssembleOptions, type Assembly } from '#assembler';
import { commandFailure, fail, printDocument, printJson } from '../output.ts';
import type { CommandFailure, Outcome, Output, Status } from '../output.ts';
import { shownPath, mainFilesOf, assembleFile, reportUnused } from '../source-files.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { PartlyCertified } from '#certifier';
import { certificateOf, printCertificate, refusals } from '../certificate.ts';
import { STANDARD_STREAM } from '../command-files.ts';
import { printDiagnostic, printTiming, reportDiagnostic, reportTiming } from '../report.ts';
import { sarifLog } from '../sarif.ts';
import { addSourceOptions, addWarningOptions, assembleOptions, judged } from '../source-options.ts';
import type { SourceOptions, WarningOptions } from '../source-options.ts';
import { claimsOf } from '../claims.ts';

interface CheckOptions extends SourceOptions, WarningOptions {
  readonly timing?: boolean;
  readonly certify?: boolean;
  readonly claims?: boolean;
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly fix?: ReadonlySet<string>;
}

export function addCheck(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  const command = program
    .command('check')
    .description('report the findings of programs')
    .argument(
      '<files...>',
      'sources, .gtasm, or folders of them; an included one stands for its program; - is standard input',
    )
    .option('--timing', 'list each time check and timed block with its verdict')
    .addOption(
      new Option('--certify', 'have the verifier check that the time checks are exact').conflicts(['json', 'sarif']),
    )
    .addOption(
      new Option(
        '--claims',
        'of ROMs that gigatron map has described: compare what the comments of their sources in Python claim about cycles',
      ).conflicts(['timing', 'certify', 'fix']),
    )
    .option(
      '--fix <codes>',
      'apply the quick fixes of these codes, such as GT0826,GT0827, and report what is left',
      codes,
    );
  addWarningOptions(addSourceOptions(command))
    .option('--json', 'print one JSON document: diagnostics and timing')
    .addOption(new Option('--sarif', 'print the findings as one SARIF 2.1.0 document').conflicts('json'))
    .action((files: string[], options: CheckOptions) =>
      end(options.claims === true ? checkClaimsOf(files, options, output) : check(files, options, output)),
    );
}

/** Compares the claims of several ROMs, even after one that cannot be read. */
function checkClaimsOf(files: readonly string[], options: CheckOptions, output: Output): Status {
  let status: Status = 0;
  const findings: Diagnostic[] = [];
  const summaries: string[] = [];
  for (const file of files) {
    const claims = claimsOf(file, output);
    if (isFailure(claims)) status = fail(output, claims);
    else {
      findings.push(...judged(claims.findings, options));
      summaries.push(claims.summary);
    }
  }
  print([], findings, options, output);
  if (options.json !== true && options.sarif !== true) for (const line of summaries) output.out(line);
  return status === 0 && findings.some(({ severity }) => severity === 'error') ? 1 : status;
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
function check(files: readonly string[], options: CheckOptions, output: Output): Outcome {
  const wanted = assembleOptions(options);
  if (isFailure(wanted)) return wanted;
  const assemblies: Assembly[] = [];
  let status: Status = 0;
  for (const file of mainFilesOf(files, output)) {
    const assembly = checkFile(file, wanted, options.fix, output);
    if (isFailure(assembly)) status = fail(output, assembly);
    else assemblies.push(assembly);
  }
  reportUnused(assemblies, wanted, output);
  const findings = assemblies.flatMap(({ diagnostics }) => judged(diagnostics, options));
  const certificates = new Map(
    options.certify === true ? assemblies.map((assembly) => [assembly, certificateOf(assembly)] as const) : [],
  );
  print(assemblies, findings, options, output, certificates);
  for (const [assembly, made] of certificates)
    if (!printCertificate(output, shownPath(assembly.main), assembly, made) && status === 0) status = 1;
  return status === 0 && findings.some(({ severity }) => severity === 'error') ? 1 : status;
}

function checkFile(
  file: string,
  options: AssembleOptions,
  fixed: ReadonlySet<string> | undefined,
  output: Output,
): Assembly | CommandFailure {
  const assembly = assembleFile(file, output.files, options);
  if (fixed === undefined || isFailure(assembly)) return assembly;
  if (file === STANDARD_STREAM) return commandFailure(2, '--fix changes files, and standard input is none');
  return fix(assembly, fixed, output) ?? assembleFile(file, output.files, options);
}

/** Writes the files that the fixes of some codes change. */
function fix(assembly: Assembly, wanted: ReadonlySet<string>, output: Output): CommandFailure | undefined {
  const fixed = applyFixes(assembly, wanted);
  const failure = output.files.rewrite([...fixed].map(([path, content]) => ({ path, content })));
  if (failure === undefined) for (const [path] of fixed) output.err(`${shownPath(path)} fixed`);
  return failure;
}

function print(
  assemblies: readonly Assembly[],
  findings: readonly Diagnostic[],
  options: CheckOptions,
  output: Output,
  certificates: ReadonlyMap<Assembly, PartlyCertified> = new Map(),
): void {
  const diagnostics = findings.map(reportDiagnostic);
  if (options.sarif === true) return printDocument(output, sarifLog(diagnostics, output.failures));
  if (options.json === true) return printJson(output, 'check', { diagnostics, timing: reportTiming(assemblies) });
  for (const diagnostic of findings) printDiagnostic(output, diagnostic);
  if (options.timing === true && assemblies.length > 0) {
    const timing = reportTiming(assemblies, (assembly) => refusals(certificates.get(assembly)));
    printTiming(output, timing);
    for (const { main, hasErrors, timing } of assemblies)
      if (hasErrors && timing.length === 0)
        output.out(`${shownPath(main)}: the timing is proven when the program has no other errors`);
  } else if (findings.length === 0 && assemblies.length > 0) output.out('no findings');
}
