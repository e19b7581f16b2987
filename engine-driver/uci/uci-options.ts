/** The options of the UCI engine: what it announces, and what `setoption` may set them to. */

export interface UciOptions {
  /** Emulated time for each second of the host; 0 as fast as the host can. */
  readonly Speed: number;
  /** Whether the opening book may answer. */
  readonly Book: boolean;
  /** Whether the hash table is used. */
  readonly UseHash: boolean;
  /** Seconds a move where `go` gives no limit; of the machine's levels. */
  readonly Level: string;
  /** File that the picture is written to while the engine thinks, as PNG; empty for none. */
  readonly ShowScreen: string;
}

export const DEFAULT_OPTIONS: UciOptions = { Speed: 0, Book: false, UseHash: true, Level: '15', ShowScreen: '' };

/** Seconds a move of the machine's levels. */
const LEVELS = ['1', '5', '15', '60', '180'];
const FASTEST = 1000;

/** The lines that announce the options. */
export const OPTION_LINES: readonly string[] = [
  `option name Speed type spin default ${DEFAULT_OPTIONS.Speed} min 0 max ${FASTEST}`,
  `option name Book type check default ${DEFAULT_OPTIONS.Book}`,
  `option name UseHash type check default ${DEFAULT_OPTIONS.UseHash}`,
  `option name Level type combo default ${DEFAULT_OPTIONS.Level} ${LEVELS.map((level) => `var ${level}`).join(' ')}`,
  'option name ShowScreen type string default <empty>',
];

/** The options after `setoption`, or a sentence that says what is wrong with its words. Names know no case. */
export function setOption(options: UciOptions, words: readonly string[]): UciOptions | string {
  const [, name = '', value = ''] = /^name\s+(.*?)(?:\s+value(?:\s+(.*))?)?$/.exec(words.join(' ')) ?? [];
  const found = (Object.keys(options) as (keyof UciOptions)[]).find((key) => key.toLowerCase() === name.toLowerCase());
  if (found === undefined) return `setoption: there is no option "${name}".`;
  const parsed = parseValue(found, value);
  return typeof parsed === 'object' ? `setoption: ${found} needs ${parsed.need}.` : { ...options, [found]: parsed };
}

function parseValue(name: keyof UciOptions, value: string): number | boolean | string | { readonly need: string } {
  if (name === 'Speed') {
    const factor = Number(value);
    return /^\d+(\.\d+)?$/.test(value) && factor <= FASTEST ? factor : { need: `a number from 0 to ${FASTEST}` };
  }
  if (name === 'Level') return LEVELS.includes(value) ? value : { need: `one of ${LEVELS.join(', ')}` };
  if (name === 'ShowScreen') return value === '<empty>' ? '' : value;
  return /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : { need: 'true or false' };
}
