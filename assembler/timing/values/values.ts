/**
 * What the proof knows of a byte: some constants it may hold, or only which signs are possible.
 *
 * Values are interned, so that equal values are equal numbers. Numbers 0..7 are bytes of which only
 * the sign is known, as a mask of GT, LT and EQ (0: no value at all, 7: any byte); the mask's bits
 * are those of a jump's mode field, so that a branch is taken where mask and mode meet. From 8 on a
 * number stands for a set of constants, each with its origin, the address of the word that loaded
 * it: two call sites stay apart although their return addresses have the same low byte.
 */

/** An interned value. */
export type Value = number;

/** Nothing was ever stored here. */
export const NOTHING: Value = 0;
/** Any byte. */
export const ANY: Value = 7;

const GT = 1;
const LT = 2;
const EQ = 4;

/** Constants are `origin * 256 + byte`; those from here up to {@link FROM_RAM} are no bytes, but say where a byte is from. */
const FIRST_MARK = 0x1000000;
/** The unknown return address of a routine's caller. */
export const CALLER_CONSTANT = FIRST_MARK;
/** A byte of RAM that nothing was stored to: it may be anything, and no jump may depend on it. */
const UNSTORED = FIRST_MARK + 1;
/**
 * Flag of a constant that came out of RAM. It tells where a jump goes, since that is where return
 * addresses are kept, but never which way a branch goes: something else may have changed the byte.
 */
const FROM_RAM = 0x2000000;

/** More constants than this in one set become {@link ANY}. */
const LARGEST_SET = 512;
/** Constants in all sets together after which no new set is made: what would be one is {@link ANY}. */
const MOST_CONSTANTS = 1_000_000;
/** So do more bytes than this of one origin: what is counted up or down is no return address. */
const MOST_OF_ONE_ORIGIN = 8;

/** Sign of a byte as a mask with one bit. */
function signMask(byte: number): number {
  if (byte === 0) return EQ;
  return byte < 0x80 ? GT : LT;
}

/** Interns values and computes with them. */
export class ValueTable {
  private readonly sets: (readonly number[])[] = [];
  private readonly masks: number[] = [0, 1, 2, 3, 4, 5, 6, 7];
  /** Sets of several constants by a hash of them. */
  private readonly idsByHash = new Map<number, Value[]>();
  private readonly singles = new Map<number, Value>();
  /** What unions gave, by the smaller and then the greater value. */
  private readonly unions: (Map<Value, Value> | undefined)[] = [];
  private readonly inRam = new Map<Value, Value>();
  private constantsKept = 0;
  /** The return address of an unknown caller. */
  readonly caller: Value = this.one(CALLER_CONSTANT);
  /** Certainly 0, whatever word brought it. */
  readonly zero: Value = this.one(0);
  private readonly unstored: Value = this.one(UNSTORED);

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

  /** A value that is one of several words' operands. */
  oneOf(words: readonly { readonly byte: number; readonly origin: number }[]): Value {
    return this.intern(words.map(({ byte, origin }) => origin * 256 + byte));
  }

  /** The constants of a value, or undefined when only signs are known. */
  constants(value: Value): readonly number[] | undefined {
    return value < 8 ? undefined : this.sets[value - 8];
  }

  /** The only byte that a value can be, whatever something outside writes into RAM; else undefined. */
  single(value: Value): number | undefined {
    const constants = this.constants(value);
    if (constants === undefined) return undefined;
    const byte = constants[0]! & 0xff;
    return constants.every((constant) => constant < FIRST_MARK && (constant & 0xff) === byte) ? byte : undefined;
  }

  /** Whether a byte is among the constants that a value can be. */
  canBe(value: Value, byte: number): boolean {
    return this.constants(value)?.some((constant) => !isMark(constant) && (constant & 0xff) === byte) === true;
  }

  /** The value as it comes out of RAM; where nothing was stored it may be anything. */
  fromRam(value: Value): Value {
    if (value === NOTHING) return this.unstored;
    if (value < 8) return value;
    let result = this.inRam.get(value);
    if (result === undefined) {
      result = this.intern(this.sets[value - 8]!.map((each) => (isMark(each) ? each : each | FROM_RAM)));
      this.inRam.set(value, result);
    }
    return result;
  }

  /** The value as it is kept in RAM. */
  intoRam(value: Value): Value {
    const constants = this.constants(value);
    const plain = constants?.every((each) => (each & FROM_RAM) === 0 && each !== UNSTORED) ?? true;
    if (plain) return value;
    const stored = constants!.filter((each) => each !== UNSTORED).map((each) => each & ~FROM_RAM);
    return stored.length === 0 ? NOTHING : this.intern(stored);
  }

  /** What a jump can take a value for: a byte that nothing was stored to plays no part where there are others. */
  withoutUnstored(value: Value): Value {
    const constants = this.constants(value);
    if (constants?.includes(UNSTORED) !== true) return value;
    const stored = constants.filter((each) => each !== UNSTORED);
    return stored.length === 0 ? NOTHING : this.intern(stored);
  }

  /** Which signs a value can have. */
  mask(value: Value): number {
    return this.masks[value]!;
  }

