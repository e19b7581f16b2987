/**
 * Assembles a source and loads the result.
 *
 * The assembler reads files synchronously, as it meets their names, but the host delivers them later. So the source is
 * assembled again until no new file is requested. A program whose only errors come from the timing proof has a complete
 * image and can be debugged anyway. So it starts before the proof, which takes longer than everything else.
 */
import { fnv1a64, failure, isFailure, type Result } from '#basics';
import { assemble, type AssembleOptions, type Assembly, type Diagnostic, type SourceText } from '#assembler';
import { textOf, type FileContent } from '#files';
import type { Host } from '../connection/host.ts';
import { failures, type RequestFailure } from '../errors.ts';
import { evaluateConstant } from './expression.ts';
import type { LaunchOptions } from './launch-options.ts';
import { folderOf, liesIn, splitRoot } from './paths.ts';
import { createProgram, type Program } from './program.ts';

const MARK = [0xef, 0xbb, 0xbf] as const;

/** FNV-1a 64 of the UTF-8 text, without a byte order mark, 16 hex digits. */
export function sourceHash(bytes: Uint8Array): string {
  const isMarked = MARK.every((byte, index) => bytes[index] === byte);
  return fnv1a64(isMarked ? bytes.subarray(MARK.length) : bytes);
}

/** Receives the errors that the assembler found, for the debug console. @param line 0-based */
type ReportDiagnostic = (diagnostic: { readonly path: string; readonly line: number; readonly text: string }) => void;

/** Holds the last assembly: after changing one line, the next one takes a fraction of the time. */
export interface AssemblyHolder {
  assembly: Assembly | undefined;
}

export interface Loading {
  readonly options: LaunchOptions;
  readonly host: Host;
  readonly report: ReportDiagnostic;
  readonly holder: AssemblyHolder;
}

/** Deepest nesting of includes that is followed. */
const MAX_ROUNDS = 100;

/** @param content the main file */
export async function loadSourceProgram(content: FileContent, loading: Loading): Promise<Program | RequestFailure> {
  const { options, host, report, holder } = loading;
  const defines = constants(options.defines ?? {});
  if (isFailure(defines)) return failures.badLaunchArgument(defines.message);
  const { root, rest } = splitRoot(options.program);
  const bounds = { defines, root: includeRoot(options.program, options.workspace), check: false };
  const files = new Map<string, FileContent>([[rest, content]]);
  const assembly = await assembleWithFiles(rest, root, bounds, files, host, holder);
  if (assembly.hasErrors) return reportErrors(assembly.diagnostics, root, report, bounds.root);
  const program = createProgram(options.program, assembly.image, assembly.debugInfo, folderOf(options.program));
  return { ...program, tests: assembly.tests, proof: prove(assembly, root, report), sourceHashes: hashesOf(files) };
}

function hashesOf(files: ReadonlyMap<string, FileContent>): ReadonlyMap<string, string> {
  const read = [...files].flatMap(([path, content]) => (isFailure(content) ? [] : [[path, content.bytes] as const]));
  return new Map(read.map(([path, bytes]) => [path, sourceHash(bytes)]));
}

/** Proves the timing in pieces of a few milliseconds, and reports what is wrong with it. */
function* prove(assembly: Assembly, root: string, report: ReportDiagnostic): Generator<void, void> {
  yield* assembly.proving();
  const checked = assembly.checked();
  if (checked.hasErrors) reportErrors(checked.diagnostics, root, report);
}

/** The folder that includes may not leave, as the assembler names it: without drive or scheme. */
function includeRoot(program: string, workspace: string | undefined): string {
  const { rest } = splitRoot(program);
  if (workspace === undefined || !liesIn(program, workspace)) return folderOf(rest);
  return rest.slice(0, splitRoot(workspace).rest.replace(/\/$/, '').length);
}

async function assembleWithFiles(
  main: string,
  root: string,
  options: AssembleOptions,
  files: Map<string, FileContent>,
  host: Host,
  holder: AssemblyHolder,
): Promise<Assembly> {
  for (let round = 1; ; round++) {
    const missing = new Set<string>();
    const read = (path: string, as: 'text' | 'bytes'): SourceText => {
      const content = files.get(path);
      if (content === undefined) missing.add(path);
      const result = content === undefined || isFailure(content) || as === 'bytes' ? content : textOf(content.bytes);
      return result ?? failure('it is being loaded');
    };
    const assembly = (holder.assembly = assemble(main, { read }, options, holder.assembly));
    if (missing.size === 0 || round === MAX_ROUNDS) return assembly;
    for (const path of missing) files.set(path, await host.readFile(root + path));
  }
}

/**
 * Reports all errors on the console; returns the first one as the failure.
 * @param folder in which the failure names files by the rest of their path
 */
function reportErrors(
  diagnostics: readonly Diagnostic[],
  root: string,
  report: ReportDiagnostic,
  folder = '',
): RequestFailure {
  const errors = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ file, range, code, message }) => ({ file, path: root + file, line: range.start.line, code, message }));
  for (const { path, line, code, message } of errors) {
    report({ path, line, text: `${path}:${line + 1}: error ${code}: ${message}` });
  }
  const first = errors[0] ?? { file: '', path: '', line: -1, message: 'the assembly failed' };
  const name = first.file.startsWith(`${folder}/`) ? first.file.slice(folder.length + 1) : first.path;
  return failures.assemblyFailed(`${name}:${first.line + 1}`, first.message, errors.length - 1);
}

/** Definitions as numbers; a failure is a clause. */
function constants(defines: Readonly<Record<string, string | number>>): Result<Readonly<Record<string, number>>> {
  const result: Record<string, number> = {};
  for (const [name, value] of Object.entries(defines)) {
    const number = typeof value === 'number' ? value : evaluateConstant(value);
    if (number === undefined || !Number.isSafeInteger(number)) return failure(`"defines.${name}" must be an integer`);
    result[name] = number;
  }
  return result;
}
