/** What the two numbers of a check can be on a path, and what a condition on a form says of them. */
import { passes, signBit } from '#isa';
import { mergeSorted } from '../values/constants.ts';
import type { Form, HandlerValue, HandlerValues } from './values.ts';

/** Cycles left before the charge, both ends included; and what the check can have charged, by rising size. */
export interface Ranges {
  readonly leftMin: number;
  readonly leftMax: number;
  readonly charges: readonly number[];
}

/** A value under narrower ranges. */
export interface Narrowed {
  readonly value: HandlerValue;
  readonly ranges: Ranges;
}

/** The mode of a jump that is taken for every AC. */
export const ALL_SIGNS = 7;

/** Whether a check leaves: the sign bit of the account after the charge. @param left what the account holds before */
export function leaves(left: number, charge: number): boolean {
  return ((left - charge) & 0x80) !== 0;
}

/** Whether some check leaves that has these numbers. */
export function mayLeave({ leftMin, leftMax, charges }: Ranges): boolean {
  for (let left = leftMin; left <= leftMax; left++) if (charges.some((charge) => leaves(left, charge))) return true;
  return false;
}

/** The ranges that hold all of two. */
export function hull(a: Ranges, b: Ranges): Ranges {
  return {
    leftMin: Math.min(a.leftMin, b.leftMin),
    leftMax: Math.max(a.leftMax, b.leftMax),
    charges: a.charges === b.charges ? a.charges : mergeSorted(a.charges, b.charges),
  };
}

/** The cases in which a value has one of the signs of a mask, each with its ranges; none if it cannot have one. */
export function withSigns(value: HandlerValue, mask: number, ranges: Ranges, values: HandlerValues): Narrowed[] {
  if ((mask & ALL_SIGNS) === ALL_SIGNS) return [{ value, ranges }];
  if (value.kind === 'choice') {
    const constants = value.constants.filter((byte) => passes(mask, byte));
    return constants.length === 0 ? [] : [{ value: values.choice(constants), ranges }];
  }
  if (value.kind === 'bits') {
    return (possibleSigns(value.mask, value.bits) & mask) !== 0 ? [{ value, ranges }] : [];
  }
  if (value.low !== 0 || value.page !== 0) return [{ value, ranges }];
  if (value.left === 0 && value.charge === 0) {
    return passes(mask, value.constant) ? [{ value, ranges }] : [];
  }
  if (value.left !== 0 && value.charge !== 0) {
    return signsOver(value, ranges) & mask ? [{ value, ranges }] : [];
  }
  if (value.left !== 0) return stretches(value, mask, ranges).map((narrowed) => ({ value, ranges: narrowed }));
  const charges = ranges.charges.filter((charge) => passes(mask, byteOf(value, 0, charge)));
  return charges.length === 0 ? [] : [{ value, ranges: { ...ranges, charges } }];
}

/** The signs that a value can have, as bits of a jump's mode; undefined if they depend on the numbers of a check. */
export function signsOf(value: HandlerValue): number | undefined {
  if (value.kind === 'choice') return value.constants.reduce((all, byte) => all | signBit(byte), 0);
  if (value.kind === 'bits') return possibleSigns(value.mask, value.bits);
  if (value.left !== 0 || value.charge !== 0 || value.low !== 0 || value.page !== 0) return undefined;
  return signBit(value.constant);
}

function possibleSigns(mask: number, bits: number): number {
  if ((mask & 0x80) !== 0) return (bits & 0x80) !== 0 ? 2 : bits !== 0 ? 1 : 5;
  return bits !== 0 ? 3 : ALL_SIGNS;
}

/** Signs of a form that depends on both numbers, over all pairs of these with which a check leaves. */
function signsOver(form: Form, ranges: Ranges): number {
  return [...bytesOver(form, ranges)].reduce((signs, byte) => signs | signBit(byte), 0);
}

/** The bytes that a form can be with which a check leaves, if it does not depend on where that is. */
function bytesOver(form: Form, { leftMin, leftMax, charges }: Ranges): ReadonlySet<number> {
  const bytes = new Set<number>();
  for (let left = leftMin; left <= leftMax; left++)
    for (const charge of charges) if (leaves(left, charge)) bytes.add(byteOf(form, left, charge));
  return bytes;
}

/** Whether a value can be a byte. */
export function canBe(value: HandlerValue, byte: number, ranges: Ranges): boolean {
  if (value.kind === 'choice') return value.constants.includes(byte);
  if (value.kind === 'bits') return (byte & value.mask) === value.bits;
  if (value.left === 0 && value.charge === 0 && value.low === 0 && value.page === 0) return value.constant === byte;
  return value.low !== 0 || value.page !== 0 || bytesOver(value, ranges).has(byte);
}

/** The stretches of the cycles left in which a form that depends on these alone has a sign of the mask. */
function stretches(form: Form, mask: number, ranges: Ranges): Ranges[] {
  const { leftMin, leftMax } = ranges;
  const found: Ranges[] = [];
  let start: number | undefined;
  for (let left = leftMin; left <= leftMax + 1; left++) {
    const has = left <= leftMax && passes(mask, byteOf(form, left, 0));
    if (has) start ??= left;
    if (has || start === undefined) continue;
    found.push({ ...ranges, leftMin: start, leftMax: left - 1 });
    start = undefined;
  }
  return found;
}

/** A form with both numbers put in. */
export function byteOf({ constant, left, charge }: Form, leftNow: number, chargeNow: number): number {
  return (constant + left * leftNow + charge * chargeNow) & 0xff;
}
