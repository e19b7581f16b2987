/** `gigatron completions` and `gigatron man`: shell completions and the manual page, from a table of the commands. */
import { Argument, Help, type Command, type Option } from 'commander';
import type { Output } from './output.ts';

function manual(table: readonly CommandRow[], version: string): string {
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
    ...options.flatMap((option) => [
      '.TP',
      `.B ${escaped(option.flags)}`,
      sentence(new Help().optionDescription(option)),
    ]),
  ];
}

/** A text that begins and ends as a sentence, whatever its first letter means to man. */
function sentence(text: string): string {
  return `\\&${escaped(text.charAt(0).toUpperCase() + text.slice(1))}.`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
}

interface CommandRow {
  /** Its words after `gigatron`, such as `engine perft`; empty for the program itself. */
  readonly words: readonly string[];
  readonly summary: string;
  /** How it is called, as its help says. */
  readonly usage: string;
  readonly operands: readonly Argument[];
  readonly options: readonly Option[];
  readonly commands: readonly string[];
  /** What can come next if that is one of some words: a command, or a choice. */
  readonly next: readonly string[];
}

function commandTable(command: Command, words: readonly string[] = []): CommandRow[] {
  const help = command.createHelp();
  const operands = command.registeredArguments;
  const commands = command.commands.map((below) => below.name());
  const row: CommandRow = {
    words,
    summary: command.description(),
    usage: command.usage(),
    operands,
    options: help.visibleOptions(command),
    commands,
    next: [...commands, ...operands.flatMap(({ argChoices = [] }) => argChoices)],
  };
  return [row, ...command.commands.flatMap((below) => commandTable(below, [...words, below.name()]))];
}

/** The choices of an option; `file` if it takes a path, `word` for other values, undefined for a switch. */
function valuesOf({ argChoices, flags }: Option): readonly string[] | 'file' | 'word' | undefined {
  if (argChoices !== undefined) return argChoices;
  const [, name] = /[<[]([\w.=:-]+)/.exec(flags) ?? [];
  if (name === undefined) return undefined;
  return FILES.test(name) ? 'file' : 'word';
}

const FILES = /^(?:file|rom|png|gt1|html|json|image|folder|command)/;

const COMPLETIONS = { bash, zsh, fish };

/** What bash and zsh share: the arms of `case` that tell what follows the words before. */
interface Arms {
  /** Of an option with a value: what completes it. */
  readonly values: string;
  /** Of a command: its own commands and options, in the variable `list`. */
  readonly lists: string;
  /** A loop's arm that puts together the words of the command, in the variable `command`. */
  readonly command: string;
  /** Of commands that one of some words follows, not a file. */
  readonly closed: string;
}

/** @param value how the shell completes files, nothing, or one of several words */
function armsOf(table: readonly CommandRow[], value: (kind: 'file' | 'word' | readonly string[]) => string): Arms {
  const lists = table.map((row) => {
    const words = [...row.next, ...row.options.flatMap(({ short, long }) => [short, long])];
    return `    '${row.words.join(' ')}') list='${words.filter((word) => word !== undefined).join(' ')}' ;;`;
  });
  const values = table.flatMap(({ words, options }) =>
    options.flatMap((option) => {
      const kind = valuesOf(option);
      const names = kind === undefined ? [] : [option.short, option.long].filter((name) => name !== undefined);
      return names.map((name) => `    '${[...words, name].join(' ')}') ${value(kind ?? 'word')}; return ;;`);
    }),
  );
  const pattern = (rows: readonly CommandRow[]): string => rows.map(({ words }) => `'${words.join(' ')}'`).join('|');
  const command = `${pattern(table.filter(({ words }) => words.length > 0))}) command="\${command:+$command }$each" ;;`;
  const closed = `${pattern(table.filter(({ next }) => next.length > 0))}) closed=1 ;;`;
  return { values: values.join('\n'), lists: lists.join('\n'), command, closed };
}

function bash(table: readonly CommandRow[]): string {
  const arms = armsOf(table, (kind) => {
    if (kind === 'word') return '_gigatron_reply nothing';
    return `_gigatron_reply ${kind === 'file' ? 'files' : quoted(kind.join(' '))}`;
  });
  return `# Completions of gigatron for bash; made by: gigatron completions bash
_gigatron_reply() {
  case $1 in
    files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    nothing) COMPREPLY=() ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word") ;;
  esac
}
_gigatron() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command='' each list='' closed=''
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${command:+$command }$each" in
      ${arms.command}
    esac
  done
  case "\${command:+$command }$before" in
${arms.values}
  esac
  case "$command" in
${arms.lists}
  esac
  case "$command" in
    ${arms.closed}
  esac
  if [[ $word == -* || -n $closed ]]; then
    _gigatron_reply "$list"
  else
    _gigatron_reply files
  fi
}
complete -F _gigatron gigatron
`;
}

function zsh(table: readonly CommandRow[]): string {
  const arms = armsOf(table, (kind) => {
    if (kind === 'word') return '_message value';
    return kind === 'file' ? '_files' : `compadd -- ${kind.join(' ')}`;
  });
  return `#compdef gigatron
# Completions of gigatron for zsh; made by: gigatron completions zsh
local command='' each list='' closed=''
for each in "\${(@)words[2,CURRENT-1]}"; do
  case "\${command:+$command }$each" in
    ${arms.command}
  esac
done
case "\${command:+$command }\${words[CURRENT-1]}" in
${arms.values}
esac
case "$command" in
${arms.lists}
esac
case "$command" in
  ${arms.closed}
esac
if [[ $PREFIX == -* || -n $closed ]]; then
  compadd -- \${=list}
else
  _files
fi
`;
}

function fish(table: readonly CommandRow[]): string {
  const lines = ['# Completions of gigatron for fish; made by: gigatron completions fish'];
  const summaries = new Map(table.map(({ words, summary }) => [words.join(' '), summary]));
  for (const { words, next, options } of table) {
    const here = condition(words, next);
    for (const name of next) {
      const summary = summaries.get([...words, name].join(' ')) ?? '';
      lines.push(`complete -c gigatron -f -n ${here} -a ${name} -d ${quoted(summary)}`);
    }
    for (const option of options) {
      const names = [option.short && `-s ${option.short.slice(1)}`, option.long && `-l ${option.long.slice(2)}`];
      const values = valuesOf(option);
      const list = Array.isArray(values) ? ` -a ${quoted(values.join(' '))}` : '';
      const value = values === undefined ? '' : values === 'file' ? ' -r -F' : ` -x${list}`;
      const spelt = names.filter((name) => name !== undefined && name !== '').join(' ');
      lines.push(`complete -c gigatron -n ${here} ${spelt}${value} -d ${quoted(option.description)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** When fish offers what comes after these words: after all of them, and before a subcommand. */
function condition(words: readonly string[], below: readonly string[]): string {
  const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
  const open = below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(' ')}`];
  return quoted([...seen, ...open].join('; and ') || 'true');
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}

export function addCompletions(program: Command, output: Output): void {
  program
    .command('completions')
    .description('print the completions of commands and options for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(COMPLETIONS)))
    .action((shell: keyof typeof COMPLETIONS) => output.out(COMPLETIONS[shell](commandTable(program)).trimEnd()));
}

export function addMan(program: Command, output: Output): void {
  program
    .command('man')
    .description('print the manual page')
    .action(() => output.out(manual(commandTable(program), program.version() ?? '').trimEnd()));
}
