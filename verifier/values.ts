/**
 * Values: what a register or a byte of RAM can hold, as a set of bytes or, in the video handler, as one byte a lane.
 *
 * A lane is a time check and a number of cycles that are left when it leaves. Equal values are the same object, but for
 * two that have every byte.
 */
import { elementAt, numberAt } from '#basics';
import type { Work } from './work.ts';

/** In a set, what RAM held at power-on: that is any byte, but none that a jump may use. */
export const OLD = 0x100;

/** A set of bytes. */
export class Bytes {
  /** @param list what is in it, rising */
  constructor(
    readonly id: number,
    readonly list: readonly number[],
    private readonly members: Uint8Array,
  ) {}

  get size(): number {
    return this.list.length;
  }

  get isOld(): boolean {
    return this.has(OLD);
  }

  has(byte: number): boolean {
    return this.members[byte] === 1;
  }
}

/** One byte for each lane, not the same in all; `set` has all of them. */
export class Lanes {
  constructor(
    readonly id: number,
    readonly bytes: Uint8Array,
    readonly set: Bytes,
  ) {}
}

export type Value = Bytes | Lanes;

/** Some of the lanes, and a number that identifies them. */
export interface Part {
  readonly id: number;
  readonly lanes: number[];
}

export type Operation = 'ld' | 'anda' | 'ora' | 'xora' | 'adda' | 'suba';

const COMPUTE: Readonly<Record<Operation, (ac: number, bus: number) => number>> = {
  ld: (_ac, bus) => bus,
  anda: (ac, bus) => ac & bus,
  ora: (ac, bus) => ac | bus,
  xora: (ac, bus) => ac ^ bus,
  adda: (ac, bus) => (ac + bus) & 0xff,
  suba: (ac, bus) => (ac - bus) & 0xff,
};

export function setOf(value: Value): Bytes {
  return value instanceof Lanes ? value.set : value;
}

/** Whether each lane has one byte. */
export function isKnown(value: Value): boolean {
  return value instanceof Lanes || (value.size === 1 && !value.isOld);
}

/** How values are named: each by itself, or all alike that are one byte a lane, or that are known. */
export type Naming = 'each' | 'lanes' | 'known';

export function nameOf(value: Value, how: Naming): string | number {
  const isAlike = how === 'known' ? isKnown(value) : how === 'lanes' && value instanceof Lanes;
  return isAlike ? 'lanes' : value.id;
}

export function byteIn(value: Value, lane: number): number {
  return value instanceof Lanes ? numberAt(value.bytes, lane) : numberAt(value.list, 0);
}

/** Whether a value can be a byte in a lane. */
export function canBe(value: Value, lane: number, byte: number): boolean {
  return value instanceof Lanes ? value.bytes[lane] === byte : value.has(byte);
}

/** Whether a set has all bytes. */
export function isAny({ size, isOld }: Bytes): boolean {
  return size === 0x100 && !isOld;
}

export function isWithin(value: Value, set: Bytes): boolean {
  return value === set || isAny(set) || setOf(value).list.every((byte) => set.has(byte));
}

/** Bytes as characters, some thousands at a time. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x2000) text += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  return text;
}

/** Numbers of values are less than this, so that two of them fit into one number. */
const MOST_VALUES = 2 ** 26;
/** Stands for the number of the other operand where AC is both. */
const ITSELF = MOST_VALUES - 1;

/** Results by two numbers, which must identify all that a result depends on; each is computed once. */
class Once<T extends object> {
  private readonly results = new Map<number, T>();

  of(first: number, second: number, compute: () => T): T {
    const key = first * MOST_VALUES + second;
    let result = this.results.get(key);
    if (result === undefined) this.results.set(key, (result = compute()));
    return result;
  }
}

/** Makes values, each once, and computes with them. */
export class Values {
  private readonly results = new Map<string, object>();
  private readonly unions = new Once<Bytes>();
  private readonly filtered = new Once<Bytes>();
  private readonly picks = new Once<Value>();
  private readonly computed: Readonly<Record<Operation, Once<Value>>> = {
    ld: new Once(),
    anda: new Once(),
    ora: new Once(),
    xora: new Once(),
    adda: new Once(),
    suba: new Once(),
  };
  private count = 0;
  readonly none = this.of([]);
  readonly any = new Bytes(this.count++, [...Array(0x100).keys()], new Uint8Array(OLD + 1).fill(1, 0, OLD));
  /**
   * Any byte again, but one of which something may be known: it was made of two, which may have been the same one, or
   * was known on one of two ways. A store by such a Y is not believed to miss page 0.
   */
  readonly made = new Bytes(this.count++, this.any.list, new Uint8Array(OLD + 1).fill(1, 0, OLD));
  private readonly singles = this.any.list.map((byte) => this.of([byte]));

  /** @param work to which the making of values adds */
  constructor(private readonly work: Work) {}

  of(bytes: Iterable<number>): Bytes {
    const members = new Uint8Array(OLD + 1);
    for (const byte of bytes) members[byte] = 1;
    return this.withMembers(members);
  }

