/** A line of UCI: its command and the words after it. */
import { words } from '#basics';

export interface CommandWords {
  readonly command: string;
  readonly words: readonly string[];
}

/** Words before the command are ignored, as the protocol says; undefined if the line has no command. */
export function parseCommand(line: string): CommandWords | undefined {
  const all = line.trim().split(/\s+/);
  const at = all.findIndex((word) => COMMANDS.has(word));
  const [command, ...rest] = at < 0 ? [] : all.slice(at);
  return command === undefined ? undefined : { command, words: rest };
}

const COMMANDS: ReadonlySet<string> = new Set(
  words('uci debug isready setoption register ucinewgame position go stop ponderhit quit'),
);

/** Commands that are refused while the engine thinks. */
export const NOT_WHILE_THINKING: ReadonlySet<string> = new Set(['setoption', 'ucinewgame', 'position', 'go']);
