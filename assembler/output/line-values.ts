/**
 * The values of an expression on a line, and the labels that an anonymous label in it leads to: one for each call or
 * round that assembled the line.
 */
import { Evaluator } from '../values/evaluate.ts';
import { lineIndexOf } from './line-index.ts';
import type { LineValue } from '../program/assembly.ts';
import type { Item, Origin, Program } from '../program/program.ts';
import type { Expression } from '../contract/syntax.ts';

/** The values of an expression that is written on a line, each once; none where the line was not assembled. */
export function valuesOnLine(program: Program, file: number, line: number, expression: Expression): LineValue[] {
  const evaluator = new Evaluator(program);
  const values = new Map<string, LineValue>();
  for (const origin of originsOf(program, file, line)) {
    const value = evaluator.attempt(expression, origin);
    const isAddress = evaluator.degree === 1;
    if (!Number.isNaN(value)) values.set(`${value} ${isAddress}`, { value, isAddress });
  }
  return [...values.values()];
}

/** The items that carry the anonymous label that is meant on a line by a distance, each once. */
export function anonymousFrom(program: Program, file: number, line: number, distance: number): Item[] {
  const found = originsOf(program, file, line).flatMap(
    ({ anonymous }) => program.anonymous[anonymous + (distance < 0 ? distance : distance - 1)] ?? [],
  );
  // A label whose line is gone has no place.
  return [...new Set(found)].filter(({ address }) => !Number.isNaN(address));
}

function originsOf(program: Program, file: number, line: number): readonly Origin[] {
  const index = lineIndexOf(program);
  const number = index.number(file, line);
  return [...index.items.at(number), ...index.controls.at(number).map(({ origin }) => origin)];
}
