/** `gigatron fmt`: formats sources in place, or lists those that are not formatted. */
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { formatSource } from '#assembler';
import { readText, writeBytes } from '../node-files.ts';
import { commandFailure, fail, type CommandFailure, type Output, type Status } from '../output.ts';

export function addFmt(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('fmt')
    .description('format sources in place')
    .argument('<files...>', 'sources, .gtasm')
    .option('--check', 'change nothing; list the files that are not formatted')
    .action((files: string[], options: { check?: boolean }) => end(fmt(files, options.check === true, output)));
}

/** Goes through all files, even after one that cannot be read. */
function fmt(files: readonly string[], check: boolean, output: Output): Status {
  let status: Status = 0;
  for (const file of files) {
    const result = formatFile(file, check);
    if (isFailure(result)) status = fail(output, result);
    else if (result) {
      output.out(check ? `${file} is not formatted` : `${file} formatted`);
      if (check && status === 0) status = 1;
    }
  }
  return status;
}

/** Whether the file was not formatted; if so, it is rewritten, unless it is only being checked. */
function formatFile(file: string, check: boolean): boolean | CommandFailure {
  const text = readText(file);
  if (isFailure(text)) return text;
  // No source has this character; images and other binary files do.
  if (text.includes('\0')) return commandFailure(2, `cannot format ${file}: it is not text`);
  const formatted = formatSource(text);
  if (formatted === text) return false;
  return (check ? undefined : writeBytes(file, formatted)) ?? true;
}
