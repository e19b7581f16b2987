/** Completions of commands, options, values and files for shells. */
import { valuesOf, type CommandRow } from './command-table.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that a shell reads. */
export function completions(shell: Shell, table: readonly CommandRow[]): string {
  switch (shell) {
    case 'bash':
      return bash(table);
    case 'zsh':
      // zsh runs bash's completions.
      return `#compdef gigatron\nautoload -Uz bashcompinit && bashcompinit\n${bash(table)}`;
    case 'fish':
      return fish(table);
  }
}

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
      const value =
        values === undefined
          ? ''
          : values === 'file'
            ? ' -r -F'
            : values === 'word'
              ? ' -x'
              : ` -x -a ${quoted(values.join(' '))}`;
      const spelt = names.filter((name) => name !== undefined && name !== '').join(' ');
      lines.push(`complete -c gigatron -n ${here} ${spelt}${value} -d ${quoted(option.description)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** When fish offers what comes after these words: after all of them, and before a command below. */
function condition(words: readonly string[], below: readonly string[]): string {
  const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
  const open = below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(' ')}`];
  return quoted([...seen, ...open].join('; and ') || 'true');
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