  /** The value where paths meet. */
  union(a: Value, b: Value): Value {
    if (a === b || b === NOTHING) return a;
    if (a === NOTHING) return b;
    if (a < 8 || b < 8) return this.mask(a) | this.mask(b);
    const greater = Math.max(a, b);
    const known = (this.unions[Math.min(a, b)] ??= new Map<Value, Value>());
    let id = known.get(greater);
    if (id === undefined) known.set(greater, (id = this.merge(a, b)));
    return id;
  }

  /** The part of a value with certain signs: what is known behind a branch. */
  withSigns(value: Value, mask: number): Value {
    if (mask === EQ && (this.mask(value) & EQ) !== 0 && value !== this.caller) return this.zero;
    if (value < 8) return value & mask;
    if ((this.mask(value) & ~mask) === 0) return value;
    const kept = this.sets[value - 8]!.filter((constant) => (signOf(constant) & mask) !== 0);
    return kept.length === 0 ? NOTHING : this.intern(kept);
  }

  /** The constants of a value whose origin passes a test; a value that is no set of constants stays. */
  keepOrigins(value: Value, keeps: (origin: number) => boolean): Value {
    const constants = this.constants(value);
    if (constants === undefined || constants.every((each) => keeps(originOf(each)))) return value;
    const kept = constants.filter((each) => keeps(originOf(each)));
    return kept.length === 0 ? NOTHING : this.intern(kept);
  }

  /** The value with its constants given up, only their signs kept; only 0 has its sign. */
  signsOnly(value: Value): Value {
    const mask = this.mask(value);
    return mask === EQ ? this.zero : mask;
  }

  /**
   * Result of an operation on two values, exact where both are constants.
   * The result's origin is the left operand's.
   */
  combine(left: Value, right: Value, operation: (a: number, b: number) => number): Value {
    const right0 = this.single(right);
    return right0 === undefined ? ANY : this.map(left, (byte) => operation(byte, right0));
  }

  /** What a function makes of each constant; any byte where they are not known. Origins stay. */
  map(value: Value, change: (byte: number) => number): Value {
    const constants = this.constants(value);
    if (constants === undefined || constants.some(isMark)) return ANY;
    return this.intern(constants.map((constant) => (constant & ~0xff) | (change(constant & 0xff) & 0xff)));
  }

  private one(constant: number): Value {
    let id = this.singles.get(constant);
    if (id === undefined) {
      id = this.sets.push([constant]) + 7;
      this.masks.push(signOf(constant));
      this.singles.set(constant, id);
    }
    return id;
  }

  /** The union of two sets of constants; one of them where it holds the other. */
  private merge(a: Value, b: Value): Value {
    const merged = mergeSorted(this.sets[a - 8]!, this.sets[b - 8]!);
    if (merged.length === this.sets[a - 8]!.length) return a;
    if (merged.length === this.sets[b - 8]!.length) return b;
    return this.keep(merged);
  }

  private intern(constants: readonly number[]): Value {
    if (constants.length === 1) return this.one(constants[0]!);
    const sorted = [...new Set(constants)].sort((a, b) => a - b);
    return sorted.length === 1 ? this.one(sorted[0]!) : this.keep(sorted);
  }

  /** The set of several constants, in rising order and without repetition. */
  private keep(sorted: readonly number[]): Value {
    if (sorted.length > LARGEST_SET || hasCounter(sorted)) return ANY;
    const hash = hashOf(sorted);
    let alike = this.idsByHash.get(hash);
    if (alike === undefined) this.idsByHash.set(hash, (alike = []));
    const known = alike.find((each) => areEqual(this.sets[each - 8]!, sorted));
    if (known !== undefined) return known;
    if (this.isFull) return ANY;
    this.constantsKept += sorted.length;
    const id = this.sets.push(sorted) + 7;
    this.masks.push(sorted.reduce((mask, constant) => mask | signOf(constant), 0));
    alike.push(id);
    return id;
  }
}

function mergeSorted(a: readonly number[], b: readonly number[]): readonly number[] {
  const merged: number[] = [];
  let at = 0;
  for (const constant of a) {
    while (at < b.length && b[at]! < constant) merged.push(b[at++]!);
    if (b[at] === constant) at++;
    merged.push(constant);
  }
  while (at < b.length) merged.push(b[at++]!);
  return merged;
}

function hashOf(constants: readonly number[]): number {
  let hash = constants.length;
  for (const constant of constants) hash = Math.imul(hash ^ constant, 0x01000193) ^ (hash >>> 15);
  return hash;
}

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function hasCounter(sorted: readonly number[]): boolean {
  for (let at = MOST_OF_ONE_ORIGIN; at < sorted.length; at++) {
    if (sorted[at]! >> 8 === sorted[at - MOST_OF_ONE_ORIGIN]! >> 8) return true;
  }
  return false;
}

function signOf(constant: number): number {
  return constant >= FIRST_MARK ? ANY : signMask(constant & 0xff);
}

/** Whether a constant is none, but a mark of where a byte is from. */
export function isMark(constant: number): boolean {
  return (constant & FIRST_MARK) !== 0;
}

/** The address of the word that loaded a constant. */
export function originOf(constant: number): number {
  return (constant >> 8) & 0xffff;
}

/** Whether two constants are the same but for RAM that one of them went through. */
export function sameConstant(a: number, b: number): boolean {
  return (a & ~FROM_RAM) === (b & ~FROM_RAM);
}
