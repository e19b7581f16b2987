/**
 * Calls of a program: jumps whose delay slot loads the return address into AC.
 *
 * By convention, the word in the slot is an `ld` of the low byte of an address. Where the jump goes is taken from what
 * the proof followed, so computed calls with declared targets count as well.
 */
import { opcodeOfCode, opcodeOfWord, wordAt } from '#isa';
import type { ProofContext } from '#proof';
import { Evaluator } from '../values/evaluate.ts';
import { itemAt, type Program } from '../program/program.ts';
import type { Expression } from '../contract/syntax.ts';

/** Addresses of the jumps that call, by the address that they call. */
export function findCalls(program: Program, proof: ProofContext): ReadonlyMap<number, readonly number[]> {
  const evaluator = new Evaluator(program);
  const calls = new Map<number, Set<number>>();
  for (const point of proof.found.points) {
    if (!isJump(program, point.address) || proof.words.inside[point.address] === 1) continue;
    const slot = (point.address + 1) & 0xffff;
    if (point.next !== slot || !loadsAddress(program, evaluator, slot)) continue;
    for (const { address, next } of point.followers) {
      if (address !== slot || next === ((slot + 1) & 0xffff)) continue;
      const sites = calls.get(next);
      if (sites === undefined) calls.set(next, new Set([point.address]));
      else sites.add(point.address);
    }
  }
  return new Map([...calls].map(([target, sites]) => [target, [...sites].sort((a, b) => a - b)]));
}

function isJump(program: Program, address: number): boolean {
  return program.used[address] === 1 && opcodeOfWord(wordAt(program.image, address)).operation === 'jump';
}

/** Whether a word loads an address, or its low byte, into AC. */
function loadsAddress(program: Program, evaluator: Evaluator, address: number): boolean {
  const item = itemAt(program, address);
  if (item?.statement?.kind !== 'instruction') return false;
  const { form } = item.statement;
  if (form?.value === undefined) return false;
  const opcode = opcodeOfCode(form.opcode);
  if (opcode.operation !== 'ld' || opcode.bus !== 'd' || opcode.target !== 'ac') return false;
  return !Number.isNaN(evaluator.attempt(withoutLow(form.value), item)) && evaluator.degree === 1;
}

/** `<e` and `lo(e)` are read as `e`. */
function withoutLow(expression: Expression): Expression {
  if (expression.kind === 'unary' && expression.operator === '<') return expression.argument;
  const isLow = expression.kind === 'call' && expression.name.text.toLowerCase() === 'lo';
  return (isLow ? expression.arguments[0] : undefined) ?? expression;
}
