/** `gigatron disasm`: a ROM image as source that assembles back to the same image, or a `.gt1` program as a listing. */
import type { Command } from 'commander';
import { failure, isFailure, type Result } from '#basics';
import { disassemble, readSymbols, type SymbolNames } from '#assembler';
import { loadRom, parseGt1 } from '#isa';
import { kindOf, shownName } from '#files';
import { STANDARD_STREAM, type CommandFiles } from '../command-files.ts';
import { gt1Listing } from '../disasm/gt1-listing.ts';
import { commandFailure, type CommandFailure, type Outcome, type Output } from '../output.ts';
import { collect } from '../source-options.ts';

interface DisasmOptions {
  readonly output?: string;
  readonly symbols?: readonly string[];
}

export function addDisasm(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  program
    .command('disasm')
    .description('print a ROM image as source that assembles back to it, or a .gt1 program as a listing of the vCPU')
    .argument('<image>', 'ROM image, or program for the vCPU (.gt1); - is standard input')
    .option('-o, --output <file>', 'write the source to a file; - is standard output')
    .option('--symbols <file>', 'take names from a listing, interface.json or symbol file; may be repeated', collect)
    .action((file: string, options: DisasmOptions) => end(disasm(file, options, output)));
}

function disasm(file: string, { output: target, symbols = [] }: DisasmOptions, output: Output): Outcome {
  const { files } = output;
  const names = readNames(symbols, files);
  if (isFailure(names)) return names;
  const bytes = files.readBytes(file);
  if (isFailure(bytes)) return bytes;
  const text = textOf(file, bytes, names);
  if (isFailure(text)) return commandFailure(2, `${shownName(file)}: ${text.message}`);
  return files.write([{ path: target ?? STANDARD_STREAM, content: `${text.trimEnd()}\n` }]) ?? 0;
}

function textOf(file: string, bytes: Uint8Array, names: SymbolNames): Result<string> {
  switch (kindOf(file, bytes)) {
    case 'image': {
      const image = loadRom(bytes);
      if (isFailure(image)) return image;
      const { labels, cells } = names;
      return disassemble(image.rom, { name: (address) => labels.get(address), cell: (address) => cells.get(address) });
    }
    case 'gt1': {
      const program = parseGt1(bytes);
      return isFailure(program) ? program : gt1Listing(program, names);
    }
    case 'source':
    case 'text':
      return failure('it is text, not an image: there is nothing to disassemble');
  }
}

function readNames(paths: readonly string[], files: CommandFiles): SymbolNames | CommandFailure {
  const texts = [];
  for (const file of paths) {
    const text = files.readText(file);
    if (isFailure(text)) return text;
    texts.push({ name: file, text });
  }
  const names = readSymbols(texts);
  return isFailure(names) ? commandFailure(2, names.message) : names;
}
