/** Variables as a tree, and setting them by name or by expression. */
import { Variable as ClientVariable } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { count, object, optional, oneOf, string } from '../connection/shape.ts';
import { failures } from '../errors.ts';
import type { Debuggee } from '../run/debuggee.ts';
import { evaluate, store, type Scope, type Value } from '../values/evaluate.ts';
import { parseExpression } from '../program/expression.ts';
import { formatValue } from '../values/format.ts';
import type { Place } from '../values/place.ts';
import { variablesOf, type Variable } from '../values/variable-nodes.ts';
import { announceEdit } from './edits.ts';
import { stoppedRequest, type Answer, type RequestTable, type Session } from './request.ts';
import { frameOf } from './stack.ts';

export const VARIABLES_REQUESTS: RequestTable = {
  variables: stoppedRequest(
    object({
      variablesReference: count,
      filter: optional(oneOf('indexed', 'named')),
      start: optional(count),
      count: optional(count),
    }),
    (debuggee, { variablesReference, filter, start, count: wanted }) => {
      const node = debuggee.variables.get(variablesReference);
      if (node === undefined) return failures.noSuchVariables(variablesReference);
      const indexed = node.kind === 'table';
      if ((filter === 'indexed') !== indexed && filter !== undefined) return { variables: [] };
      const variables = variablesOf(node, debuggee.scope(), start ?? 0, wanted === 0 ? undefined : wanted);
      return { variables: variables.map((variable) => protocolVariable(variable, debuggee)) };
    },
  ),

  setVariable: stoppedRequest(
    object({ variablesReference: count, name: string, value: string }),
    (debuggee, { variablesReference, name, value }, session) => {
      const node = debuggee.variables.get(variablesReference);
      if (node === undefined) return failures.noSuchVariables(variablesReference);
      const variable = variablesOf(node, debuggee.scope()).find((candidate) => candidate.name === name);
      if (variable === undefined) return failures.noSuchVariable(name);
      if (variable.place === undefined || variable.evaluateName === undefined) return failures.notSettable(name);
      return assign(variable.evaluateName, variable.place, value, debuggee.scope(), debuggee, session);
    },
  ),

  setExpression: stoppedRequest(
    object({ expression: string, value: string, frameId: optional(count) }),
    (debuggee, { expression, value, frameId }, session) => {
      const frame = frameOf(debuggee, frameId);
      if (frame === undefined) return failures.noSuchFrame(frameId ?? 0);
      const scope = debuggee.scope(frame.call.address);
      const parsed = parseExpression(expression);
      if (!parsed.ok) return failures.badExpression(expression, parsed.problem);
      const target = evaluate(parsed.tree, scope);
      if (!target.ok) return failures.badExpression(expression, target.problem);
      if (target.place === undefined) return failures.notSettable(expression);
      return assign(expression, target.place, value, scope, debuggee, session);
    },
  ),
};

/** Sets a place to the value of an expression, and answers with what it holds then. */
function assign(name: string, place: Place, text: string, scope: Scope, debuggee: Debuggee, session: Session): Answer {
  const parsed = parseExpression(text);
  if (!parsed.ok) return failures.badExpression(text, parsed.problem);
  const source = evaluate(parsed.tree, scope);
  if (!source.ok) return failures.badExpression(text, source.problem);
  const wrong = store(debuggee.machine, place, source.number);
  if (wrong !== undefined) return failures.badExpression(text, wrong);
  announceEdit(debuggee, session, place);
  const target = parseExpression(name);
  const now: Value | undefined = target.ok ? orUndefined(evaluate(target.tree, scope)) : undefined;
  return { value: now === undefined ? String(source.number) : formatValue(now, scope) };
}

function orUndefined(result: ReturnType<typeof evaluate>): Value | undefined {
  return result.ok ? result : undefined;
}

function protocolVariable(variable: Variable, debuggee: Debuggee): DebugProtocol.Variable {
  const { name, value, type, evaluateName, memoryReference, node, entries, place } = variable;
  const reference = node === undefined ? 0 : debuggee.variables.create(node);
  return {
    ...new ClientVariable(name, value, reference, entries),
    type,
    ...(evaluateName === undefined ? {} : { evaluateName }),
    ...(memoryReference === undefined ? {} : { memoryReference }),
    ...(place === undefined && node === undefined ? { presentationHint: { attributes: ['readOnly'] } } : {}),
  };
}
