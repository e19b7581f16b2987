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
}

function commandTable(command: Command, words: readonly string[] = []): CommandRow[] {
  const help = command.createHelp();
  const row: CommandRow = {
    words,
    summary: command.description(),
    usage: command.usage(),
    operands: command.registeredArguments,
    options: help.visibleOptions(command),
    commands: command.commands.map((below) => below.name()),
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

const COMPLETIONS = {
  bash,
  // zsh runs bash's completions.
  zsh: (table: readonly CommandRow[]) => `#compdef gigatron\nautoload -Uz bashcompinit && bashcompinit\n${bash(table)}`,
  fish,
};

function bash(table: readonly CommandRow[]): string {
  const cases = table.map((row) => {
    const words = [...row.commands, ...row.options.flatMap(({ short, long }) => [short, long])];
    return `    '${row.words.join(' ')}') words='${words.filter((word) => word !== undefined).join(' ')}' ;;`;
  });
  const values = new Map<string, string>();
  for (const row of table)
    for (const option of row.options) {
      const list = valuesOf(option);
      if (list === undefined) continue;
      const action = list === 'file' ? 'files' : list === 'word' ? 'nothing' : `'${list.join(' ')}'`;
      for (const name of [option.short, option.long])
        if (name !== undefined) values.set(`${row.words.join(' ')} ${name}`.trim(), action);
    }
  const arms = [...values].map(([key, action]) => `    '${key}') _gigatron_reply ${action}; return ;;`);
  const known = table.filter(({ words }) => words.length > 0).map(({ words }) => `'${words.join(' ')}'`);
  return `# Completions of gigatron for bash; made by: gigatron completions bash
_gigatron_reply() {
  case $1 in
    files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    nothing) COMPREPLY=() ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word") ;;
  esac
}
_gigatron() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command='' each words=''
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${command:+$command }$each" in
      ${known.join('|')}) command="\${command:+$command }$each" ;;
    esac
  done
  case "\${command:+$command }$before" in
${arms.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  if [[ $word == -* || -z $command || $command == engine || $command == octad ]]; then
    _gigatron_reply "$words"
  else
    _gigatron_reply files
  fi
}
complete -F _gigatron gigatron
`;
}

function fish(table: readonly CommandRow[]): string {
  const lines = ['# Completions of gigatron for fish; made by: gigatron completions fish'];
  const summaries = new Map(table.map(({ words, summary }) => [words.join(' '), summary]));
  for (const { words, commands, options } of table) {
    const here = condition(words, commands);
    for (const name of commands) {
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
