/** `gigatron asm`: assembles a file to ROM image, listing and debug information. */
import type { Command } from 'commander';
import type { Assembly } from '#assembler';
import { isFailure, writeBytes } from '../node-files.ts';
import { fail, printJson, type Failure, type Output, type Status } from '../output.ts';
import { printDiagnostic, reportDiagnostic, reportTiming } from '../report.ts';
import { assembleFile, parseDefines } from '../source-files.ts';

interface AsmOptions {
  readonly output?: string;
  readonly listing?: string;
  readonly debug?: string;
  readonly define: readonly string[];
  readonly json?: boolean;
}

export function addAsm(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('asm')
    .description('assemble a source file')
    .argument('<file>', 'main source, .gtasm')
    .option('-o, --output <rom>', 'write the ROM image')
    .option('--listing <file>', 'write the listing')
    .option('--debug <file>', 'write the debug information')
    .option('-D, --define <name=value>', 'define a constant; may be repeated', collect, [])
    .option('--json', 'print one JSON document: words, pages, symbols, diagnostics, timing')
    .action((file: string, options: AsmOptions) => end(asm(file, options, output)));
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

function asm(file: string, options: AsmOptions, output: Output): Status {
  const defines = parseDefines(options.define);
  if (isFailure(defines)) return fail(output, defines);
  const assembly = assembleFile(file, { defines });
  if (isFailure(assembly)) return fail(output, assembly);
  if (options.json !== true) for (const diagnostic of assembly.diagnostics) printDiagnostic(output, diagnostic);
  if (assembly.words === 0 && !assembly.hasErrors && options.output !== undefined) {
    return fail(output, { status: 1, message: `${file} has no words: no image is written` });
  }
  const failure = assembly.hasErrors ? undefined : writeResults(assembly, options);
  if (failure) return fail(output, failure);
  if (options.json === true) printJson(output, summary(assembly));
  else if (!assembly.hasErrors) output.out(sentence(assembly, options));
  return assembly.hasErrors ? 1 : 0;
}

function writeResults(assembly: Assembly, options: AsmOptions): Failure | undefined {
  const results: [string | undefined, () => Uint8Array | string][] = [
    [options.output, () => assembly.rom()],
    [options.listing, () => assembly.listing()],
    [options.debug, () => `${JSON.stringify(assembly.debugInfo)}\n`],
  ];
  for (const [path, content] of results) {
    const failure = path === undefined ? undefined : writeBytes(path, content());
    if (failure) return failure;
  }
  return undefined;
}

function summary(assembly: Assembly): object {
  return {
    words: assembly.words,
    pages: assembly.pages,
    symbols: assembly.debugInfo.symbols.map(({ name, kind, value }) => ({ name, kind, value })),
    diagnostics: assembly.diagnostics.map(reportDiagnostic),
    timing: reportTiming([assembly]),
  };
}

function sentence(assembly: Assembly, options: AsmOptions): string {
  const size = `${assembly.words} words in ${assembly.pages.length} pages`;
  return options.output === undefined ? `${size}; no image written (give -o FILE)` : `${size} → ${options.output}`;
}
