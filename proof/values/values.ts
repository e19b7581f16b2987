/**
 * What the proof knows of a byte: some constants it may hold, or only which signs are possible.
 *
 * Values are interned, so that equal values are equal numbers. Numbers 0..15 are bytes of which only the sign is known,
 * as a mask of GT, LT and EQ (0: no value at all, 7: any byte), with the flag PAGE_ZERO; the mask's bits are those of a
 * jump's mode field, so that a branch is taken where mask and mode meet. From 16 on, a number stands for a set of
 * constants, each with its origin, the address of the word that loaded it: two call sites stay apart although their
 * return addresses have the same low byte.
 *
 * Two values are any byte. Of {@link ANY} nothing is known, and a store through such a Y is assumed not to hit
 * the zero page. {@link LOST} comes of something that was known, so the assumption does not hold: such a Y may be page
 * 0. What an operation makes of ANY is ANY only if it can be each of the 256 bytes.
 */

import { signBit, type RamKib, type Touch } from '#isa';
import { sameWords } from '../contract/same.ts';
import {
  CALLER_CONSTANT,
  FIRST_MARK,
  FROM_RAM,
  hashOf,
  hasCounter,
  isMark,
  mergeSorted,
  MOST_OF_ONE_ORIGIN,
  originOf,
  UNSTORED,
  USED,
} from './constants.ts';

/** An interned value. */
export type Value = number;

/** No value: a field to which nothing is stored, or a register that was loaded from where nothing is. */
export const NOTHING: Value = 0;
/** Any byte. */
export const ANY: Value = 7;

const GT = 1;
const LT = 2;
const EQ = 4;
const SIGNS = GT | LT | EQ;
/** Flag: page 0 or its mirror at $80 was among what was known of the byte. */
const PAGE_ZERO = 8;
/** Any byte: what a value may be when nothing is known of it any more. */
export const LOST: Value = ANY | PAGE_ZERO;
/** The first value that is a set of constants. */
const FIRST_SET = 16;

/** More constants than this in one set become {@link LOST}. */
const LARGEST_SET = 512;
/** Constants in all sets together after which no new set is made: it becomes {@link LOST} instead. */
const MOST_CONSTANTS = 1_000_000;

/** Whether a page is page 0, or can be, on a machine with so much RAM. */
function isPageZero(page: number, ram: RamKib): boolean {
  return page === 0 || (page === 0x80 && ram !== 64);
}

/** Interns values and computes with them. */
export class ValueTable {
  private readonly sets: (readonly number[])[] = [];
  /** Signs and {@link PAGE_ZERO} of each value. */
  private readonly masks: number[] = Array.from({ length: FIRST_SET }, (_, value) => flagged(value));
  /** Sets of several constants by a hash of them. */
  private readonly idsByHash = new Map<number, Value[]>();
  private readonly singles = new Map<number, Value>();
  /** Unions found so far, by the smaller and then the greater value. */
  private readonly unions: (Map<Value, Value> | undefined)[] = [];
  private readonly inRam = new Map<Value, Value>();
  private constantsKept = 0;
  /** The return address of an unknown caller. */
  readonly caller: Value = this.one(CALLER_CONSTANT);
  /** Certainly 0, whichever word loaded it. */
  readonly zero: Value = this.one(0);
  /** What a tracked byte holds until something is stored to it. */
  readonly unstored: Value = this.one(UNSTORED);

  /** Whether the table is so full that a new program should begin with a new one. */
  get isWorn(): boolean {
    return this.constantsKept + this.singles.size > MOST_CONSTANTS / 2;
  }

  /** Whether no new set is made any more. */
  get isFull(): boolean {
    return this.constantsKept > MOST_CONSTANTS;
  }

  /** The value that is certainly `byte`, loaded at `origin`. */
  constant(byte: number, origin: number): Value {
    return this.one(origin * 256 + byte);
  }

  /** A value that is one of some constants. */
  oneOf(words: readonly { readonly byte: number; readonly origin: number }[]): Value {
    return this.intern(words.map(({ byte, origin }) => origin * 256 + byte));
  }

