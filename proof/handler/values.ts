/**
 * What is known of a byte while the handler is followed.
 *
 * The handler computes with four numbers that are not known when it is proven: the cycles left in the account before
 * the check charged (`left`), what the check charges (`charge`), the low byte of the check's address (`low`) and its
 * page (`page`). A byte that is a constant plus such numbers is kept as that *form*; a few constants as a *choice*;
 * of all else single *bits* may be known. Values are interned: equal ones are one object.
 */

/** `constant + left·L + charge·n + low·r + page·p`, modulo 256. */
export interface Form {
  readonly kind: 'form';
  readonly id: number;
  /** 0..255. */
  readonly constant: number;
  /** Factors, small integers. */
  readonly left: number;
  readonly charge: number;
  readonly low: number;
  readonly page: number;
}

/** One of some constants, two or more, by rising size. */
export interface Choice {
  readonly kind: 'choice';
  readonly id: number;
  readonly constants: readonly number[];
}

/** The bits in `mask` are those of `bits`; the others may be anything. */
export interface Bits {
  readonly kind: 'bits';
  readonly id: number;
  readonly mask: number;
  readonly bits: number;
}

export type HandlerValue = Form | Choice | Bits;

/** The most constants of a choice. */
const MOST_CHOICES = 8;
/** A form with larger factors is lost. */
const LARGEST_FACTOR = 4;

type Factors = Omit<Form, 'kind' | 'id'>;
type BitOperation = 'anda' | 'ora' | 'xora';

const NO_FACTORS = { left: 0, charge: 0, low: 0, page: 0 };

/** A number with one more factor, -8..7. */
function withFactor(number: number, factor: number): number {
  return number * 16 + factor + 8;
}

/** Makes values, each once. */
export class HandlerValues {
  /** A byte that may be anything, or is not followed. */
  readonly lost: Bits;
  private readonly choices = new Map<string, Choice>();
  private count = 0;

  private readonly someBits = new Map<number, Bits>();
  private readonly forms = new Map<number, Form>();
  private readonly constants: readonly Form[];

  constructor() {
    this.lost = { kind: 'bits', id: this.count++, mask: 0, bits: 0 };
    this.constants = Array.from({ length: 0x100 }, (_, constant) => this.newForm({ constant, ...NO_FACTORS }));
  }

  constant(byte: number): Form {
    return this.constants[byte & 0xff]!;
  }

  /** Whether a value is one constant; quicker than {@link constantOf}, since it is asked most often. */
  private isConstant(value: HandlerValue): value is Form {
    return value.kind === 'form' && value === this.constants[value.constant];
  }

  /** A form; lost if its factors are too large. */
  form(factors: Factors): HandlerValue {
    const { constant, left, charge, low, page } = factors;
    if (left === 0 && charge === 0 && low === 0 && page === 0) return this.constant(constant);
    if (Math.max(Math.abs(left), Math.abs(charge), Math.abs(low), Math.abs(page)) > LARGEST_FACTOR) return this.lost;
    return this.newForm({ ...factors, constant: constant & 0xff });
  }

  private newForm(factors: Factors): Form {
    const { constant, left, charge, low, page } = factors;
    const key = withFactor(withFactor(withFactor(withFactor(constant, left), charge), low), page);
    let form = this.forms.get(key);
    if (form === undefined) {
      form = { kind: 'form', id: this.count++, constant, left, charge, low, page };
      this.forms.set(key, form);
    }
    return form;
  }

  /** One of some constants; lost if there are too many, or none. */
  choice(constants: Iterable<number>): HandlerValue {
    const sorted = [...new Set(constants)].sort((a, b) => a - b);
    if (sorted.length === 1) return this.constant(sorted[0]!);
    if (sorted.length === 0 || sorted.length > MOST_CHOICES) return this.lost;
    const key = sorted.join();
    let value = this.choices.get(key);
    if (value === undefined) {
      value = { kind: 'choice', id: this.count++, constants: sorted };
      this.choices.set(key, value);
    }
    return value;
  }

