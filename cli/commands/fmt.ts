/** `gigatron fmt`: formats sources in place, or tells which are not formatted. */
import type { Command } from 'commander';
import { formatSource } from '#assembler';
import { isFailure, readBytes, writeBytes } from '../node-files.ts';
import { fail, type Failure, type Output, type Status } from '../output.ts';

export function addFmt(program: Command, output: Output, end: (status: Status) => void): void {
  program
    .command('fmt')
    .description('format sources in place')
    .argument('<files...>', 'sources, .gtasm')
    .option('--check', 'change nothing; list the files that are not formatted')
    .action((files: string[], options: { check?: boolean }) => end(fmt(files, options.check === true, output)));
}

function fmt(files: readonly string[], check: boolean, output: Output): Status {
  let changed = 0;
  for (const file of files) {
    const result = formatFile(file, check);
    if (isFailure(result)) return fail(output, result);
    if (!result) continue;
    changed++;
    output.out(check ? `${file} is not formatted` : `${file} formatted`);
  }
  return check && changed > 0 ? 1 : 0;
}

/** Whether the file was not formatted; it is then rewritten unless only checked. */
function formatFile(file: string, check: boolean): boolean | Failure {
  const bytes = readBytes(file);
  if (isFailure(bytes)) return bytes;
  const text = new TextDecoder().decode(bytes);
  const formatted = formatSource(text);
  if (formatted === text) return false;
  return (check ? undefined : writeBytes(file, formatted)) ?? true;
}