  /** The constants of a value, or undefined when only signs are known. */
  constants(value: Value): readonly number[] | undefined {
    return value < FIRST_SET ? undefined : this.sets[value - FIRST_SET];
  }

  /** The only byte that a value can be, whatever something outside writes into RAM; undefined if there are others. */
  single(value: Value): number | undefined {
    const constants = this.constants(value);
    if (constants === undefined) return undefined;
    const byte = constants[0]! & 0xff;
    return constants.every((constant) => constant < FIRST_MARK && (constant & 0xff) === byte) ? byte : undefined;
  }

  /** Whether a value is nothing but constants, none of which something outside may have changed. */
  isCertain(value: Value): boolean {
    return this.constants(value)?.every((each) => each < FIRST_MARK) === true;
  }

  /** Whether a value is nothing but constants, none of which is a mark. */
  isKnown(value: Value): boolean {
    return this.constants(value)?.some(isMark) === false;
  }

  /** The value as it comes out of RAM: none if nothing was stored; anything if only its sign is known. */
  fromRam(value: Value): Value {
    if (value === NOTHING || value === this.unstored) return NOTHING;
    if (value < FIRST_SET) return this.lost(value);
    let result = this.inRam.get(value);
    if (result === undefined) {
      result = this.intern(this.sets[value - FIRST_SET]!.map((each) => (isMark(each) ? each : each | FROM_RAM)));
      this.inRam.set(value, result);
    }
    return result;
  }

  /** The value as RAM keeps it. */
  intoRam(value: Value): Value {
    const constants = this.constants(value);
    const isPlain = constants?.every((each) => (each & FROM_RAM) === 0) ?? true;
    return isPlain ? value : this.intern(constants!.map((each) => each & ~FROM_RAM));
  }

  /** The constants of a value that pass a test; a value that is not a set of constants stays. */
  only(value: Value, passes: (constant: number) => boolean): Value {
    const constants = this.constants(value);
    if (constants === undefined || constants.every(passes)) return value;
    const kept = constants.filter(passes);
    return kept.length === 0 ? NOTHING : this.intern(kept);
  }

  /** The value after a jump has read it: the return addresses among its constants are used. */
  used(value: Value, isReturn: (origin: number) => boolean): Value {
    const constants = this.constants(value);
    const isUsed = (each: number): boolean => !isMark(each) && isReturn(originOf(each));
    if (constants?.some(isUsed) !== true) return value;
    return this.intern(constants.map((each) => (isUsed(each) ? each | USED : each)));
  }

  /** Which signs a value can have. */
  mask(value: Value): number {
    return this.masks[value]! & SIGNS;
  }

  /**
   * The value of a register where paths meet. If something is known of it on one of them, other than of a byte of RAM,
   * the union does not become {@link ANY}.
   */
  unionInRegister(a: Value, b: Value): Value {
    const union = this.union(a, b);
    const isOfRam = (value: Value): boolean => value === NOTHING || this.isOfRam(value);
    return union !== ANY || (isOfRam(a) && isOfRam(b)) ? union : LOST;
  }

  /** Whether a value is {@link ANY}, or constants that all are marks or came out of RAM. */
  private isOfRam(value: Value): boolean {
    return value === ANY || this.constants(value)?.every((each) => each >= FIRST_MARK) === true;
  }

  /** Whether nothing is known of a value. */
  private isOpen(value: Value): boolean {
    return value === ANY || value === NOTHING || this.constants(value)?.every(isMark) === true;
  }

  /** Any byte, once a value is no longer known: {@link ANY} only if nothing was known of it. */
  lost(value: Value): Value {
    return this.isOpen(value) ? ANY : LOST;
  }

  /** The value of a byte of RAM where paths meet. */
  union(a: Value, b: Value): Value {
    if (a === b || b === NOTHING) return a;
    if (a === NOTHING) return b;
    if (a < FIRST_SET || b < FIRST_SET) return flagged(this.masks[a]! | this.masks[b]!);
    const greater = Math.max(a, b);
    const known = (this.unions[Math.min(a, b)] ??= new Map<Value, Value>());
    let id = known.get(greater);
    if (id === undefined) known.set(greater, (id = this.merge(a, b)));
    return id;
  }

