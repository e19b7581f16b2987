/** Expressions in watches, hovers and the debug console, and what can be completed there. */
import type { DebugSymbol } from '#assembler';
import { bankAt, isFailure, type RomAddress } from '#basics';
import { CompletionItem } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { boolean, count, integer, object, optional, string } from '#basics/shape';
import { failures } from '../errors.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { evaluate, type Value } from '../values/evaluate.ts';
import { parseExpression } from '../program/expression.ts';
import { formatValue, formatAs, splitFormat, wholeBytes } from '../values/format.ts';
import { memoryReference, ramReference, REGISTERS, entryCount } from '../values/place.ts';
import { nodeOf } from '../values/variable-nodes.ts';
import type { NumberStyle } from '../protocol.ts';
import { answerWord } from './console.ts';
import { announceEdit } from './memory.ts';
import { debuggeeRequest, type RequestTable } from './request.ts';
import { frameOf } from './stack.ts';
import type { Program } from '../program/program.ts';
import { isGenerated, type Symbols } from '../program/symbols.ts';
import { searchNames } from '../values/plies.ts';
import { VCPU_REGISTERS } from '../values/vcpu.ts';

export const EVALUATE_REQUESTS: RequestTable = {
  evaluate: debuggeeRequest(
    object({
      expression: string,
      frameId: optional(count),
      context: optional(string),
      format: optional(object({ hex: optional(boolean) })),
    }),
    (debuggee, { expression: text, frameId, context, format: wanted }, session) => {
      const frame = frameOf(debuggee, frameId);
      if (frame === undefined) return failures.noSuchFrame(frameId ?? 0);
      const scope = debuggee.scope(frame.call.address);
      const said = context === 'repl' ? answerWord(text, debuggee, scope, session) : undefined;
      if (said !== undefined) return isFailure(said) ? said : { result: said, variablesReference: 0 };
      const { expression, format } = splitFormat(text);
      const parsed = parseExpression(expression);
      if (isFailure(parsed)) return failures.badExpression(expression, parsed.message);
      const mayAssign = context === 'repl' && !debuggee.runner.searching;
      const result = evaluate(parsed, scope, mayAssign);
      if (isFailure(result)) return failures.badExpression(expression, result.message);
      if (parsed.kind === 'assign' && result.place !== undefined) announceEdit(debuggee, session, result.place);
      const { machine } = debuggee;
      const whole = context === 'clipboard' ? wholeBytes(result, machine) : undefined;
      const shown = whole ?? (format === undefined ? undefined : formatAs(result, format, machine));
      const answer = protocolValue(result, debuggee, wanted?.hex === true ? 'hexadecimal' : debuggee.numbers);
      return shown === undefined ? answer : { ...answer, result: shown };
    },
  ),

  completions: debuggeeRequest(
    object({ text: string, column: integer, line: optional(integer), frameId: optional(count) }),
    (debuggee, { text, column, frameId }, session) => {
      const at = Math.max(0, Math.min(text.length, session.positions.fromClientColumn(column)));
      const { address } = frameOf(debuggee, frameId)?.call ?? debuggee.machine;
      const { items, start } = completions(text.slice(0, at), debuggee.program, address);
      const column0 = session.positions.toClientColumn(start);
      const item = (label: string): CompletionItem => new CompletionItem(label, column0, at - start);
      return { targets: items.map(({ label, kind }) => Object.assign(item(label), { type: kind })) };
    },
  ),
};

function protocolValue(value: Value, debuggee: Debuggee, numbers: NumberStyle): DebugProtocol.EvaluateResponse['body'] {
  const { table, place } = value;
  // Values shown while the program runs cannot be opened, so there is no point in keeping nodes.
  const node = debuggee.runner.running ? undefined : nodeOf(value);
  const reference = referenceOf(value);
  return {
    result: formatValue(value, { machine: debuggee.machine, program: debuggee.program, numbers }),
    variablesReference: node === undefined ? 0 : debuggee.variables.create(node),
    ...(node !== undefined && table !== undefined ? { indexedVariables: entryCount(table) } : {}),
    ...(reference === undefined ? {} : { memoryReference: reference }),
    ...locationOf(value, debuggee),
    ...(place === undefined ? { presentationHint: { attributes: ['readOnly'] } } : {}),
  };
}

