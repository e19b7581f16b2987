/** The manual page, in the language of man. */
import type { CommandRow } from './command-table.ts';

export function manual(table: readonly CommandRow[], version: string): string {
  const [program, ...commands] = table;
  return [
    `.TH GIGATRON 1 "" "gigatron ${escaped(version)}"`,
    '.SH NAME',
    `gigatron \\- ${escaped(program?.summary ?? '')}`,
    '.SH SYNOPSIS',
    '.B gigatron',
    '.I command',
    '[options]',
    '.SH COMMANDS',
    ...commands.filter(({ commands: below }) => below.length === 0).flatMap(section),
    '.SH EXIT STATUS',
    '0 done; 1 the input has errors, or a comparison failed; 2 wrong use, or a file that cannot be read or written.',
    '.SH SEE ALSO',
    'The documentation of the extension: docs/command\\-line.md, docs/running.md, docs/language.md.',
    '',
  ].join('\n');
}

function section({ words, usage, summary, operands, options }: CommandRow): string[] {
  return [
    `.SS gigatron ${escaped(words.join(' '))} ${escaped(usage)}`,
    sentence(summary),
    ...operands.flatMap((operand) => ['.TP', `.I ${escaped(operand.name())}`, sentence(operand.description)]),
    ...options.flatMap(({ flags, description, defaultValue }) => [
      '.TP',
      `.B ${escaped(flags)}`,
      sentence(withDefault(description, defaultValue)),
    ]),
  ];
}

function withDefault(description: string, value: unknown): string {
  const isTold = typeof value === 'string' || typeof value === 'number';
  return isTold && value !== '' ? `${description} (${value} without)` : description;
}

/** A text that begins and ends as a sentence, whatever its first letter means to man. */
function sentence(text: string): string {
  return `\\&${escaped(text.charAt(0).toUpperCase() + text.slice(1))}.`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
}
