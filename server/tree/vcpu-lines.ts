/** Lines of a segment of a vCPU program (`.vcpu`), where words that begin a statement mean something else. */
import type { ParsedLine } from '#assembler';
import { VCPU_FORMS, type VcpuForm } from '#isa';
import { NO_SLOT, slotOf, type Slot, type Wanted } from './operand-slot.ts';

/** Whether a line is in a segment, as the directives above it say. */
export function isInSegment(lines: readonly ParsedLine[], line: number): boolean {
  for (let above = line - 1; above >= 0; above--) {
    const statement = lines[above]?.statement;
    if (statement?.kind !== 'directive') continue;
    if (statement.name === 'vcpu') return true;
    if (statement.name === 'endvcpu') return false;
  }
  return false;
}

const OPERANDS: Readonly<Record<VcpuForm['operand'], Wanted | undefined>> = {
  none: undefined,
  'zero-page': 'zero-page',
  byte: 'value',
  word: 'whole',
  branch: 'vcpu',
  ticks: 'far',
};

/** The slot of the operand of an instruction of the vCPU; undefined for other words. @param before what is typed of it */
export function vcpuSlot(head: string, before: string): Slot | undefined {
  const form = VCPU_FORMS.get(head.toUpperCase());
  if (form === undefined) return undefined;
  const wanted = OPERANDS[form.operand];
  if (wanted === undefined || before.includes(',')) return NO_SLOT;
  return slotOf(/[<>]\s*$/.test(before) ? 'whole' : wanted);
}
