/** `gigatron completions` and `gigatron man`: what a shell and a reader of manual pages need to know. */
import { Argument, type Command } from 'commander';
import type { Output } from '../output.ts';
import { commandTable, manual, completions, SHELLS, type Shell } from '../shell.ts';

export function addCompletions(program: Command, output: Output): void {
  program
    .command('completions')
    .description('print the completions of commands and options for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => output.out(completions(shell, commandTable(program)).trimEnd()));
}

export function addMan(program: Command, output: Output): void {
  program
    .command('man')
    .description('print the manual page')
    .action(() => output.out(manual(commandTable(program), program.version() ?? '').trimEnd()));
}
