/**
 * The commands of the debug console that are not expressions: `help`, `dump`, `find`, and states kept by name.
 *
 * A command returns a text or a failure.
 */
import { failure, grouped, isFailure, type Result } from '#basics';
import type { Snapshot } from '#emulator';
import { RAM_BYTES } from '#isa';
import { failures, type RequestFailure } from '../errors.ts';
import { evaluateConstant } from '../program/expression.ts';
import type { StateDifference } from '../protocol.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { evaluateText, type Scope } from '../values/evaluate.ts';
import { dump } from '../values/format.ts';
import { differences } from '../values/state-difference.ts';
import { readPlace, describeAddress, describeEntry, entryPlace } from '../values/place.ts';
import { goToState, standThere } from './states.ts';
import type { Session } from './request.ts';

interface Call {
  readonly debuggee: Debuggee;
  readonly session: Session;
  readonly scope: Scope;
  /** What the groups of the command's pattern matched. */
  readonly groups: readonly (string | undefined)[];
}

interface Word {
  readonly pattern: RegExp;
  readonly usage: string;
  readonly help: string;
  readonly answer: (call: Call) => string | RequestFailure;
}

const DUMPED = 64;
const NAME = String.raw`([\w.-]{1,40})`;
/** The most states that are kept; each takes as much as RAM and picture. */
const MOST_KEPT = 64;
/** Differences that the console shows; a file shows all. */
const MOST_DIFFERENCES = 60;

const WORDS: readonly Word[] = [
  {
    pattern: /^dump\s+([^]*?\S)(?:\s*;\s*(\d{1,5}))?$/,
    usage: 'dump place',
    help: '64 bytes of RAM from there on; dump place; 256 for 256 bytes',
    answer: ({ debuggee, scope, groups: [expression = '', length] }) => {
      const value = evaluateText(expression, scope);
      if (isFailure(value)) return failures.badExpression(expression, value.message);
      const address = value.place?.kind === 'ram' ? value.place.address : value.number;
      return dump(debuggee.machine, address & 0xffff, Math.min(RAM_BYTES, Number(length ?? DUMPED)));
    },
  },
  {
    pattern: /^find\s+([^]*\S)\s+in\s+([\w.]+)$/,
    usage: 'find value in table',
    help: 'the entries of a table that hold it: find white queen in board',
    answer: ({ scope, groups: [value = '', table = ''] }) => found(value, findValue(value, table, scope)),
  },
  {
    pattern: /^find\s+([^]*\S)$/,
    usage: 'find $12 $34',
    help: 'where these bytes are in RAM, one after another',
    answer: ({ scope, groups: [bytes = ''] }) => found(bytes, findBytes(bytes, scope)),
  },
  {
    pattern: new RegExp(`^save\\s+${NAME}$`),
    usage: 'save name',
    help: 'keeps the state of the machine under a name, while the program is debugged',
    answer: ({ debuggee: { runner, states, machine }, groups: [name = ''] }) => {
      if (runner.searching) return failures.running();
      if (!states.has(name) && states.size >= MOST_KEPT) return failures.tooManyStates(MOST_KEPT);
      states.set(name, machine.snapshot());
      return `Kept as "${name}": the state of cycle ${grouped(machine.cycle)}`;
    },
  },
  {
    pattern: new RegExp(`^load\\s+${NAME}$`),
    usage: 'load name',
    help: 'goes to the state that was kept',
    answer: ({ debuggee, session, groups: [name = ''] }) => {
      if (debuggee.runner.running) return failures.running();
      const state = keptState(debuggee, name);
      if (isFailure(state)) return state;
      const problem = goToState(debuggee, name, state);
      if (problem !== undefined) return problem;
      session.afterAnswer(() => standThere(debuggee));
      return `The state "${name}"`;
    },
  },
  {
    pattern: new RegExp(`^compare\\s+${NAME}(?:\\s+${NAME})?$`),
    usage: 'compare name',
    help: 'what differs between that state and the present one; "compare one two" compares two',
    answer: ({ debuggee, groups: [one = '', two] }) => {
      if (debuggee.runner.searching) return failures.running();
      const before = keptState(debuggee, one);
      if (isFailure(before)) return before;
      const after = two === undefined ? debuggee.machine.snapshot() : keptState(debuggee, two);
      return isFailure(after) ? after : listed(differences(debuggee.program, before, after));
    },
  },
  {
    pattern: /^states$/,
    usage: 'states',
    help: 'the states that are kept',
    answer: ({ debuggee: { states } }) =>
      [...states].map(([name, { cpu }]) => `${name}: cycle ${grouped(cpu.cycle)}`).join('\n') || 'No states are kept.',
  },
  { pattern: /^(?:help(?:\s[^]*)?|\?)$/, usage: 'help', help: 'this', answer: () => HELP },
];

