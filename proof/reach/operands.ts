/**
 * Sets of bytes, and bytes as functions of one byte: what AC can be while one byte of RAM is followed (held-bytes.ts).
 *
 * Each is interned, so that equal ones have the same number, and what was made of some is remembered.
 */
import { passes, type Operation } from '#isa';
import { OPERATE } from '../values/transfer.ts';

const EACH: readonly number[] = Array.from({ length: 0x100 }, (_, value) => value);
/** The most pairs of bytes of which each is computed. */
const MOST_PAIRS = 1_024;
/** A byte that comes to hold yet another value beyond these may hold anything: a counter would grow one by one. */
const MOST_VALUES = 32;

/** What AC, the bus or the byte is, by number: one of some values, whatever the byte is; or a function of the byte. */
export type Operand = number;

/** Interns sets of values and functions, and remembers what was made of them. */
export class Operands {
  private readonly values: (readonly number[])[] = [];
  private readonly isFunction: boolean[] = [];
  private readonly byText = new Map<string, Operand>();
  private readonly made = new Map<string, Operand>();
  readonly none = this.setOf([]);
  readonly all = this.setOf(EACH);
  readonly itself = this.intern(EACH, true);
  private readonly constants = EACH.map((value) => this.setOf([value]));

  setOf(values: Iterable<number>): Operand {
    const sorted = [...new Set(values)].sort((a, b) => a - b);
    return this.intern(sorted, false);
  }

  constant(value: number): Operand {
    return this.constants[value] ?? this.all;
  }

  valuesIn(set: Operand): readonly number[] {
    return this.values[set] ?? [];
  }

  /** The values of an operand, where the byte has some. */
  image(operand: Operand, held: Operand): Operand {
    if (!this.isOfByte(operand)) return operand;
    return this.remembered(`image ${operand} ${held}`, () => {
      const of = this.valuesIn(operand);
      return this.setOf(this.valuesIn(held).map((value) => of[value] ?? 0));
    });
  }

  union(a: Operand, b: Operand): Operand {
    if (a === b || b === this.none) return a;
    if (a === this.none) return b;
    if (a === this.all || b === this.all) return this.all;
    return this.remembered(`union ${a} ${b}`, () => {
      const both = this.setOf([...this.valuesIn(a), ...this.valuesIn(b)]);
      const isNew = both !== a && both !== b;
      return isNew && this.valuesIn(both).length > MOST_VALUES ? this.all : both;
    });
  }

  /** What an operation makes of two, where the byte has some values. */
  combined(operation: Operation, a: Operand, b: Operand, held: Operand): Operand {
    const operate = OPERATE[operation];
    if (operate === undefined) return b;
    return this.remembered(`${operation} ${a} ${b} ${held}`, () => {
      const [left, right] = [this.asFunction(a), this.asFunction(b)];
      if (left !== undefined && right !== undefined) {
        return this.intern(
          EACH.map((value) => operate(left(value), right(value)) & 0xff),
          true,
        );
      }
      const [lefts, rights] = [this.valuesIn(this.image(a, held)), this.valuesIn(this.image(b, held))];
      if (lefts.length * rights.length > MOST_PAIRS) return this.all;
      return this.setOf(lefts.flatMap((one) => rights.map((other) => operate(one, other) & 0xff)));
    });
  }

  /** Where an operand goes one way of a branch: its values, or those of the byte if it is a function of that. */
  passing(operand: Operand, held: Operand, mode: number, isTaken: boolean): Operand {
    const of = this.isOfByte(operand) ? this.valuesIn(operand) : EACH;
    const set = this.isOfByte(operand) ? held : operand;
    return this.remembered(`pass ${operand} ${set} ${mode} ${isTaken}`, () =>
      this.setOf(this.valuesIn(set).filter((value) => passes(mode, of[value] ?? 0) === isTaken)),
    );
  }

  isOfByte(operand: Operand): boolean {
    return this.isFunction[operand] === true;
  }

  private asFunction(operand: Operand): ((value: number) => number) | undefined {
    const of = this.valuesIn(operand);
    if (this.isFunction[operand] === true) return (value) => of[value] ?? 0;
    return of.length === 1 ? () => of[0] ?? 0 : undefined;
  }

  private intern(values: readonly number[], isFunction: boolean): Operand {
    const text = `${isFunction} ${values.join()}`;
    let operand = this.byText.get(text);
    if (operand === undefined) {
      this.byText.set(text, (operand = this.values.push(values) - 1));
      this.isFunction.push(isFunction);
    }
    return operand;
  }

  private remembered(key: string, make: () => Operand): Operand {
    let operand = this.made.get(key);
    if (operand === undefined) this.made.set(key, (operand = make()));
    return operand;
  }
}
