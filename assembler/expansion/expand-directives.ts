/**
 * What expansion does at each directive, as a table; each larger subject has a file of its own.
 *
 * A directive that is not in the table becomes an item as it is; layout and encoding handle it.
 */
import { words } from '#basics';
import { DIRECTIVES } from '../syntax/directives.ts';
import { defineGlobal, defineLocal } from './definitions.ts';
import { beginBlock, beginNamedBlock, endBlock, expandBreak, expandTest, expandTestLine } from './expand-blocks.ts';
import { expandCondition, expandFor, expandRepeat, expandExits, expandShortCheck } from './expand-control.ts';
import { expandBinary, expandInclude } from './expand-inclusions.ts';
import { defineMacro } from './expand-macros.ts';
import { actualName } from './expand-statements.ts';
import { beginLookup, endLookup, expandEntry } from './expand-tables.ts';
import { beginSegment, endSegment, refusedInBytes } from './expand-vcpu.ts';
import type { DirectiveLine, Expander } from './expander.ts';
import type { Declaration, Scope } from '../program/program.ts';
import type { DirectiveStatement } from '../contract/syntax.ts';

type Handler = (expander: Expander, line: DirectiveLine) => void;

/** Expands a directive at the expander's current line. */
export function expandDirective(expander: Expander, line: DirectiveLine): void {
  const { statement, parsed } = line;
  if (!Object.hasOwn(DIRECTIVES, statement.name)) return;
  if (refusedInBytes(expander, statement)) return;
  const handler = Object.hasOwn(HANDLERS, statement.name) ? HANDLERS[statement.name] : undefined;
  if (handler === undefined) expander.push(parsed, statement);
  else handler(expander, line);
}

function each(names: string, handler: Handler): Record<string, Handler> {
  return Object.fromEntries(words(names).map((name) => [name, handler]));
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  include: expandInclude,
  incbin: expandBinary,
  macro: defineMacro,
  repeat: expandRepeat,
  for: expandFor,
  if: expandCondition,
  proc: (expander, line) => beginNamedBlock(expander, 'proc', line),
  endproc: (expander) => endBlock(expander, 'proc'),
  lookup: beginLookup,
  endlookup: endLookup,
  entry: expandEntry,
  romdata: expandBinary,
  vcpu: beginSegment,
  endvcpu: endSegment,
  onepage: (expander, line) => beginBlock(expander, 'onepage', line),
  endonepage: (expander) => endBlock(expander, 'onepage'),
  place: (expander, line) => beginBlock(expander, 'place', line),
  endplace: (expander, { statement, parsed }) => {
    endBlock(expander, 'place');
    expander.push(parsed, statement);
  },
  lint: switchFindings,
  warn: (expander, { statement }) => say(expander, 'GT0608', statement),
  error: (expander, { statement }) => say(expander, 'GT0607', statement),
  zp: (expander, line) => void declare(expander, 'zero-page', line),
  row: (expander, line) => void declare(expander, 'row', line),
  column: (expander, line) => void declare(expander, 'column', line),
  frame: (expander, line) => {
    expander.frame = declare(expander, 'frame', line);
  },
  field: (expander, line) => {
    if (expander.frame !== undefined) declare(expander, 'field', line);
    else expander.report('GT0506', '".field" is outside a frame', line.statement);
  },
  endframe: (expander) => {
    expander.frame = undefined;
  },
  shortcheck: expandShortCheck,
  exits: expandExits,
  ...each('squares set pieces kind timing', declareMeaning),
  break: expandBreak,
  test: expandTest,
  endtest: () => undefined,
  ...each('cases case random after given call run expect', expandTestLine),
};

/** `.warn` and `.error`: their text is the message. */
function say(expander: Expander, code: 'GT0607' | 'GT0608', statement: DirectiveStatement): void {
  const [message] = statement.texts;
  // A line without its text has already been reported.
  if (message !== undefined) expander.report(code, message.text, statement);
}

/** `.lint off` and `.lint on`: which findings are not reported from here on. */
function switchFindings(expander: Expander, { statement }: DirectiveLine): void {
  const [state, ...codes] = statement.names;
  const off = new Set(expander.off);
  for (const code of codes) {
    if (state?.text.toLowerCase() === 'off') off.add(code.text.toUpperCase());
    else off.delete(code.text.toUpperCase());
  }
  expander.off = expander.memory.codes(off);
}

/** Defines the name of a declaration of RAM, which is placed when all constants are known; undefined without a name. */
function declare(
  expander: Expander,
  kind: 'zero-page' | 'row' | 'column' | 'frame' | 'field',
  { statement, block, parsed }: DirectiveLine,
): Declaration | undefined {
  const written = statement.names[0];
  if (written === undefined) return undefined;
  const name = actualName(expander, written);
  const parts = { kind, endLine: block?.end };
  // Fields that are written with a dot are in the scope of their frame.
  const owner = expander.frame?.symbol?.name ?? '';
  const frameScope = (): Scope => expander.program.scopes.get(owner) ?? expander.openScope(owner);
  const symbol = name.text.startsWith('.')
    ? defineLocal(expander.program, expander.origin(), name, frameScope(), parts)
    : defineGlobal(expander.program, expander.origin(), name, parts);
  const frame = kind === 'field' ? expander.frame : undefined;
  const declaration: Declaration = { item: expander.push(parsed, statement), symbol, frame };
  expander.program.declarations.push(declaration);
  return declaration;
}

/** Collects a directive that says what the elements of tables are. */
function declareMeaning(expander: Expander, { statement, parsed }: DirectiveLine): void {
  expander.program.declarations.push({ item: expander.push(parsed, statement), symbol: undefined, frame: undefined });
}