  private bits(mask: number, bits: number): HandlerValue {
    if (mask === 0xff) return this.constant(bits);
    if (mask === 0) return this.lost;
    const known = bits & mask;
    const key = mask * 0x100 + known;
    let value = this.someBits.get(key);
    if (value === undefined) {
      value = { kind: 'bits', id: this.count++, mask, bits: known };
      this.someBits.set(key, value);
    }
    return value;
  }

  /** `a + sign · b`. */
  sum(a: HandlerValue, b: HandlerValue, sign: 1 | -1): HandlerValue {
    if (this.isConstant(a) && this.isConstant(b)) return this.constant(a.constant + sign * b.constant);
    if (a.kind === 'form' && b.kind === 'form') {
      return this.form({
        constant: a.constant + sign * b.constant,
        left: a.left + sign * b.left,
        charge: a.charge + sign * b.charge,
        low: a.low + sign * b.low,
        page: a.page + sign * b.page,
      });
    }
    const [some, others] = [constantsOf(a), constantsOf(b)];
    if (some !== undefined && others !== undefined)
      return this.choice(some.flatMap((x) => others.map((y) => (x + sign * y) & 0xff)));
    return this.lost;
  }

  combine(operation: BitOperation, a: HandlerValue, b: HandlerValue): HandlerValue {
    if (this.isConstant(a) && this.isConstant(b)) return this.constant(bitwise(operation, a.constant, b.constant));
    const [some, others] = [constantsOf(a), constantsOf(b)];
    if (some !== undefined && others !== undefined) {
      return this.choice(some.flatMap((x) => others.map((y) => bitwise(operation, x, y))));
    }
    const [x, y] = [bitsOf(a), bitsOf(b)];
    const both = x.mask & y.mask;
    // A known 0 decides an AND, a known 1 an OR, whatever the other bit is.
    let mask = both;
    if (operation === 'anda') mask |= (x.mask & ~x.bits) | (y.mask & ~y.bits);
    if (operation === 'ora') mask |= (x.mask & x.bits) | (y.mask & y.bits);
    return this.bits(mask, bitwise(operation, x.bits, y.bits));
  }

  /** The value of a byte that can be either of two. */
  join(a: HandlerValue, b: HandlerValue): HandlerValue {
    if (a === b) return a;
    const [some, others] = [constantsOf(a), constantsOf(b)];
    if (some !== undefined && others !== undefined) return this.choice([...some, ...others]);
    return this.lost;
  }
}

/** The constants that a value can be; undefined if it can be anything else. */
export function constantsOf(value: HandlerValue): readonly number[] | undefined {
  if (value.kind === 'choice') return value.constants;
  const constant = constantOf(value);
  return constant === undefined ? undefined : [constant];
}

export function constantOf(value: HandlerValue): number | undefined {
  const isConstant =
    value.kind === 'form' && value.left === 0 && value.charge === 0 && value.low === 0 && value.page === 0;
  return isConstant ? value.constant : undefined;
}

export function bitsOf(value: HandlerValue): { readonly mask: number; readonly bits: number } {
  if (value.kind === 'bits') return value;
  const constants = constantsOf(value);
  if (constants === undefined) return { mask: 0, bits: 0 };
  const ones = constants.reduce((all, byte) => all & byte);
  const zeros = constants.reduce((all, byte) => all & ~byte, 0xff);
  return { mask: ones | zeros, bits: ones };
}

/** Whether a value is one of the four numbers, plus a constant. */
export function isOffsetOf(value: HandlerValue, number: keyof typeof NO_FACTORS): value is Form {
  if (value.kind !== 'form') return false;
  const { left, charge, low, page } = value;
  return value[number] === 1 && Math.abs(left) + Math.abs(charge) + Math.abs(low) + Math.abs(page) === 1;
}

function bitwise(operation: BitOperation, a: number, b: number): number {
  if (operation === 'anda') return a & b;
  return operation === 'ora' ? a | b : a ^ b;
}
