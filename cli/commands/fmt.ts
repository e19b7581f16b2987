/** `gigatron fmt`: formats sources in place, or lists those that are not formatted. */
import type { Command } from 'commander';
import { isFailure } from '#basics';
import { formatSource } from '#assembler';
import { shownName } from '#files';
import { STANDARD_STREAM, type CommandFiles } from '../command-files.ts';
import { sourceText, withoutFolders } from '../source-files.ts';
import { wholeNumber } from '../run/duration.ts';
import { commandFailure, fail, type CommandFailure, type Outcome, type Output, type Status } from '../output.ts';

interface FmtOptions {
  readonly check?: boolean;
  readonly tabs?: number;
}

export function addFmt(program: Command, output: Output, end: (outcome: Outcome) => void): void {
  program
    .command('fmt')
    .description('format sources in place')
    .argument('<files...>', 'sources, .gtasm, or folders of them; - formats standard input to standard output')
    .option('--tabs <columns>', 'align with tabs of this many columns instead of spaces', wholeNumber)
    .option('--check', 'change nothing; list the files that are not formatted')
    .action((files: string[], options: FmtOptions) => end(fmt(files, options, output)));
}

/** Goes through all files, even after one that cannot be read. */
function fmt(files: readonly string[], { tabs, check = false }: FmtOptions, output: Output): Outcome {
  if (tabs === 0) return commandFailure(2, '--tabs takes at least 1 column');
  const format = (text: string): string => {
    const formatted = formatSource(text, tabs === undefined ? undefined : { tabs: true, tabSize: tabs });
    // On Windows, a checkout may have line ends of its own.
    return /^[^\n]*\r\n/.test(text) ? formatted.replaceAll('\n', '\r\n') : formatted;
  };
  let status: Status = 0;
  for (const file of withoutFolders(files)) {
    const result = formatFile(file, check, format, output.files);
    if (isFailure(result)) status = fail(output, result);
    else if (result) {
      const name = file === STANDARD_STREAM ? 'standard input' : shownName(file);
      output.out(`${name} ${check ? 'is not formatted' : 'formatted'}`);
      if (check && status === 0) status = 1;
    }
  }
  return status;
}

/** Whether the file was not formatted; it is then rewritten, unless it is only being checked. */
function formatFile(
  file: string,
  check: boolean,
  format: (text: string) => string,
  files: CommandFiles,
): boolean | CommandFailure {
  const bytes = files.readBytes(file);
  const source = isFailure(bytes) ? bytes : sourceText(file, bytes);
  if (isFailure(source)) return source;
  const formatted = format(source.text);
  const isFormatted = formatted === source.text;
  // A filter always writes its text, and reports nothing.
  if (file === STANDARD_STREAM && !check) return files.write([{ path: file, content: formatted }]) ?? false;
  if (isFormatted || check) return !isFormatted;
  return files.rewrite([{ path: file, content: formatted }]) ?? true;
}
