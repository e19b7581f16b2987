/** `gigatron disasm`: a ROM image as source that assembles back to the same image, or a `.gt1` program as a listing. */
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { disassemble, readSymbols, type SymbolNames } from '#assembler';
import { parseGt1 } from '#emulator';
import { identityOf } from '#files/node';
import { gt1Listing } from '../disasm/gt1-listing.ts';
import { readBytes, readText, writeBytes } from '../node-files.ts';
import { commandFailure, fail, type CommandFailure, type Output, type Status } from '../output.ts';
import { readRom } from '../rom-file.ts';
import { collect } from './asm.ts';

interface DisasmOptions {
  readonly output?: string;
  readonly symbols: readonly string[];
}

export function addDisasm(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('disasm')
    .description('print a ROM image as source that assembles back to it, or a .gt1 program as a listing of the vCPU')
    .argument('<image>', 'ROM image, or program for the vCPU (.gt1)')
    .option('-o, --output <file>', 'write the source to a file')
    .option(
      '--symbols <file>',
      'take names from a listing, interface.json or symbol file; may be repeated',
      collect,
      [],
    )
    .action((file: string, options: DisasmOptions) => end(disasm(file, options, output)));
}

function disasm(file: string, { output: target, symbols }: DisasmOptions, output: Output): Status {
  if (target !== undefined && identityOf(target) === identityOf(file)) {
    return fail(output, commandFailure(2, `cannot write ${target}: it is the image`));
  }
  const names = readNames(symbols);
  if (isFailure(names)) return fail(output, names);
  const text = /\.gt1x?$/i.test(file) ? listingOfGt1(file, names) : sourceOfRom(file, names);
  if (isFailure(text)) return fail(output, text);
  if (target === undefined) {
    output.out(text.text.trimEnd());
    return 0;
  }
  const failure = writeBytes(target, text.text);
  return failure ? fail(output, failure) : 0;
}

function readNames(files: readonly string[]): SymbolNames | CommandFailure {
  const texts = [];
  for (const file of files) {
    const text = readText(file);
    if (isFailure(text)) return text;
    texts.push({ name: file, text });
  }
  const names = readSymbols(texts);
  return isFailure(names) ? commandFailure(2, names.message) : names;
}

function sourceOfRom(file: string, { labels, cells }: SymbolNames): { text: string } | CommandFailure {
  const rom = readRom(file);
  if (isFailure(rom)) return rom;
  return { text: disassemble(rom, { name: (address) => labels.get(address), cell: (address) => cells.get(address) }) };
}

function listingOfGt1(file: string, { cells, labels }: SymbolNames): { text: string } | CommandFailure {
  const bytes = readBytes(file);
  if (isFailure(bytes)) return bytes;
  const program = parseGt1(bytes);
  if (isFailure(program)) return commandFailure(2, `${file}: ${program.message}`);
  return { text: gt1Listing(program, { cells, labels }) };
}
