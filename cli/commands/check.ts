/** `gigatron check`: the findings of one or more programs, and the verdicts on their timing. */
import type { Command } from 'commander';
import { applyFixes, type Assembly } from '#assembler';
import { isFailure, writeBytes } from '../node-files.ts';
import { fail, printJson, type Failure, type Output, type Status } from '../output.ts';
import { printDiagnostic, printTiming, reportDiagnostic, reportTiming } from '../report.ts';
import { sarifLog } from '../sarif.ts';
import { assembleFile, parseDefines, shownPath } from '../source-files.ts';
import { collect } from './asm.ts';

interface CheckOptions {
  readonly timing?: boolean;
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly fix?: string;
  readonly define: readonly string[];
}

export function addCheck(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('check')
    .description('report the findings of programs without writing anything')
    .argument('<files...>', 'main sources, .gtasm')
    .option('--timing', 'list each time check and exact block with its verdict')
    .option('--fix <codes>', 'make the quick fixes of these codes, such as GT0826,GT0827, and say what is left')
    .option('-D, --define <name=value>', 'define a constant; may be repeated', collect, [])
    .option('--json', 'print one JSON document: diagnostics and timing')
    .option('--sarif', 'print the findings as one SARIF 2.1.0 document')
    .action((files: string[], options: CheckOptions) => end(check(files, options, output)));
}

function check(files: readonly string[], options: CheckOptions, output: Output): Status {
  const defines = parseDefines(options.define);
  if (isFailure(defines)) return fail(output, defines);
  const assemblies: Assembly[] = [];
  for (const file of files) {
    let assembly = assembleFile(file, { defines });
    if (!isFailure(assembly) && options.fix !== undefined) {
      const failure = fix(assembly, options.fix, output);
      assembly = failure ?? assembleFile(file, { defines });
    }
    if (isFailure(assembly)) return fail(output, assembly);
    assemblies.push(assembly);
  }
  print(assemblies, options, output);
  return assemblies.some(({ hasErrors }) => hasErrors) ? 1 : 0;
}

/** Writes the files that the fixes of some codes change. */
function fix(assembly: Assembly, codes: string, output: Output): Failure | undefined {
  const wanted = new Set(codes.toUpperCase().split(','));
  for (const [path, text] of applyFixes(assembly, wanted)) {
    const failure = writeBytes(path, text);
    if (failure !== undefined) return failure;
    output.err(`${shownPath(path)} fixed`);
  }
  return undefined;
}

function print(assemblies: readonly Assembly[], options: CheckOptions, output: Output): void {
  const findings = assemblies.flatMap(({ diagnostics }) => diagnostics);
  if (options.sarif === true) return printJson(output, sarifLog(findings.map(reportDiagnostic)));
  const timing = reportTiming(assemblies);
  if (options.json === true) return printJson(output, { diagnostics: findings.map(reportDiagnostic), timing });
  for (const diagnostic of findings) printDiagnostic(output, diagnostic);
  if (options.timing === true) printTiming(output, timing);
  else if (findings.length === 0) output.out('no findings');
}