const EXPRESSIONS: readonly Pick<Word, 'usage' | 'help'>[] = [
  { usage: 'counter, ac, board[e4]', help: 'the value of an expression; also [$0811], rom[$1200], drawLine' },
  { usage: 'place = value', help: 'sets a variable, an entry, a byte or a register' },
  { usage: 'expression,d', help: 'in decimal; ,x hexadecimal; ,b binary; ,w the word that begins at a byte of RAM' },
];
const WIDTH = 26;
const HELP = [...EXPRESSIONS, ...WORDS].map(({ usage, help }) => usage.padEnd(WIDTH) + help).join('\n');

/** What the console answers to a command; undefined if the text is none. */
export function answerWord(text: string, debuggee: Debuggee, scope: Scope, session: Session) {
  for (const { pattern, answer } of WORDS) {
    const match = pattern.exec(text.trim());
    if (match !== null) return answer({ debuggee, session, scope, groups: match.slice(1) });
  }
  return misused(text.trim(), scope);
}

/** What is wrong with a command that lacks what belongs to it; undefined if the text may be an expression. */
function misused(text: string, scope: Scope): RequestFailure | undefined {
  const [, first = '', rest = ''] = /^([a-z]+)(?:\s+([^]*))?$/.exec(text) ?? [];
  const usages = WORDS.map(({ usage }) => usage).filter((usage) => usage.startsWith(`${first} `));
  // No expression has one operand after another.
  const isExpression = rest === '' ? !isFailure(evaluateText(text, scope)) : !/^[\w$"']/.test(rest);
  if (first === '' || usages.length === 0 || isExpression) return undefined;
  return failures.badExpression(text, `write "${usages.join('" or "')}"`);
}

function keptState({ states }: Debuggee, name: string): Snapshot | RequestFailure {
  return states.get(name) ?? failures.noSuchState(name);
}

function found(text: string, places: Result<string>): string | RequestFailure {
  return isFailure(places) ? failures.badExpression(text, places.message) : places;
}

function listed(all: readonly StateDifference[]): string {
  if (all.length === 0) return 'Nothing differs.';
  const lines = all.slice(0, MOST_DIFFERENCES).map(({ name, one, other }) => `${name}: ${one} → ${other}`);
  const more = all.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** How many places are named; the rest is only counted. */
const MOST_NAMED = 32;

/** Where a sequence of bytes is in RAM; a failure is a clause. @param text constants, separated by spaces */
function findBytes(text: string, { machine, program }: Scope): Result<string> {
  const bytes = text.split(/\s+/).map((word) => evaluateConstant(word));
  const wrong = bytes.findIndex((byte) => byte === undefined || byte < 0 || byte > 0xff);
  if (wrong >= 0) return failure('it takes bytes, such as $12 $34');
  const found: string[] = [];
  // A mirror shows the same bytes again.
  const end = Math.min(RAM_BYTES, machine.ram.length);
  for (let address = 0; address + bytes.length <= end; address++) {
    if (bytes.every((byte, offset) => machine.readRam(address + offset) === byte))
      found.push(describeAddress(program, machine.ramIndex(address)));
  }
  return told(found);
}

/** The entries of a table that hold a value: a word of its meaning, or an expression. A failure is a clause. */
function findValue(text: string, name: string, scope: Scope): Result<string> {
  const { machine, program } = scope;
  const table = program.symbols.table(name);
  if (table === undefined) return failure(`there is no table "${name}"`);
  const wanted = program.meanings.valueOf(table, text) ?? numberOf(text, scope);
  if (isFailure(wanted)) return wanted;
  const found: string[] = [];
  for (let index = table.first; index <= table.last; index++) {
    const place = entryPlace(table, index);
    if (place !== undefined && readPlace(machine, place) === wanted) found.push(describeEntry(program, table, index));
  }
  return told(found);
}

function numberOf(text: string, scope: Scope): Result<number> {
  const value = evaluateText(text, scope);
  return isFailure(value) ? value : value.number;
}

function told(found: readonly string[]): string {
  if (found.length === 0) return 'Nowhere.';
  const more = found.length - MOST_NAMED;
  return `${found.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more places` : ''}`;
}
