/** `gigatron disasm`: a ROM image as source that assembles back to the same image. */
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { disassemble } from '#assembler';
import { identityOf } from '#files/node';
import { writeBytes } from '../node-files.ts';
import { commandFailure, fail, type Output, type Status } from '../output.ts';
import { readRom } from '../rom-file.ts';

export function addDisasm(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('disasm')
    .description('print a ROM image as source that assembles back to it')
    .argument('<rom>', 'ROM image')
    .option('-o, --output <file>', 'write the source to a file')
    .action((file: string, options: { output?: string }) => end(disasm(file, options.output, output)));
}

function disasm(file: string, target: string | undefined, output: Output): Status {
  const rom = readRom(file);
  if (isFailure(rom)) return fail(output, rom);
  if (target !== undefined && identityOf(target) === identityOf(file)) {
    return fail(output, commandFailure(2, `cannot write ${target}: it is the image`));
  }
  const source = disassemble(rom);
  if (target === undefined) {
    output.out(source.trimEnd());
    return 0;
  }
  const failure = writeBytes(target, source);
  return failure ? fail(output, failure) : 0;
}