/** The line of the label at a code address. */
function locationOf(
  { rom, number }: Value,
  { program, locations, runner }: Debuggee,
): { valueLocationReference?: number } {
  const line = rom === true && !runner.running ? program.sources.lineAt(number) : undefined;
  return line === undefined ? {} : { valueLocationReference: locations.create(line) };
}

function referenceOf({ place, table, rom, number }: Value): string | undefined {
  if (place?.kind === 'ram') return ramReference(place);
  if (rom === true) return memoryReference('rom', number);
  if (table === undefined || place !== undefined) return undefined;
  return ramReference({ address: number, bank: bankAt(table, number) });
}

interface Completion {
  readonly label: string;
  readonly kind: 'variable' | 'function' | 'value' | 'keyword' | 'property';
}

/** Times that expressions know besides registers. */
const TIMES = ['cycle', 'line', 'lineCycle'];
const FUNCTIONS = ['lo', 'hi', 'ram', 'rom'];
const MAX_ITEMS = 500;
/** How many characters before the cursor are considered. */
const MAX_LOOKBACK = 500;
const FILES = 'abcdefgh';

/**
 * Completions of `text`, and the column in it where the word begins that they replace.
 * @param address ROM address whose local labels are meant
 */
function completions(text: string, program: Program, address: RomAddress) {
  // Patterns that end at the cursor try every place before it, so they get only a name's length or two.
  const near = text.slice(-MAX_LOOKBACK);
  const word = /[a-z_.][\w.]*$/i.exec(near)?.[0] ?? '';
  const start = text.length - word.length;
  const before = near.slice(0, near.length - word.length);
  if (/[\w$%]$/.test(before)) return { items: [], start };
  const table = /([a-z_.][\w.]*)\[\s*$/i.exec(before)?.[1];
  const all = [...squares(table, program), ...names(program, address, word)];
  const items = all.filter(({ label }) => label.toLowerCase().startsWith(word.toLowerCase())).slice(0, MAX_ITEMS);
  return { items, start };
}

function squares(table: string | undefined, program: Program): readonly Completion[] {
  if (table === undefined || program.symbols.table(table)?.index !== 'square') return [];
  const labels = [...FILES].flatMap((file) => [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => `${file}${rank}`));
  return completionsOf('value', labels);
}

function names({ symbols, vcpu, interpreter }: Program, address: RomAddress, word: string): readonly Completion[] {
  const tables = [...symbols.tables.map(({ name }) => name), ...searchNames({ symbols })];
  const known = new Set(tables);
  const own = symbols.all.filter(({ kind, name }) => kind !== 'macro' && !known.has(name) && !isGenerated(name));
  const isCode = ({ kind }: DebugSymbol): boolean => kind === 'label' || kind === 'local';
  const ofVcpu = interpreter === undefined ? [] : VCPU_REGISTERS.map(({ name }) => name);
  const inProgram = vcpu.all.filter((name) => symbols.symbol(name) === undefined && !known.has(name));
  return [
    ...completionsOf('keyword', [...REGISTERS, ...ofVcpu]),
    ...completionsOf('property', TIMES),
    ...completionsOf('keyword', FUNCTIONS),
    ...completionsOf('function', word.startsWith('.') ? localNames(symbols, address) : []),
    ...completionsOf('variable', tables),
    ...own.map((symbol): Completion => ({ label: symbol.name, kind: isCode(symbol) ? 'function' : 'value' })),
    ...completionsOf('value', inProgram),
  ];
}

function completionsOf(kind: Completion['kind'], labels: readonly string[]): Completion[] {
  return labels.map((label) => ({ label, kind }));
}

function localNames(symbols: Symbols, address: RomAddress): readonly string[] {
  return symbols.scopesAt(address).flatMap((scope) => {
    const own = symbols.all.filter(({ name, kind }) => kind === 'local' && name.startsWith(`${scope}.`));
    return own.map(({ name }) => name.slice(scope.length));
  });
}
