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
import { addNew } from './commands/new.ts';
import { addOctad } from './commands/octad/octad.ts';
import { addRun } from './commands/run.ts';
import { addTest } from './commands/test.ts';
import { printDocument, printJson, type Output, type Status } from './output.ts';
import { sarifLog } from './sarif.ts';

/**
 * Runs one command to its end.
 * @param words its arguments, without the name `gigatron`
 */
export async function runCommandLine(words: readonly string[], version: string, output: Output): Promise<Status> {
  let status: Status = 0;
  const end = (result: Status): void => {
    status = result;
  };
  const program = new Command('gigatron')
    .description('assemble, prove, run and examine programs for the Gigatron')
    .version(version)
    .configureOutput({
      writeOut: (text) => output.out(withoutEnd(text)),
      writeErr: (text) => output.err(withoutEnd(text)),
    })
    .exitOverride();
  const all = [addAsm, addCheck, addDisasm, addFmt, addNew, addRun, addTest, addBench, addEngine, addOctad];
  for (const add of all) add(program, output, end);
  // Commands made before exitOverride() would end the process themselves.
  for (const command of program.commands.flatMap((top) => [top, ...top.commands])) command.exitOverride();
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    // commander has written it to standard error.
    output.failures.push(error.message.replace(/^error: /, ''));
    status = 2;
  }
  if (status !== 0 && !output.hasDocument) printFailures(words, output);
  return status;
}

/** A text of commander's as lines for the output, which ends each itself. */
function withoutEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** With --json, the document of a command that failed before it printed one. */
function printFailures(words: readonly string[], output: Output): void {
  if (words.includes('--sarif')) printDocument(output, sarifLog([], output.failures));
  else if (words.includes('--json')) printJson(output, {});
}
