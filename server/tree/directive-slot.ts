/** What can be where the operand of a directive or the argument of a function is being typed. */
import { DIRECTIVES } from '#assembler';
import { NO_SLOT, slotOf, type Slot, type Wanted } from './operand-slot.ts';

/** What the operands of directives are; null: nothing fits; the last applies to all that follow. Others take constants. */
const OPERANDS: Readonly<Record<string, readonly (Wanted | null)[]>> = {
  incbin: [null, 'constant'],
  warn: [null],
  error: [null],
  assert: ['anything', null],
  repeat: ['constant', null],
  org: ['place'],
  fill: ['place', 'constant'],
  word: ['anything'],
  entry: ['anything'],
  romdata: [null],
  vcpu: ['constant', 'vcpu'],
  interface: ['anything'],
  trampoline: ['rom'],
  check: ['rom'],
  sync: ['rom'],
  shortcheck: ['rom'],
  exits: [null],
  exact: ['rom', 'rom', 'constant'],
  atmost: ['rom', 'rom', 'constant'],
  wait: ['constant', null],
  targets: ['rom'],
  enter: ['rom'],
  after: ['rom'],
  call: ['rom'],
  run: ['rom'],
  case: ['anything'],
};

/** The slot of a directive, by its name without the dot. @param operand index from 0 */
export function directiveSlot(name: string, operand: number, before: string): Slot {
  const syntax = DIRECTIVES[name]?.syntax;
  if (syntax === 'none') return NO_SLOT;
  if (syntax === 'given' || syntax === 'expect' || syntax === 'break') return testSlot(name, before);
  if (/[<>]\s*$/.test(before)) return slotOf('whole');
  const operands = OPERANDS[name] ?? ['constant'];
  const wanted = operands[Math.min(operand, operands.length - 1)] ?? null;
  return wanted === null ? NO_SLOT : slotOf(wanted);
}

/** Places besides declared RAM, of tests and of breakpoints. */
const REGISTERS = ['ac', 'x', 'y', 'out', 'outx'];
const EXPECTED: ReadonlySet<string> = new Set([...REGISTERS, 'fen', 'cycles', 'faults']);
const WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  given: new Set([...REGISTERS, 'fen', 'in']),
  break: new Set([...REGISTERS, 'in']),
};

/** A line of a test, and a breakpoint, has a place, a comparison and values. */
function testSlot(name: string, before: string): Slot {
  if (/[=<>]/.test(before)) return slotOf('anything');
  if (before.includes('[')) return { ...NO_SLOT, wanted: new Set<Wanted>(['constant', 'declared']) };
  return { ...slotOf('declared'), words: WORDS[name] ?? EXPECTED };
}

/** What functions take; others take constants. */
const ARGUMENTS: Readonly<Record<string, Wanted | null>> = {
  lo: 'whole',
  hi: 'whole',
  defined: 'anything',
  end: 'declared',
  length: null,
};

/** The slot of the innermost function open before a place; undefined outside of functions. */
export function functionSlot(before: string): Slot | undefined {
  const name = /([A-Za-z]+)\((?:[^()]|\([^()]*\))*$/.exec(before)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const wanted = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name]! : 'constant';
  return wanted === null ? NO_SLOT : slotOf(wanted);
}