  /** The part of a value with certain signs: what is known after a branch. */
  withSigns(value: Value, mask: number): Value {
    if (mask === EQ && (this.mask(value) & EQ) !== 0 && value !== this.caller) return this.zeros(value);
    if (value < FIRST_SET) return this.normal(value & (mask | PAGE_ZERO));
    if ((this.mask(value) & ~mask) === 0) return value;
    const constants = this.sets[value - FIRST_SET]!;
    const kept = constants.filter((constant) => (signOf(constant) & mask) !== 0);
    return kept.length === 0 ? NOTHING : this.intern(kept);
  }

  /** The value where it is 0: a return address that is 0 keeps its origin. */
  private zeros(value: Value): Value {
    const zeros = this.constants(value)?.filter((each) => !isMark(each) && (each & 0xff) === 0) ?? [];
    return zeros.length === 0 ? this.zero : this.intern(zeros.map((each) => each & ~FROM_RAM));
  }

  /** The value for a mask: a byte that can only have the sign of 0 is the constant 0, one without any sign is none. */
  private normal(value: Value): Value {
    const signs = value & SIGNS;
    if (signs === EQ) return this.zero;
    return signs === 0 ? NOTHING : flagged(value);
  }

  /**
   * Whether an address in the page that is in Y is in page 0, or its mirror at $80. A Y of which nothing is known is
   * assumed never to be; see {@link LOST}.
   */
  inPageZero(y: Value, ram: RamKib): Touch {
    const constants = this.constants(y);
    if (constants === undefined) {
      if ((y & SIGNS) === SIGNS) return y === ANY ? 'never' : 'perhaps';
      return (y & EQ) !== 0 || ((y & LT) !== 0 && ram !== 64) ? 'perhaps' : 'never';
    }
    const pages = constants.map((each) => (isMark(each) ? undefined : each & 0xff));
    if (!pages.some((page) => page !== undefined && isPageZero(page, ram))) return 'never';
    return pages.every((page) => page === 0 || (page === 0x80 && ram === 32)) ? 'certainly' : 'perhaps';
  }

  /** The pages of RAM but for page 0 that Y can mean, after mirrors; undefined if not known, or a bank may be there. */
  pages(y: Value, ram: RamKib): readonly number[] | undefined {
    const constants = this.constants(y);
    if (constants === undefined || constants.some(isMark)) return undefined;
    const pages = constants.map((each) => each & (ram === 32 ? 0x7f : 0xff));
    return ram === 128 && pages.some((page) => page >= 0x80) ? undefined : pages.filter((page) => page !== 0);
  }

  /** The value of `anda mask`: of any byte, each that the mask leaves, if it has few bits. @param origin the word */
  masked(value: Value, mask: number, origin: number): Value {
    if (mask === 0) return this.zero;
    if (value === NOTHING) return NOTHING;
    if (this.constants(value)?.some(isMark) === false) return this.map(value, (byte) => byte & mask);
    const bytes = bytesUnder(mask);
    if (bytes !== undefined) return this.oneOf(bytes.map((byte) => ({ byte, origin })));
    return mask < 0x80 ? flagged(GT | EQ) : LOST;
  }

  /** The value without its constants, only their signs kept; 0 alone stays, since no other byte has its sign. */
  signsOnly(value: Value): Value {
    return this.mask(value) === EQ ? this.zeros(value) : this.masks[value]!;
  }

  /**
   * The result of an operation on two values, exact if the left one is constants and the right one a single byte. Its
   * constants have the origins of the left ones.
   */
  combine(left: Value, right: Value, operation: (a: number, b: number) => number): Value {
    if (left === NOTHING || right === NOTHING) return NOTHING;
    const byte = this.single(right);
    if (byte !== undefined) return this.map(left, (each) => operation(each, byte));
    const isOfAny = this.isOpen(right) && this.single(left) !== undefined;
    return isOfAny && isBijection((each) => operation(each, 0x55)) ? ANY : LOST;
  }

