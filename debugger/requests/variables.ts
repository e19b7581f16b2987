/** Variables as a tree, and setting them by name or by expression. */
import { counted, isFailure, type Result } from '#basics';
import { Variable as ClientVariable } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { boolean, count, object, optional, oneOf, string } from '#basics/shape';
import { failures } from '../errors.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { evaluateText, type Scope, type Value, store } from '../values/evaluate.ts';
import { evaluateConstant } from '../program/expression.ts';
import { formatAs, formatValue, splitFormat, wordAt } from '../values/format.ts';
import { MAX_NUMBER_BYTES, writeBytes } from '../values/place.ts';
import { variablesOf, type Variable } from '../values/variable-nodes.ts';
import { NUMBER_STYLES } from '../protocol.ts';
import { clientSource } from './sources.ts';
import { announceEdit, invalidate } from './memory.ts';
import { debuggeeRequest, stoppedRequest, type Answer, type RequestTable, type Session } from './request.ts';
import { frameOf } from './stack.ts';
import { enteredBytes, lensOfValue } from '../values/lenses.ts';

export const VARIABLES_REQUESTS: RequestTable = {
  'gigatron/numbers': debuggeeRequest(object({ style: oneOf(...NUMBER_STYLES) }), (debuggee, { style }, session) => {
    debuggee.numbers = style;
    session.afterAnswer(() => invalidate(session, 'variables'));
    return {};
  }),

  variables: stoppedRequest(
    object({
      variablesReference: count,
      filter: optional(oneOf('indexed', 'named')),
      start: optional(count),
      count: optional(count),
      format: optional(object({ hex: optional(boolean) })),
    }),
    (debuggee, { variablesReference, filter, start, count: wanted, format }) => {
      const node = debuggee.variables.get(variablesReference);
      if (node === undefined) return failures.noSuchVariables(variablesReference);
      const indexed = node.kind === 'table';
      if ((filter === 'indexed') !== indexed && filter !== undefined) return { variables: [] };
      const scope = debuggee.scope();
      const shown: Scope = format?.hex === true ? { ...scope, numbers: 'hexadecimal' } : scope;
      const variables = variablesOf(node, shown, start ?? 0, wanted === 0 ? undefined : wanted);
      return { variables: variables.map((variable) => protocolVariable(variable, debuggee)) };
    },
  ),

  locations: debuggeeRequest(object({ locationReference: count }), (debuggee, { locationReference }, session) => {
    const place = debuggee.locations.get(locationReference);
    if (place === undefined) return failures.noSuchLocation(locationReference);
    const source = clientSource(debuggee.program, place.source, session);
    return { source, line: session.positions.toClientLine(place.line) };
  }),

  setVariable: stoppedRequest(
    object({ variablesReference: count, name: string, value: string }),
    (debuggee, { variablesReference, name, value }, session) => {
      const node = debuggee.variables.get(variablesReference);
      if (node === undefined) return failures.noSuchVariables(variablesReference);
      const variable = variablesOf(node, debuggee.scope()).find((candidate) => candidate.name === name);
      if (variable === undefined) return failures.noSuchVariable(name);
      if (variable.place === undefined || variable.evaluateName === undefined) return failures.notSettable(name);
      const target = evaluateText(variable.evaluateName, debuggee.scope());
      if (isFailure(target)) return failures.badExpression(variable.evaluateName, target.message);
      return assign(target, variable.evaluateName, value, debuggee.scope(), debuggee, session);
    },
  ),

  setExpression: stoppedRequest(
    object({ expression: string, value: string, frameId: optional(count) }),
    (debuggee, { expression: text, value, frameId }, session) => {
      const frame = frameOf(debuggee, frameId);
      if (frame === undefined) return failures.noSuchFrame(frameId ?? 0);
      const scope = debuggee.scope(frame.call.address);
      const { expression, format } = splitFormat(text);
      const result = evaluateText(expression, scope);
      if (isFailure(result)) return failures.badExpression(expression, result.message);
      if (result.place === undefined) return failures.notSettable(expression);
      const target = format === 'w' ? wordAt(result, scope.machine) : result;
      const answer = assign(target, expression, value, scope, debuggee, session);
      if (isFailure(answer) || format === undefined) return answer;
      const now = evaluateText(expression, scope);
      return { value: formatAs(isFailure(now) ? target : now, format, scope.machine) };
    },
  ),
};

