/** Expressions in watches, hovers and the debug console, and what can be completed there. */
import { isFailure } from '#basics';
import { CompletionItem } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { count, integer, object, optional, string } from '../connection/shape.ts';
import { failures } from '../errors.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { CONSOLE_HELP, dump, dumpOf, formatAs, splitFormat, wholeBytes } from '../values/console.ts';
import { completions } from '../values/completions.ts';
import { evaluate, type Value } from '../values/evaluate.ts';
import { parseExpression } from '../program/expression.ts';
import { formatValue } from '../values/format.ts';
import { memoryReference } from '../values/memory-reference.ts';
import { entryCount } from '../values/tables.ts';
import { nodeOf } from '../values/variable-nodes.ts';
import { announceEdit } from './edits.ts';
import { debuggeeRequest, type RequestTable } from './request.ts';
import { frameOf } from './stack.ts';

export const EVALUATE_REQUESTS: RequestTable = {
  evaluate: debuggeeRequest(
    object({ expression: string, frameId: optional(count), context: optional(string) }),
    (debuggee, { expression: text, frameId, context }, session) => {
      const frame = frameOf(debuggee, frameId);
      if (frame === undefined) return failures.noSuchFrame(frameId ?? 0);
      if (context === 'repl' && text.trim() === 'help') return { result: CONSOLE_HELP, variablesReference: 0 };
      const dumped = context === 'repl' ? dumpOf(text) : undefined;
      const { expression, format } = dumped === undefined ? splitFormat(text) : { ...dumped, format: undefined };
      const parsed = parseExpression(expression);
      if (isFailure(parsed)) return failures.badExpression(expression, parsed.message);
      const mayAssign = context === 'repl' && !debuggee.runner.searching;
      const result = evaluate(parsed, debuggee.scope(frame.call.address), mayAssign);
      if (isFailure(result)) return failures.badExpression(expression, result.message);
      if (parsed.kind === 'assign' && result.place !== undefined) announceEdit(debuggee, session, result.place);
      const { machine } = debuggee;
      if (dumped !== undefined) {
        const address = result.place?.kind === 'ram' ? result.place.address : result.number;
        return { result: dump(machine, address & 0xffff, dumped.length), variablesReference: 0 };
      }
      const whole = context === 'clipboard' ? wholeBytes(result, machine) : undefined;
      const shown = whole ?? (format === undefined ? undefined : formatAs(result, format, machine));
      const answer = protocolValue(result, debuggee);
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
      const targets = items.map(({ label, kind }) =>
        Object.assign(new CompletionItem(label, column0, at - start), { type: kind }),
      );
      return { targets };
    },
  ),
};

function protocolValue(value: Value, debuggee: Debuggee): DebugProtocol.EvaluateResponse['body'] {
  const { table, place } = value;
  const node = nodeOf(value);
  const reference = referenceOf(value);
  return {
    result: formatValue(value, debuggee),
    variablesReference: node === undefined ? 0 : debuggee.variables.create(node),
    ...(node !== undefined && table !== undefined ? { indexedVariables: entryCount(table) } : {}),
    ...(reference === undefined ? {} : { memoryReference: reference }),
    ...(place === undefined ? { presentationHint: { attributes: ['readOnly'] } } : {}),
  };
}

function referenceOf({ place, table, rom, number }: Value): string | undefined {
  if (place?.kind === 'ram') return memoryReference('ram', place.address);
  if (rom === true) return memoryReference('rom', number);
  return table === undefined || place !== undefined ? undefined : memoryReference('ram', number);
}
