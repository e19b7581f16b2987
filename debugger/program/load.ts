/** Loads what a launch configuration names: a source, assembled first, or a ROM image. */
import { isFailure } from '#basics';
import { parseInputScript, type InputEvent } from '#emulator';
import { textOf } from '#files';
import type { Host } from '../connection/host.ts';
import { failures, type RequestFailure } from '../errors.ts';
import type { LaunchOptions } from './launch-options.ts';
import { loadRomProgram } from './load-rom.ts';
import { loadSourceProgram, type ReportDiagnostic } from './load-source.ts';
import { folderOf, hasExtension, resolvePath } from './paths.ts';
import type { Program } from './program.ts';

export interface Loaded {
  readonly program: Program;
  readonly input: readonly InputEvent[];
}

export async function load(
  options: LaunchOptions,
  host: Host,
  report: ReportDiagnostic,
): Promise<Loaded | RequestFailure> {
  const program = await loadProgram(options, host, report);
  if (isFailure(program)) return program;
  const input = await loadInput(options, host);
  return isFailure(input) ? input : { program, input };
}

async function loadProgram(
  options: LaunchOptions,
  host: Host,
  report: ReportDiagnostic,
): Promise<Program | RequestFailure> {
  const path = options.program;
  const isRom = hasExtension(path, '.rom');
  if (!isRom && !hasExtension(path, '.gtasm')) return failures.notAProgram(path);
  const content = await host.readFile(path);
  if (isFailure(content)) return failures.noProgramFile(path, content.message);
  return isRom ? loadRomProgram(options, content.bytes, host) : loadSourceProgram(options, content, host, report);
}

async function loadInput(
  { input, program }: LaunchOptions,
  host: Host,
): Promise<readonly InputEvent[] | RequestFailure> {
  if (input === undefined) return [];
  const path = resolvePath(folderOf(program), input);
  const content = await host.readFile(path);
  if (isFailure(content)) return failures.noInputFile(path, content.message);
  const decoded = textOf(content.bytes);
  if (isFailure(decoded)) return failures.badInputScript(path, `${decoded.message}.`);
  const script = parseInputScript(decoded.text);
  return isFailure(script) ? failures.badInputScript(path, script.message) : script.events;
}
