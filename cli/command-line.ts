/**
 * The command `gigatron`: each command has a file under commands/ and is registered here.
 *
 * Exit status: 0 done, 1 the input has errors or a comparison failed, 2 wrong use or an unreadable file.
 */
import { Command, CommanderError } from 'commander';
import { addAsm } from './commands/asm.ts';
import { addBench } from './commands/bench.ts';
import { addCheck } from './commands/check.ts';
import { addDisasm } from './commands/disasm.ts';
import { addEngine } from './commands/engine/engine.ts';
import { addFmt } from './commands/fmt.ts';
import { addMap } from './commands/map.ts';
import { addNew } from './commands/new.ts';
import { addOctad } from './commands/perft-command.ts';
import { addPage } from './commands/page.ts';
import { addRun } from './commands/run.ts';
import { addDap, addLsp } from './commands/serve.ts';
import { addCompletions, addMan } from './shell.ts';
import { addTest } from './commands/test.ts';
import { addVerify } from './commands/verify.ts';
import { commandFailure, ended, fail, printDocument, printJson } from './output.ts';
import type { Outcome, Output, Status } from './output.ts';
import { sarifLog } from './sarif.ts';

/** Runs one command to its end. @param words its arguments, without the name `gigatron` */
export async function runCommandLine(words: readonly string[], version: string, output: Output): Promise<Status> {
  let status: Status = 0;
  const end = (outcome: Outcome): void => {
    status = ended(output, outcome);
  };
  const program = new Command('gigatron')
    .description('assemble, prove, run and examine programs for the Gigatron')
    .version(version)
    .configureOutput({
      writeOut: (text) => output.out(withoutEnd(text)),
      writeErr: (text) => output.err(withoutEnd(text)),
      // As our own failures begin.
      outputError: (text, write) => write(`gigatron: ${withoutPrefix(text)}`),
    })
    .exitOverride();
  for (const add of COMMANDS) add(program, output, end);
  for (const group of [program, ...program.commands.filter((command) => command.commands.length > 0)]) addHelp(group);
  // Commands made before exitOverride() would end the process themselves.
  for (const command of program.commands.flatMap((top) => [top, ...top.commands])) command.exitOverride();
  // What follows `--` is not ours, such as the options of a build that is observed.
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  try {
    await program.parseAsync([...own.flatMap(longOption), ...words.slice(own.length)], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) status = fail(output, commandFailure(2, internalError(error)));
    else if (error.exitCode === 0) return 0;
    else {
      // commander has written it to standard error.
      output.failures.push(withoutPrefix(error.message));
      status = 2;
    }
  }
  if (status !== 0 && !output.hasDocument) printFailures(own, commandOf(program, own), output);
  return status;
}

const COMMANDS: readonly ((program: Command, output: Output, end: (outcome: Outcome) => void) => void)[] = [
  addAsm,
  addCheck,
  addDisasm,
  addFmt,
  addMap,
  addNew,
  addPage,
  addRun,
  addTest,
  addVerify,
  addLsp,
  addDap,
  addEngine,
  addOctad,
  addBench,
  addCompletions,
  addMan,
];

/** `help` and `--help` of a group of commands; commander's own show all commands where a word is none of them. */
function addHelp(group: Command): void {
  const describe = (words: readonly string[]): never => {
    let command = group;
    for (const word of words) {
      const below = command.commands.find((each) => each.name() === word);
      if (below === undefined) return command.error(`error: unknown command '${word}'`);
      command = below;
    }
    return command.help();
  };
  group
    .on('beforeHelp', () => {
      const words = group.args.filter((word) => word !== 'help' && !word.startsWith('-'));
      if (words.length > 0) describe(words);
    })
    .helpCommand(false)
    .command('help')
    .description('display help for a command')
    .argument('[command...]', 'its words, such as engine perft')
    .action(describe);
}

/** Our long options for `-MD` and `-MF`, as compilers spell them for make. */
function longOption(word: string): readonly string[] {
  if (word === '-MD') return ['--dependencies'];
  if (word === '-MF') return ['--dependency-file'];
  return word.startsWith('-MF') ? ['--dependency-file', word.slice('-MF'.length)] : [word];
}

/** One sentence for an exception, which is a bug of this program, with the place where it was thrown. */
function internalError(error: unknown): string {
  const [, place = 'an unknown place'] = /\n\s+at (.*)/.exec((error instanceof Error && error.stack) || '') ?? [];
  return `internal error, please report it with what you did: ${String(error)} (at ${place})`;
}

/** The words of the command that was called, such as `engine perft`. */
function commandOf(program: Command, words: readonly string[]): string {
  const names: string[] = [];
  for (let command: Command | undefined = program; command !== undefined;) {
    command = command.commands.find((each) => each.name() === words[names.length]);
    if (command !== undefined) names.push(command.name());
  }
  return names.join(' ');
}

/** Commander's text without its last line end, which the output adds. */
function withoutEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** Commander's sentence on one line, without its prefix, and with ours about a value as a part of it. */
function withoutPrefix(text: string): string {
  return text
    .replace(/^error: /, '')
    .replace(/( is invalid[^.]*)\. (?=[^A-Z])/, '$1: ')
    .replace('\n(', ' (');
}

/** With --json, the document of a command that failed before it printed one. */
function printFailures(words: readonly string[], command: string, output: Output): void {
  if (words.includes('--sarif')) printDocument(output, sarifLog([], output.failures));
  else if (words.includes('--json')) printJson(output, command, {});
}
