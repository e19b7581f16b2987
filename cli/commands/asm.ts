/** `gigatron asm`: assembles a file to ROM image, listing, debug information, symbols and dependencies. */
import { existsSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { counted, elementAt, isFailure, numberAt } from '#basics';
import { formatSymbols, type Assembly, type Diagnostic } from '#assembler';
import type { PartlyCertified } from '#certifier';
import { certificateOf, certificateText, refusals } from '../certificate.ts';
import { isStandardOutput, requested, STANDARD_STREAM } from '../command-files.ts';
import { commandFailure, fail, printJson, type CommandFailure, type Outcome, type Output } from '../output.ts';
import { printDiagnostic, printPages, reportDiagnostic, reportTiming } from '../report.ts';
import { assembleFile, reportUnused, shownPath } from '../source-files.ts';
import { addSourceOptions, addWarningOptions, assembleOptions, judged } from '../source-options.ts';
import type { SourceOptions, WarningOptions } from '../source-options.ts';
import { onceOrWatching } from '../watch.ts';

/**
 * The bytes of a ROM image in the forms that EPROM programmers expect. `rom`: low byte first; `swapped`: high byte
 * first; `halves`: two files, for two chips of 8 bits.
 *
 * The Gigatron has a 27C1024: 65,536 words of 16 bits, the opcode on D0 to D7, the operand on D8 to D15. Its image has
 * the low byte of each word first, which is the opcode. Source: Core/asm.py of the system ROM's repository.
 */
const ROM_FORMATS: Readonly<Record<RomFormat, readonly RomFile[]>> = {
  rom: [{ half: '', bytes: (rom) => rom }],
  swapped: [{ half: '', bytes: (rom) => rom.map((_, at) => numberAt(rom, at ^ 1)) }],
  halves: [
    { half: '.lo', bytes: (rom) => rom.filter((_, at) => at % 2 === 0) },
    { half: '.hi', bytes: (rom) => rom.filter((_, at) => at % 2 === 1) },
  ],
};
type RomFormat = 'rom' | 'swapped' | 'halves';

/** A file of an image: what its name gets before the extension, and its bytes. */
interface RomFile {
  readonly half: string;
  bytes(rom: Uint8Array): Uint8Array;
}

interface AsmOptions extends SourceOptions, WarningOptions {
  readonly output?: string;
  readonly format: RomFormat;
  readonly listing?: string;
  readonly debug?: string;
  readonly symbolFile?: string;
  readonly vcpu?: string;
  readonly interface?: string;
  readonly certify?: string;
  readonly dependencies?: boolean;
  readonly dependencyFile?: string;
  readonly pages?: boolean;
  readonly allowWrongTiming?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

export function addAsm(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  const command = program
    .command('asm')
    .description('assemble a source file')
    .argument('<file>', 'main source, .gtasm; - is standard input')
    .option('-o, --output <rom>', 'write the ROM image; - is standard output, here and below')
    .addOption(
      new Option(
        '-f, --format <format>',
        'bytes of the image: low byte first, high byte first, or a file for each byte of the words',
      )
        .choices(Object.keys(ROM_FORMATS))
        .default('rom'),
    )
    .option('-l, --listing <file>', 'write the listing')
    .option('-g, --debug <file>', 'write the debug information')
    .option('-s, --symbol-file <file>', 'write the addresses of labels and zero-page bytes')
    .option('--vcpu <file>', 'write the .vcpu segments as a .gt1 program')
    .option('--interface <file>', 'write what .interface names, as interface.json')
    .option('--certify <file>', 'write the certificate of the timing, which "gigatron verify" checks')
    .option('--dependencies', 'write beside the image, as .d, which files it is made of, for make (also: -MD)')
    .option('--dependency-file <file>', 'write that to a file (also: -MF)');
  addWarningOptions(addSourceOptions(command))
    .option('--allow-wrong-timing', 'write the files even if the timing is wrong')
    .option('--pages', 'list the ROM pages: words used and free, and the labels in each')
    .option('--watch', 'assemble again whenever a source changes, until interrupted')
    .option('--json', 'print one JSON document: words, pages, symbols, diagnostics, timing')
    .action(async (file: string, options: AsmOptions) => {
      const wrong = wrongUse(file, options);
      if (wrong !== undefined) end(commandFailure(2, wrong));
      else await onceOrWatching(options, output, end, () => asm(file, options, output));
    });
}

/** What is wrong with the combination of options; undefined if nothing is. */
function wrongUse(file: string, options: AsmOptions): string | undefined {
  if (options.watch === true && file === STANDARD_STREAM) return '--watch needs a file, not standard input';
  if (options.dependencies !== true && options.dependencyFile === undefined) return undefined;
  return options.output === undefined || isStandardOutput(options.output)
    ? 'the dependencies are those of an image: give -o FILE'
    : undefined;
}

function asm(file: string, options: AsmOptions, output: Output): Outcome {
  const wanted = assembleOptions(options);
  if (isFailure(wanted)) return wanted;
  const assembly = assembleFile(file, output.files, wanted);
  if (isFailure(assembly)) return assembly;
  reportUnused([assembly], wanted, output);
  const refused = output.files.claim([...productPaths(options), dependencyPath(options)], options.json);
  const findings = judged(assembly.diagnostics, options);
  if (options.json !== true) for (const diagnostic of findings) printDiagnostic(output, diagnostic);
  const isWrong = findings.some((finding) => isInTheWay(finding, options));
  const made = options.certify === undefined || isWrong ? undefined : certificateOf(assembly);
  const failure = refused ?? (isWrong ? undefined : writeResults(assembly, options, output, made));
  const status = failure === undefined ? 0 : fail(output, failure);
  if (options.json === true) printJson(output, 'asm', summary(assembly, findings, made));
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

/** Paths of the products that the options ask for. */
function productPaths(options: AsmOptions): readonly string[] {
  const { output, format, listing, debug, symbolFile, vcpu, certify } = options;
  const images = output === undefined ? [] : romPaths(output, format);
  return [...images, listing, debug, symbolFile, vcpu, options.interface, certify].filter((path) => path !== undefined);
}

/** `main.d` for `main.rom`, unless it is named; undefined unless requested. */
function dependencyPath({ output, dependencies, dependencyFile }: AsmOptions): string | undefined {
  if (dependencyFile !== undefined) return dependencyFile;
  return dependencies === true ? output?.replace(/(?:\.[^./\\]+)?$/, '.d') : undefined;
}

function writeResults(
  assembly: Assembly,
  options: AsmOptions,
  { files }: Output,
  made: PartlyCertified | undefined,
): CommandFailure | undefined {
  const { output, format } = options;
  if (output !== undefined && assembly.words === 0)
    return commandFailure(1, `${shownPath(assembly.main)} has no words: no image is written`);
  if (output !== undefined && isStandardOutput(output) && format === 'halves')
    return commandFailure(2, '--format halves writes two files, not standard output');
  const refused = made?.refused[0] ?? (isFailure(made?.certified) ? made.certified : undefined);
  if (refused !== undefined) return commandFailure(1, `the timing is not certified: ${refused.message}`);
  const certificate = made === undefined || isFailure(made.certified) ? '' : certificateText(made.certified);
  const gt1 = options.vcpu === undefined ? '' : assembly.gt1();
  if (isFailure(gt1)) return commandFailure(1, gt1.message);
  const json = options.interface === undefined ? '' : assembly.interfaceJson();
  if (isFailure(json)) return commandFailure(1, json.message);
  const paths = output === undefined ? [] : romPaths(output, format);
  const images = paths.map((path, file) => ({
    path,
    content: elementAt(ROM_FORMATS[format], file).bytes(assembly.rom()),
  }));
  const others = requested([
    [options.listing, () => assembly.listing()],
    [options.debug, () => `${JSON.stringify(assembly.debugInfo)}\n`],
    [options.symbolFile, () => formatSymbols(assembly.debugInfo)],
    [options.vcpu, () => gt1],
    [options.interface, () => json],
    [options.certify, () => certificate],
    [dependencyPath(options), () => dependencyRule(productPaths(options), files.inputs)],
  ]);
  return files.write([...images, ...others]);
}

function summary(assembly: Assembly, findings: readonly Diagnostic[], made: PartlyCertified | undefined): object {
  return {
    words: assembly.words,
    pages: assembly.pages,
    symbols: assembly.debugInfo.symbols.map(({ name, kind, value }) => ({ name, kind, value })),
    diagnostics: findings.map(reportDiagnostic),
    timing: reportTiming([assembly], () => refusals(made)),
  };
}

function printSize(assembly: Assembly, options: AsmOptions, output: Output): void {
  const size = `${counted(assembly.words, 'word')} in ${counted(assembly.pages.length, 'page')}`;
  if (options.output === undefined) output.out(`${size}; no image written (give -o FILE)`);
  else if (assembly.words > 0) output.out(`${size} → ${romPaths(options.output, options.format).join(', ')}`);
}

/**
 * `main.rom main.lst: main.gtasm lib.gtasm`, and an empty rule for each file, so that make goes on if one is deleted.
 * Files that were looked for and are not there are left out.
 */
function dependencyRule(targets: readonly string[], inputs: Iterable<string>): string {
  const made = targets.filter((path) => !isStandardOutput(path));
  const read = [...new Set([...inputs].filter((path) => path !== STANDARD_STREAM && existsSync(path)).map(shownPath))];
  const words = (paths: readonly string[]): string => paths.map(escapedForMake).join(' ');
  const empty = read.slice(1).map((path) => `\n${escapedForMake(path)}:\n`);
  return `${words(made)}: ${words(read)}\n${empty.join('')}`;
}

function escapedForMake(path: string): string {
  return path.replaceAll('$', '$$$$').replace(/[\s#:%]/g, '\\$&');
}

/** `engine.rom` → `engine.lo.rom`, `engine.hi.rom`. */
function romPaths(path: string, format: RomFormat): readonly string[] {
  return ROM_FORMATS[format].map(({ half }) => path.replace(/(\.[^./\\]+)?$/, `${half}$1`));
}
