/** The commands of a program as a plain table, from which completions and the manual page are made. */
import type { Argument, Command, Option } from 'commander';

export interface CommandRow {
  /** Its words after `gigatron`, such as `engine perft`; empty for the program itself. */
  readonly words: readonly string[];
  readonly summary: string;
  /** How it is called, as its help says. */
  readonly usage: string;
  readonly operands: readonly Argument[];
  readonly options: readonly Option[];
  /** The commands below it. */
  readonly commands: readonly string[];
}

/** The program and all its commands, in their order. */
export function commandTable(program: Command): readonly CommandRow[] {
  return rowsOf(program, []);
}

function rowsOf(command: Command, words: readonly string[]): CommandRow[] {
  const help = command.createHelp();
  const row: CommandRow = {
    words,
    summary: command.description(),
    usage: command.usage(),
    operands: command.registeredArguments,
    options: help.visibleOptions(command),
    commands: command.commands.map((below) => below.name()),
  };
  return [row, ...command.commands.flatMap((below) => rowsOf(below, [...words, below.name()]))];
}

/** The values of an option, if it has only some; `file` if it takes a path, `word` for others, undefined for a switch. */
export function valuesOf({ argChoices, flags }: Option): readonly string[] | 'file' | 'word' | undefined {
  if (argChoices !== undefined) return argChoices;
  const [, name] = /[<[]([\w.=:-]+)/.exec(flags) ?? [];
  if (name === undefined) return undefined;
  return FILES.test(name) ? 'file' : 'word';
}

const FILES = /^(?:file|rom|png|gt1|folder|command)/;
