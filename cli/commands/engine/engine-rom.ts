/** The engine ROM for the commands that drive it: assembling and starting it, and what the commands share. */
import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { isFailure } from '#basics';
import type { Assembly } from '#assembler';
import { bootEngine, bootSearcher, type EngineSession, type Searcher } from '#engine-driver';
import type { CommandFiles } from '../../command-files.ts';
import { commandFailure, type CommandFailure } from '../../failures.ts';
import type { PlayerLimits } from '../../players/player.ts';
import { missingFromPackage, assembleFile } from '../../source-files.ts';
import { collect, parseDefines } from '../../source-options.ts';

/** Sources of the engine, relative to dist/. */
export const ENGINE_SOURCE = join(__dirname, '..', 'engine-asm', 'main.gtasm');

/** Assembles the engine with constants from the command line, without the proof, which takes longer than all else. */
function assembleEngine(defines: Readonly<Record<string, number>>, files: CommandFiles): Assembly | CommandFailure {
  const missing = missingFromPackage(ENGINE_SOURCE, 'the chess engine is');
  if (missing !== undefined) return missing;
  const assembly = assembleFile(ENGINE_SOURCE, files, { defines, check: false });
  if (isFailure(assembly) || !assembly.hasErrors) return assembly;
  return commandFailure(1, 'the engine has errors; see gigatron check');
}

export function startEngine(
  defines: Readonly<Record<string, number>>,
  files: CommandFiles,
): { session: EngineSession; assembly: Assembly } | CommandFailure {
  const assembly = assembleEngine(defines, files);
  if (isFailure(assembly)) return assembly;
  const session = bootEngine(assembly);
  return isFailure(session) ? commandFailure(1, session.message) : { session, assembly };
}

/** @param words the values of -D */
export function startSearcher(
  words: readonly string[] | undefined,
  files: CommandFiles,
): { searcher: Searcher; assembly: Assembly } | CommandFailure {
  const defines = parseDefines(words ?? []);
  if (isFailure(defines)) return defines;
  const assembly = assembleEngine(defines, files);
  if (isFailure(assembly)) return assembly;
  const searcher = bootSearcher(assembly);
  return isFailure(searcher) ? commandFailure(1, searcher.message) : { searcher, assembly };
}

/** Adds the option that defines constants of the engine, which can leave out its features. */
export function addDefine(command: Command): Command {
  return command.option('-D, --define <name=value>', 'define a constant of the engine; may be repeated', collect);
}

export function addDark(command: Command): Command {
  return command.option('--dark', 'the board is dark while the engine thinks, which leaves it more time');
}

/** For a search without a limit, in emulated seconds: the machine's own level at power-on. */
export const DEFAULT_SECONDS = 15;

/** The given limits; otherwise the machine's own level. */
export function limitsOf(depth?: number, nodes?: number, time?: number): PlayerLimits {
  const limits = {
    ...(depth !== undefined && { depth }),
    ...(nodes !== undefined && { nodes }),
    ...(time !== undefined && { seconds: time }),
  };
  return Object.keys(limits).length === 0 ? { seconds: DEFAULT_SECONDS } : limits;
}

/** Parser of an option that takes a number of seconds above 0, fractions allowed. */
export function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > 86_400) {
    throw new InvalidArgumentError('expected seconds, more than 0');
  }
  return value;
}
