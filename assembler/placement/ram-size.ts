/**
 * How much RAM a program needs: what `.ram` says.
 */
import type { Evaluator } from '../values/evaluate.ts';
import type { Program } from '../program/program.ts';
import { RAM_SIZES, type RamSize } from './ram-map.ts';

/** Size in KiB; that of the standard machine without a declaration. A wrong declaration is reported. */
export function ramSize(program: Program, evaluator: Evaluator): RamSize {
  let size: RamSize | undefined;
  for (const item of program.directives) {
    const { statement } = item;
    if (statement?.kind !== 'directive' || statement.name !== 'ram' || statement.expressions[0] === undefined) continue;
    const value = evaluator.value(statement.expressions[0], item);
    const known = RAM_SIZES.find((each) => each === value);
    if (known !== undefined && (size ?? known) === known) size = known;
    else if (known !== undefined) program.findings.add('GT0506', `RAM has ${size} KiB already`, item, statement);
    else if (!Number.isNaN(value)) {
      program.findings.add('GT0506', `RAM has ${RAM_SIZES.join(', ')} KiB, not ${value}`, item, statement);
    }
  }
  return size ?? 32;
}
