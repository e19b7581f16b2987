/** The engine ROM for the commands that drive it: assembling and starting it, and what the commands share. */
import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { isFailure } from '#basics';
import type { Assembly } from '#assembler';
import { bootSearcher, type Searcher } from '#engine-driver';
import type { CommandFiles } from '../../command-files.ts';
import { commandFailure, type CommandFailure } from '../../failures.ts';
import type { PlayerLimits } from '../../players/player.ts';
import { assembleOwn } from '../../source-files.ts';
import { collect, parseDefines } from '../../source-options.ts';

/** Sources of the engine, relative to dist/. */
export const ENGINE_SOURCE = join(__dirname, '..', 'engine-asm', 'main.gtasm');

export const ENGINE = 'the chess engine';

/** @param words the values of -D */
export function startSearcher(
  words: readonly string[] | undefined,
  files: CommandFiles,
): { searcher: Searcher; assembly: Assembly } | CommandFailure {
  const defines = parseDefines(words ?? []);
  if (isFailure(defines)) return defines;
  const assembly = assembleOwn(ENGINE_SOURCE, ENGINE, files, defines);
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

/** Options of the commands that search. */
export interface SearchOptions extends PlayerLimits {
  readonly dark?: boolean;
  readonly define?: readonly string[];
  readonly json?: boolean;
}

/** The given limits; otherwise the machine's own level. */
export function limitsOf({ depth, nodes, seconds }: PlayerLimits): PlayerLimits {
  const isUnlimited = [depth, nodes, seconds].every((limit) => limit === undefined);
  return isUnlimited ? { seconds: DEFAULT_SECONDS } : { depth, nodes, seconds };
}

/** Parser of an option that takes a number of seconds above 0, fractions allowed. */
export function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > 86_400) {
    throw new InvalidArgumentError('expected seconds, more than 0');
  }
  return value;
}
