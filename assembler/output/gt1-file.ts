/** The `.vcpu` segments of a program as a `.gt1` file. */
import { failure, isFailure, type Failure } from '#basics';
import { parseGt1, wordAt } from '#isa';
import type { Block, Program } from '../program/program.ts';
import { Evaluator } from '../values/evaluate.ts';

/** The file; a failure, a sentence, if the segments are none or not those of one program. */
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
