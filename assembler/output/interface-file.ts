/** What `.interface` names, as the `interface.json` that programs for a system ROM are built with. */
import { failure, hexDigits, type Failure } from '#basics';
import type { Program } from '../program/program.ts';
import { Evaluator } from '../values/evaluate.ts';
import { namedSymbol } from '../values/names.ts';

/** The document: addresses as hexadecimal text, numbers as they are. A failure, a sentence, if nothing is named. */
export function interfaceFile(program: Program): string | Failure {
  const evaluator = new Evaluator(program);
  const values = new Map<string, number | string>();
  for (const item of program.directives) {
    if (item.statement?.kind !== 'directive' || item.statement.name !== 'interface') continue;
    for (const expression of item.statement.expressions) {
      const name = namedSymbol(program, expression, item)?.name;
      const value = evaluator.attempt(expression, item);
      if (name !== undefined) values.set(name, evaluator.degree === 1 ? `0x${hexDigits(value, 4)}` : value);
    }
  }
  if (values.size === 0) return failure('The source names nothing that programs may rely on (.interface).');
  return `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`;
}
