/**
 * The files for programs of the vCPU: the `.vcpu` segments as a `.gt1` file, and what `.interface` names as the
 * `interface.json` that programs for a system ROM are built with.
 */
import { failure, isFailure, type Failure, hexDigits } from '#basics';
import { parseGt1, wordAt } from '#isa';
import type { Block, Program } from '../program/program.ts';
import { Evaluator } from '../values/evaluate.ts';
import { namedSymbol } from '../values/unknown-names.ts';

/** The file; a failure, a sentence, if there is no segment, or they are not one whole program. */
export function gt1File(program: Program): Uint8Array | Failure {
  const evaluator = new Evaluator(program);
  const bytes = program.blocks.flatMap((block) => bytesOf(program, evaluator, block));
  if (bytes.length === 0) return failure('The source has no segment of a program for the vCPU (.vcpu).');
  const file = Uint8Array.from(bytes);
  const read = parseGt1(file);
  return isFailure(read) ? read : file;
}

/** Header and bytes of a segment, and the end of a program where it starts; nothing for other blocks. */
function bytesOf(program: Program, evaluator: Evaluator, { segment, item, from, to }: Block): readonly number[] {
  if (segment === undefined || item.statement?.kind !== 'directive') return [];
  const { address, count } = segment;
  // Instructions among the items are those that end a page of the ROM.
  const parts = program.items.slice(from, to).filter(({ statement }) => statement?.kind !== 'instruction');
  const bytes = parts.flatMap(({ address: at, size }) =>
    Array.from({ length: size }, (_, index) => wordAt(program.image, at + index) & 0xff),
  );
  const [, started] = item.statement.expressions;
  const start = started === undefined ? NaN : evaluator.attempt(started, item);
  const end = started === undefined ? [] : [0, (start >> 8) & 0xff, start & 0xff];
  return [address >> 8, address & 0xff, count.value, ...bytes, ...end];
}

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
