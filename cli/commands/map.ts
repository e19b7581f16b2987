/** `gigatron map`: debug information of a ROM that a build in Python makes with asm.py. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { counted, isFailure } from '#basics';
import { shownName } from '#files';
import { documentBeside } from '#python';
import { BuildFailure, describeImage, observeBuild, type Facts } from '#python/node';
import { CommandFailure, commandFailure, type Outcome, type Output } from '../output.ts';
import { shownPath } from '../source-files.ts';

export function addMap(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  program
    .command('map')
    .description('run a build that uses asm.py, and write debug information of its ROM')
    .usage('[options] -- <command...>')
    .argument('<command...>', 'the build, such as make ROMv6.rom')
    .option('-o, --output <json>', 'the debug information; without it, beside the ROM')
    .action(async (command: string[], options: { output?: string }) => end(await map(command, options.output, output)));
}

async function map(command: readonly string[], target: string | undefined, output: Output): Promise<Outcome> {
  const images = await observe(command, output);
  if (isFailure(images)) return images;
  if (target !== undefined && images.length > 1)
    return commandFailure(2, `the build has written ${images.length} ROMs; leave out -o`);
  for (const facts of images) {
    const path = target ?? shownPath(documentBeside(facts.rom));
    const described = describeImage(facts, resolve(path), (file) => output.files.readBytes(shownPath(file)));
    // It cannot be read, or differs from the image that was seen being written.
    if (described instanceof CommandFailure) return described;
    if (isFailure(described)) return commandFailure(1, `${shownPath(facts.rom)} ${described.message}`);
    const failed = output.files.write([{ ...described.file, path }]);
    if (failed !== undefined) return failed;
    const { lines, sources, symbols } = described.info;
    const found = `${counted(lines.length, 'word')} of ${counted(sources.length, 'source')}, ${counted(symbols.length, 'symbol')}`;
    output.out(`${shownPath(facts.rom)}: ${found} → ${shownName(path)}`);
  }
  return 0;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs the build and observes it; it ends with this command. */
async function observe(command: readonly string[], output: Output): Promise<readonly Facts[] | CommandFailure> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  const print = (line: string): void => output.err(line);
  const images = await observeBuild(command, { folder: process.cwd(), print, ends: ending.signal });
  for (const signal of SIGNALS) process.off(signal, end);
  if (images instanceof BuildFailure) return commandFailure(images.hasRun ? 1 : 2, images.message);
  if (images.length > 0) return images;
  return commandFailure(1, 'the build has written no ROM with asm.py; if it was up to date, make it build again');
}