  /** What a function makes of each constant; any byte if they are not known. Origins stay. */
  map(value: Value, change: (byte: number) => number): Value {
    if (value === NOTHING) return NOTHING;
    const constants = this.constants(value);
    if (constants !== undefined && !constants.some(isMark))
      return this.intern(constants.map((constant) => (constant & ~0xff) | (change(constant & 0xff) & 0xff)));
    const hits = constants?.some((each) => !isMark(each) && isFlagged(change(each & 0xff))) === true;
    return this.isOfRam(value) && !hits && isBijection(change) ? ANY : LOST;
  }

  private one(constant: number): Value {
    let id = this.singles.get(constant);
    if (id === undefined) {
      id = this.sets.push([constant]) + FIRST_SET - 1;
      this.masks.push(maskOf(constant));
      this.singles.set(constant, id);
    }
    return id;
  }

  /** The union of two sets of constants; the larger one itself if it contains the other. */
  private merge(a: Value, b: Value): Value {
    const [ofA, ofB] = [this.sets[a - FIRST_SET]!, this.sets[b - FIRST_SET]!];
    const merged = mergeSorted(ofA, ofB);
    if (merged.length === ofA.length) return a;
    if (merged.length === ofB.length) return b;
    return this.keep(merged);
  }

  private intern(constants: readonly number[]): Value {
    if (constants.length === 1) return this.one(constants[0]!);
    const sorted = [...new Set(constants)].sort((a, b) => a - b);
    return sorted.length === 1 ? this.one(sorted[0]!) : this.keep(sorted);
  }

  /** The set of several constants, in rising order and without repetition. */
  private keep(sorted: readonly number[]): Value {
    const mask = sorted.reduce((all, constant) => all | maskOf(constant), 0);
    if (sorted.length > LARGEST_SET) return LOST;
    // What is counted can be each byte in the end, and so counts as not known.
    if (hasCounter(sorted)) return (mask & PAGE_ZERO) === 0 ? ANY : LOST;
    const hash = hashOf(sorted);
    let alike = this.idsByHash.get(hash);
    if (alike === undefined) this.idsByHash.set(hash, (alike = []));
    const known = alike.find((each) => sameWords(this.sets[each - FIRST_SET]!, sorted));
    if (known !== undefined) return known;
    if (this.isFull) return LOST;
    this.constantsKept += sorted.length;
    const id = this.sets.push(sorted) + FIRST_SET - 1;
    this.masks.push(mask);
    alike.push(id);
    return id;
  }
}

/** The bytes that have no other bits than a mask has; undefined if they are many. */
function bytesUnder(mask: number): readonly number[] | undefined {
  const bytes: number[] = [];
  for (let byte = mask; byte > 0; byte = (byte - 1) & mask)
    if (bytes.push(byte) >= MOST_OF_ONE_ORIGIN) return undefined;
  return [...bytes, 0];
}

function signOf(constant: number): number {
  return constant >= FIRST_MARK ? ANY : signBit(constant & 0xff);
}

/** The sign of a constant, and whether it is page 0 or its mirror. */
function maskOf(constant: number): number {
  return signOf(constant) | (!isMark(constant) && isFlagged(constant) ? PAGE_ZERO : 0);
}

/** Whether a byte is page 0 or its mirror at $80. */
function isFlagged(byte: number): boolean {
  return (byte & 0x7f) === 0;
}

/** A mask of signs, with {@link PAGE_ZERO} if not all signs are possible and those that are may be page 0. */
function flagged(mask: number): number {
  const signs = mask & SIGNS;
  return signs !== SIGNS && (signs & (EQ | LT)) !== 0 ? mask | PAGE_ZERO : mask;
}

/** Whether a function gives each byte for exactly one byte. */
function isBijection(change: (byte: number) => number): boolean {
  const isResult = new Uint8Array(0x100);
  for (let byte = 0; byte < 0x100; byte++) {
    const result = change(byte) & 0xff;
    if (isResult[result] === 1) return false;
    isResult[result] = 1;
  }
  return true;
}
