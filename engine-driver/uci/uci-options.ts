/** The options of the UCI engine: what it announces, and what `setoption` may set them to. */
import { failure, isFailure, type Result } from '#basics';
import { LEVELS } from '../search/search-report.ts';

export const DEFAULT_OPTIONS = {
  /** Emulated time for each second of the host; 0: as fast as the host can. */
  Speed: 0,
  /** Whether the opening book may answer. */
  Book: false,
  /** Whether the hash table is used. */
  UseHash: true,
  /** One of the machine's levels. A strong one is seconds per move if `go` has no limit; a weak one always applies. */
  Level: '15',
  /** Whether the answer names the move to think about in the other side's time; `go ponder` always works. */
  Ponder: false,
  /** Whether the board is dark while the engine thinks, unless the picture is written to a file. */
  DarkBoard: false,
  /** File to which the picture is written while the engine thinks, as PNG; empty for none. */
  ShowScreen: '',
};

export type UciOptions = Readonly<typeof DEFAULT_OPTIONS>;

const FASTEST = 1000;

export const OPTION_LINES: readonly string[] = [
  `option name Speed type spin default ${DEFAULT_OPTIONS.Speed} min 0 max ${FASTEST}`,
  `option name Book type check default ${DEFAULT_OPTIONS.Book}`,
  `option name UseHash type check default ${DEFAULT_OPTIONS.UseHash}`,
  `option name Level type combo default ${DEFAULT_OPTIONS.Level} ${LEVELS.map((level) => `var ${level}`).join(' ')}`,
  `option name Ponder type check default ${DEFAULT_OPTIONS.Ponder}`,
  `option name DarkBoard type check default ${DEFAULT_OPTIONS.DarkBoard}`,
  'option name ShowScreen type string default <empty>',
];

/** The options after `setoption`; a failure is a sentence. Names are case-insensitive. */
export function setOption(options: UciOptions, words: readonly string[]): Result<UciOptions> {
  const [, name = '', value = ''] = /^name\s+(.*?)(?:\s+value(?:\s+(.*))?)?$/.exec(words.join(' ')) ?? [];
  const found = (Object.keys(options) as (keyof UciOptions)[]).find((key) => key.toLowerCase() === name.toLowerCase());
  if (found === undefined) return failure(`setoption: there is no option "${name}".`);
  const parsed = parseValue(found, value);
  return isFailure(parsed) ? failure(`setoption: ${found} needs ${parsed.message}.`) : { ...options, [found]: parsed };
}

function parseValue(name: keyof UciOptions, value: string): Result<number | boolean | string> {
  if (name === 'Speed') {
    const factor = Number(value);
    return /^\d+(\.\d+)?$/.test(value) && factor <= FASTEST ? factor : failure(`a number from 0 to ${FASTEST}`);
  }
  if (name === 'Level')
    return LEVELS.find((level) => level === value.toLowerCase()) ?? failure(`one of ${LEVELS.join(', ')}`);
  if (name === 'ShowScreen') return value === '<empty>' ? '' : value;
  return /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : failure('true or false');
}