  /** The set of the bytes whose entry is 1. Something may be known of one that has all of them. */
  withMembers(members: Uint8Array): Bytes {
    const list: number[] = [];
    for (let byte = 0; byte <= OLD; byte++) if (members[byte] === 1) list.push(byte);
    if (list.length >= OLD && list[0xff] === 0xff) return this.made;
    return this.once(`set ${list.join()}`, () => new Bytes(this.count++, list, members));
  }

  one(byte: number): Bytes {
    return elementAt(this.singles, byte & 0xff);
  }

  /** One byte for each of some lanes: a set of one where it is the same byte. */
  lanes(length: number, byteOf: (lane: number) => number): Value {
    this.work.add(length >> 4);
    const bytes = new Uint8Array(length);
    for (let lane = 0; lane < length; lane++) bytes[lane] = byteOf(lane);
    const [first] = bytes;
    if (first === undefined || bytes.every((byte) => byte === first)) return this.of(bytes);
    return this.once(`lanes ${textOf(bytes)}`, () => new Lanes(this.count++, bytes, this.of(bytes)));
  }

  /** Divides the lanes by a number of each, which must depend only on `what` and `by`; computed once for these. */
  parts(
    lanes: number,
    what: string | number,
    by: readonly Value[],
    numberOf: (lane: number) => number,
  ): ReadonlyMap<number, Part> {
    return this.once(`parts ${what} ${by.map(({ id }) => id).join()} ${lanes}`, () => {
      this.work.add(lanes >> 4);
      const parts = new Map<number, Part>();
      for (let lane = 0; lane < lanes; lane++) {
        const number = numberOf(lane);
        const part = parts.get(number) ?? { id: this.count++, lanes: [] };
        parts.set(number, part);
        part.lanes.push(lane);
      }
      return parts;
    });
  }

  /** A value in some of the lanes. */
  picked(value: Value, { id, lanes }: Part): Value {
    if (value instanceof Bytes) return value;
    return this.picks.of(value.id, id, () => this.lanes(lanes.length, (lane) => byteIn(value, lanes[lane] ?? 0)));
  }

  /** One value for the lanes of several, one after another. @param lanes how many each has */
  joined(all: readonly Value[], lanes: readonly number[]): Value {
    const first = elementAt(all, 0);
    if (first instanceof Bytes && all.every((value) => value === first)) return first;
    return this.once(`join ${all.map(({ id }) => id).join()} ${lanes.join()}`, () => {
      const bytes = all.flatMap((value, place) =>
        Array.from({ length: lanes[place] ?? 0 }, (_, lane) => byteIn(value, lane)),
      );
      return this.lanes(bytes.length, (lane) => bytes[lane] ?? 0);
    });
  }

  /** A result by a text, which must identify all that the result depends on; computed once. */
  private once<T extends object>(text: string, compute: () => T): T {
    let result = this.results.get(text) as T | undefined;
    if (result === undefined) this.results.set(text, (result = compute()));
    return result;
  }

  union(a: Value, b: Value): Value {
    if (a === b) return a;
    return this.unions.of(a.id, b.id, () => this.of([...setOf(a).list, ...setOf(b).list]));
  }

  /** The bytes of a set that pass a test, which has a number of its own. */
  filter(set: Bytes, test: number, keep: (byte: number) => boolean): Bytes {
    return this.filtered.of(set.id, test, () => {
      const kept = set.list.filter((byte) => byte === OLD || keep(byte));
      return kept.length === set.size ? set : this.of(kept);
    });
  }

  /** What was in RAM at power-on as the bytes that it can be. */
  plain(value: Value): Value {
    if (value instanceof Lanes || !value.isOld) return value;
    return value.size === 1 ? this.any : this.made;
  }

  /** What the ALU makes of AC and the bus, for each pair of bytes. */
  alu(operation: Operation, ac: Value, bus: Value): Value {
    if (operation === 'ld') return bus;
    return this.computed[operation].of(ac.id, bus.id, () => {
      const compute = COMPUTE[operation];
      const lanes = ac instanceof Lanes ? ac : bus instanceof Lanes ? bus : undefined;
      if (lanes !== undefined && isKnown(ac) && isKnown(bus)) {
        return this.lanes(lanes.bytes.length, (lane) => compute(byteIn(ac, lane), byteIn(bus, lane)));
      }
      const members = new Uint8Array(OLD + 1);
      const [left, right] = [setOf(this.plain(ac)), setOf(this.plain(bus))];
      this.work.add((left.size * right.size) >> 9);
      for (const a of left.list) for (const b of right.list) members[compute(a, b)] = 1;
      const result = this.withMembers(members);
      const isOfAny = (left === this.any && isKnown(bus)) || (right === this.any && isKnown(ac));
      return result === this.made && isOfAny ? this.any : result;
    });
  }

  /** The result of an ALU operation with AC as both operands. */
  aluWithItself(operation: Operation, ac: Value): Value {
    if (ac instanceof Lanes || operation === 'ld') return this.alu(operation, ac, ac);
    if (operation === 'anda' || operation === 'ora') return this.plain(ac);
    const compute = COMPUTE[operation];
    return this.computed[operation].of(ac.id, ITSELF, () =>
      this.of(setOf(this.plain(ac)).list.map((byte) => compute(byte, byte))),
    );
  }
}
