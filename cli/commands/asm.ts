/** `gigatron asm`: assembles a file to ROM image, listing and debug information. */
import { Option, type Command } from 'commander';
import { isFailure } from '#basics';
import type { Assembly, Diagnostic } from '#assembler';
import { identityOf, type NewFile } from '#files/node';
import { writeAll } from '../node-files.ts';
import { commandFailure, fail, printJson, type CommandFailure, type Output, type Status } from '../output.ts';
import { counted, printDiagnostic, printPages, reportDiagnostic, reportTiming } from '../report.ts';
import { romFiles, romPaths, ROM_FORMATS, type RomFormat } from '../rom-format.ts';
import { assembleFile, parseDefines, shownPath } from '../source-files.ts';

interface AsmOptions {
  readonly output?: string;
  readonly format: RomFormat;
  readonly listing?: string;
  readonly debug?: string;
  readonly define?: readonly string[];
  readonly pages?: boolean;
  readonly allowWrongTiming?: boolean;
  readonly json?: boolean;
}

export function addAsm(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('asm')
    .description('assemble a source file')
    .argument('<file>', 'main source, .gtasm')
    .option('-o, --output <rom>', 'write the ROM image')
    .addOption(
      new Option(
        '--format <format>',
        'bytes of the image: low byte first, high byte first, or a file for each byte of the words',
      )
        .choices(ROM_FORMATS)
        .default('rom'),
    )
    .option('--listing <file>', 'write the listing')
    .option('--debug <file>', 'write the debug information')
    .option('-D, --define <name=value>', 'define a constant; may be repeated', collect)
    .option('--allow-wrong-timing', 'write the files even if the timing is wrong')
    .option('--pages', 'list the ROM pages: words used and free, and the labels in each')
    .option('--json', 'print one JSON document: words, pages, symbols, diagnostics, timing')
    .action((file: string, options: AsmOptions) => end(asm(file, options, output)));
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

function asm(file: string, options: AsmOptions, output: Output): Status {
  const defines = parseDefines(options.define ?? []);
  if (isFailure(defines)) return fail(output, defines);
  const inputs = new Set<string>();
  const assembly = assembleFile(file, { defines }, inputs);
  if (isFailure(assembly)) return fail(output, assembly);
  if (options.json !== true) for (const diagnostic of assembly.diagnostics) printDiagnostic(output, diagnostic);
  const refused = sharedPath(assembly, inputs, options);
  const isWrong = assembly.diagnostics.some((finding) => isInTheWay(finding, options));
  const failure = refused ?? (isWrong ? undefined : writeResults(assembly, options));
  const status = failure === undefined ? 0 : fail(output, failure);
  if (options.json === true) printJson(output, summary(assembly));
  else {
    // If a page is too full, its use is even more interesting.
    if (options.pages === true) printPages(output, assembly);
    if (!isWrong && status === 0) printSize(assembly, options, output);
  }
  return status === 0 && isWrong ? 1 : status;
}

/** Errors of the proof: the image is complete, but its timing is not what the source says. */
const TIMING_ERRORS: ReadonlySet<string> = new Set(['GT0810', 'GT0811', 'GT0812', 'GT0825', 'GT0831']);

/** Whether a finding prevents the files from being written. */
function isInTheWay({ severity, code }: Diagnostic, { allowWrongTiming }: AsmOptions): boolean {
  return severity === 'error' && !(allowWrongTiming === true && TIMING_ERRORS.has(code));
}

/** Why an output would overwrite an input or another output; undefined if none does. */
function sharedPath(
  { files }: Assembly,
  inputs: ReadonlySet<string>,
  { output, format, listing, debug }: AsmOptions,
): CommandFailure | undefined {
  const taken = new Map([...inputs].map((path) => [identityOf(path), 'a file that the program reads']));
  for (const { path } of files) taken.set(identityOf(path), 'a source of the program');
  const images = output === undefined ? [] : romPaths(output, format);
  for (const path of [...images, listing, debug]) {
    if (path === undefined) continue;
    const place = identityOf(path);
    const other = taken.get(place);
    if (other !== undefined) return commandFailure(2, `cannot write ${path}: it is ${other}`);
    taken.set(place, 'named twice');
  }
  return undefined;
}

function writeResults(assembly: Assembly, options: AsmOptions): CommandFailure | undefined {
  if (assembly.words === 0 && options.output !== undefined) {
    return commandFailure(1, `${shownPath(assembly.main)} has no words: no image is written`);
  }
  const images = options.output === undefined ? [] : romFiles(options.output, assembly.rom(), options.format);
  const results: readonly [string | undefined, () => NewFile['content']][] = [
    [options.listing, () => assembly.listing()],
    [options.debug, () => `${JSON.stringify(assembly.debugInfo)}\n`],
  ];
  const others = results.flatMap(([path, content]) => (path === undefined ? [] : [{ path, content: content() }]));
  return writeAll([...images, ...others]);
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

function printSize(assembly: Assembly, options: AsmOptions, output: Output): void {
  const size = `${counted(assembly.words, 'word')} in ${counted(assembly.pages.length, 'page')}`;
  if (options.output === undefined) output.out(`${size}; no image written (give -o FILE)`);
  else if (assembly.words > 0) output.out(`${size} → ${romPaths(options.output, options.format).join(', ')}`);
}