/** Sets a place to what the user typed, and answers with what it then holds. */
function assign(target: Value, name: string, text: string, scope: Scope, debuggee: Debuggee, session: Session): Answer {
  const wrong = enter(target, text, scope);
  if (wrong !== undefined) return failures.badExpression(text, wrong);
  if (target.place !== undefined) announceEdit(debuggee, session, target.place);
  const now = evaluateText(name, scope);
  return { value: formatValue(isFailure(now) ? target : now, scope) };
}

function protocolVariable(variable: Variable, debuggee: Debuggee): DebugProtocol.Variable {
  const { name, value, type, evaluateName, memoryReference, node, entries, place, declared, leadsTo } = variable;
  const reference = node === undefined ? 0 : debuggee.variables.create(node);
  return {
    ...new ClientVariable(name, value, reference, entries),
    type,
    ...(evaluateName === undefined ? {} : { evaluateName }),
    ...(memoryReference === undefined ? {} : { memoryReference }),
    ...(declared && { declarationLocationReference: debuggee.locations.create(declared) }),
    ...(leadsTo && { valueLocationReference: debuggee.locations.create(leadsTo) }),
    ...(place === undefined && node === undefined ? { presentationHint: { attributes: ['readOnly'] } } : {}),
  };
}

const SHOWN = /^(\S+)\s*\((.*)\)$/s;
const BYTES = /^\$[0-9a-f]{2}(?:\s+\$[0-9a-f]{2})*$/i;

/**
 * Sets `target` to what a user types; returns a clause on why that is impossible.
 *
 *     $2b (e2)    as shown; if only one of the two was changed, that one counts
 *     e2, white, white queen, KQkq, nw se
 *     $12 $34 $56 …    as many bytes as the variable has
 *     a1 h8, white pawn e2e4, $8000000000000001    boards and words of bits (lenses.ts)
 *     counter + 1
 */
function enter(target: Value, text: string, scope: Scope): string | undefined {
  const { place } = target;
  if (place === undefined) return 'it cannot be set';
  const bytes = BYTES.test(text.trim()) ? text.trim().split(/\s+/) : [];
  if (place.kind === 'ram' && bytes.length > 1) {
    if (bytes.length !== place.size) return `it has ${counted(place.size, 'byte')}, not ${bytes.length}`;
    const values = bytes.map((byte) => evaluateConstant(byte) ?? 0);
    writeBytes(scope.machine, place, values);
    return undefined;
  }
  const seen = lensOfValue(target);
  const entered = seen && enteredBytes(seen, text, scope.machine);
  if (seen !== undefined && entered !== undefined) {
    writeBytes(scope.machine, seen.place, entered);
    return undefined;
  }
  if (seen !== undefined && seen.place.size > MAX_NUMBER_BYTES) return `it does not mean a ${seen.lens.kind}`;
  const number = numberOf(target, text.trim(), scope);
  return isFailure(number) ? number.message : store(scope.machine, place, number);
}

/** The number that the text means; a failure is a clause. */
function numberOf(target: Value, text: string, scope: Scope): Result<number> {
  const [, literal = '', meaning = ''] = SHOWN.exec(text) ?? [];
  const shown = evaluateConstant(literal);
  if (shown !== undefined) {
    const same = shown === target.number && !formatValue(target, scope).endsWith(`(${meaning})`);
    return (same ? meant(target, meaning, scope) : undefined) ?? shown;
  }
  const number = meant(target, text, scope);
  if (number !== undefined) return number;
  const source = evaluateText(text, scope);
  return isFailure(source) ? source : source.number;
}

function meant({ table }: Value, text: string, { program }: Scope): number | undefined {
  return table === undefined ? undefined : program.meanings.valueOf(table, text);
}
