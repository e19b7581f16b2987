/**
 * Assembles a source and loads what comes of it.
 *
 * The assembler asks for files when it meets their names and wants them at once, the host gives them
 * later; so it assembles again until no file is asked for that has not been looked for.
 */
import { assemble, type Assembly, type Diagnostic, type SourceText } from '#assembler';
import type { Host } from '../connection/host.ts';
import { failures, type Failure } from '../errors.ts';
import { evaluateConstant } from '../values/constant.ts';
import type { LaunchOptions } from './launch-options.ts';
import { folderOf, splitRoot } from './paths.ts';
import { createProgram, type Program } from './program.ts';

/** Takes findings of the assembler that the failure's one sentence does not say. */
export type ReportDiagnostic = (diagnostic: { readonly path: string; readonly line: number; readonly text: string }) => void;

/** Deepest nesting of includes that is followed. */
const MAX_ROUNDS = 100;

export async function loadSourceProgram(
  options: LaunchOptions,
  host: Host,
  report: ReportDiagnostic,
): Promise<Program | Failure> {
  const defines = constants(options.defines ?? {});
  if (typeof defines === 'string') return failures.badLaunchArgument(defines);
  const { root, rest } = splitRoot(options.program);
  const assembly = await assembleWithFiles(rest, root, defines, host);
  const shown = (path: string): string => root + path;
  if (assembly.hasErrors) return describeErrors(assembly.diagnostics, shown, report);
  return createProgram(options.program, assembly.image, assembly.debugInfo, folderOf(options.program));
}

async function assembleWithFiles(
  main: string,
  root: string,
  defines: Readonly<Record<string, number>>,
  host: Host,
): Promise<Assembly> {
  const files = new Map<string, Uint8Array | undefined>();
  for (let round = 1; ; round++) {
    const missing = new Set<string>();
    const read = (path: string, as: 'text' | 'bytes'): SourceText => {
      if (!files.has(path)) missing.add(path);
      const bytes = files.get(path);
      if (bytes === undefined) return { error: `there is no file "${root}${path}"` };
      return as === 'bytes' ? { bytes } : { text: new TextDecoder().decode(bytes) };
    };
    const assembly = assemble(main, { read }, { defines });
    if (missing.size === 0 || round === MAX_ROUNDS) return assembly;
    for (const path of missing) files.set(path, await host.readFile(root + path));
  }
}

/** The first error as the failure; all of them for the console where there are more. */
function describeErrors(
  diagnostics: readonly Diagnostic[],
  shown: (path: string) => string,
  report: ReportDiagnostic,
): Failure {
  const errors = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ file, range, code, message }) => ({ path: shown(file), line: range.start.line + 1, code, message }));
  for (const { path, line, code, message } of errors) {
    report({ path, line, text: `${path}:${line}: error ${code}: ${message}` });
  }
  const first = errors[0] ?? { path: '', line: 0, message: 'the assembly failed' };
  return failures.assemblyFailed(`${first.path}:${first.line}`, first.message, errors.length - 1);
}

/** Definitions as numbers; a string is the clause that says what is wrong. */
function constants(defines: Readonly<Record<string, string | number>>): Readonly<Record<string, number>> | string {
  const result: Record<string, number> = {};
  for (const [name, value] of Object.entries(defines)) {
    const number = typeof value === 'number' ? value : evaluateConstant(value);
    if (number === undefined || !Number.isSafeInteger(number)) return `"defines.${name}" must be an integer`;
    result[name] = number;
  }
  return result;
}
