/** `gigatron map`: debug information of a ROM that a build in Python makes with asm.py. */
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { loadRom } from '#emulator';
import { debugInfoOf, documentBeside } from '../map/mapped-image.ts';
import { observeBuild } from '../map/observed-build.ts';
import type { Facts } from '../map/facts.ts';
import { commandFailure, fail, type CommandFailure, type Output, type Status } from '../output.ts';
import { shownPath } from '../source-files.ts';

interface MapOptions {
  readonly output?: string;
}

export function addMap(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('map')
    .description('run a build that uses asm.py, and write debug information of its ROM')
    .usage('[options] -- <command...>')
    .argument('<command...>', 'the build, such as make ROMv6.rom')
    .option('-o, --output <json>', 'the debug information; without it, beside the ROM')
    .action(async (command: string[], options: MapOptions) => end(await map(command, options, output)));
}

async function map(command: readonly string[], options: MapOptions, output: Output): Promise<Status> {
  const images = await observeBuild(command, (line) => output.err(line));
  if (isFailure(images)) return fail(output, images);
  if (options.output !== undefined && images.length > 1)
    return fail(output, commandFailure(2, `the build has written ${images.length} ROMs; leave out -o`));
  for (const facts of images) {
    const path = options.output ?? documentBeside(facts.rom);
    const words = wordsOf(facts, output);
    if (isFailure(words)) return fail(output, words);
    const info = debugInfoOf(facts, words, dirname(resolve(path)), (source) => sourceText(source, output));
    const failed = output.files.write([{ path, content: `${JSON.stringify(info)}\n` }]);
    if (failed !== undefined) return fail(output, failed);
    const { lines, sources, symbols } = info;
    output.out(
      `${shownPath(facts.rom)}: ${lines.length} words of ${sources.length} sources, ${symbols.length} symbols → ${shownPath(resolve(path))}`,
    );
  }
  return 0;
}

/** The words of the image on the disk, if they are those that were seen to be written. */
function wordsOf({ rom, words }: Facts, output: Output): Uint16Array | CommandFailure {
  const name = shownPath(rom);
  const bytes = output.files.readBytes(name);
  if (isFailure(bytes)) return bytes;
  const image = loadRom(bytes);
  if (isFailure(image)) return commandFailure(1, `${name}: ${image.message}`);
  const other = words.findIndex(([opcode, operand], address) => image.rom[address] !== opcode * 256 + operand);
  if (other < 0) return image.rom;
  return commandFailure(1, `${name} differs at word ${other} from what asm.py has written`);
}

/** The text of a source, or nothing if it has gone. */
function sourceText(path: string, output: Output): string {
  const text = output.files.readText(path);
  return isFailure(text) ? '' : text;
}
