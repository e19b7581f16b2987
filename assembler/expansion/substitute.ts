/**
 * Parameters that stand for registers and addresses.
 *
 * A parameter bound to a value needs no substitution: its name is evaluated in the macro's scope. One bound
 * to `x`, `[y,$12]` and the like must be replaced in the operands before the instruction's form is chosen.
 */
import { resolveForm } from '../syntax/instruction-forms.ts';
import type { Scope } from '../program/program.ts';
import type { InstructionStatement, Operand } from '../contract/syntax.ts';

/** The statement with such parameters replaced; the same object if there are none. */
export function substitute(statement: InstructionStatement, scope: Scope): InstructionStatement {
  const operands = substituteAll(statement.operands, scope);
  if (operands === statement.operands) return statement;
  const resolved = resolveForm({ ...statement, operands });
  return 'opcode' in resolved
    ? { ...statement, operands, form: resolved, formProblem: undefined }
    : { ...statement, operands, form: undefined, formProblem: resolved };
}

function substituteAll(operands: readonly Operand[], scope: Scope): readonly Operand[] {
  let changed = false;
  const result = operands.map((operand) => {
    const other = substituteOperand(operand, scope);
    changed ||= other !== operand;
    return other;
  });
  return changed ? result : operands;
}

/** An operand with parameters that stand for registers and addresses replaced. */
export function substituteOperand(operand: Operand, scope: Scope): Operand {
  const { start, end } = operand;
  if (operand.kind === 'memory') {
    const parts = substituteAll(operand.parts, scope);
    return parts === operand.parts ? operand : { kind: 'memory', parts, start, end };
  }
  if (operand.kind !== 'value' || operand.value.kind !== 'symbol') return operand;
  const bound = scope.binding(operand.value.name)?.operand;
  if (bound === undefined || bound.kind === 'value') return operand;
  return movedTo(bound, start, end);
}

/** An operand and its parts as if they were at the parameter's columns, where findings are reported. */
function movedTo(operand: Operand, start: number, end: number): Operand {
  if (operand.kind === 'memory') {
    return { ...operand, parts: operand.parts.map((part) => movedTo(part, start, end)), start, end };
  }
  if (operand.kind === 'value') return { ...operand, value: { ...operand.value, start, end }, start, end };
  return { ...operand, start, end };
}
