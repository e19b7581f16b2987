/**
 * Values: what a register or a byte of RAM can hold, as a set of bytes or, in the video handler, as one byte a lane.
 *
 * A lane is a time check and a number of cycles that are left when it leaves. Equal values are the same object.
 */
import { elementAt, numberAt } from '#basics';

export class Bytes {
  /**
   * @param list the bytes, rising
   * @param isOld whether it can also be what RAM held at power-on: that is any byte, but none that a jump may use
   */
  constructor(
    readonly id: number,
    readonly list: readonly number[],
    readonly isOld: boolean,
    private readonly members: Uint8Array,
  ) {}

  get size(): number {
    return this.list.length;
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
export type Operation = 'ld' | 'anda' | 'ora' | 'xora' | 'adda' | 'suba';

/** More than there are values. */
export const MOST_VALUES = 2 ** 26;

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

export function byteIn(value: Value, lane: number): number {
  return value instanceof Lanes ? numberAt(value.bytes, lane) : numberAt(value.list, 0);
}

export function isWithin(value: Value, set: Bytes): boolean {
  if (value === set || set.size === 0x100) return true;
  const { isOld, list } = setOf(value);
  return (!isOld || set.isOld) && list.every((byte) => set.has(byte));
}

/** Makes values, each once, and computes with them. */
export class Values {
  private readonly sets = new Map<string, Bytes>();
  private readonly lanesByHash = new Map<number, Lanes[]>();
  private readonly results = new Map<string, Map<number, Value>>();
  private count = 0;
  readonly any = this.of(Array.from({ length: 0x100 }, (_, byte) => byte));
  private readonly singles = this.any.list.map((byte) => this.of([byte]));

  of(bytes: Iterable<number>, isOld = false): Bytes {
    const members = new Uint8Array(0x100);
    for (const byte of bytes) members[byte] = 1;
    return this.withMembers(members, isOld);
  }

  /** The set of the bytes that have a 1. */
  private withMembers(members: Uint8Array, isOld: boolean): Bytes {
    const list: number[] = [];
    for (let byte = 0; byte < 0x100; byte++) if (members[byte] === 1) list.push(byte);
    const key = `${String.fromCharCode(...list)} ${isOld && list.length < 0x100}`;
    let set = this.sets.get(key);
    if (set === undefined) {
      set = new Bytes(this.count++, list, isOld && list.length < 0x100, members);
      this.sets.set(key, set);
    }
    return set;
  }

  one(byte: number): Bytes {
    return elementAt(this.singles, byte & 0xff);
  }

  /** One byte for each of some lanes: a set of one where it is the same byte. */
  lanes(length: number, byteOf: (lane: number) => number): Value {
    const bytes = new Uint8Array(length);
    for (let lane = 0; lane < length; lane++) bytes[lane] = byteOf(lane);
    const set = this.of(bytes);
    if (set.size <= 1) return set;
    const hash = bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, length);
    const alike = this.lanesByHash.get(hash) ?? [];
    this.lanesByHash.set(hash, alike);
    const there = alike.find(
      (each) => each.bytes.length === length && each.bytes.every((byte, i) => byte === bytes[i]),
    );
    if (there !== undefined) return there;
    const lanes = new Lanes(this.count++, bytes, set);
    alike.push(lanes);
    return lanes;
  }

  /** A value that is computed once from one or two numbers, such as those of values. */
  once(what: string, a: number, b: number, compute: () => Value): Value {
    let results = this.results.get(what);
    if (results === undefined) this.results.set(what, (results = new Map()));
    const key = a * MOST_VALUES + b;
    let value = results.get(key);
    if (value === undefined) results.set(key, (value = compute()));
    return value;
  }

  union(a: Value, b: Value): Value {
    if (a === b) return a;
    const [left, right] = [setOf(a), setOf(b)];
    return this.once('union', a.id, b.id, () => this.of([...left.list, ...right.list], left.isOld || right.isOld));
  }

  /** The bytes of a set that are kept; a number says by which test. */
  filter({ id, list, isOld }: Bytes, test: number, keep: (byte: number) => boolean): Bytes {
    return setOf(this.once('filter', id, test, () => this.of(list.filter(keep), isOld)));
  }

  /** What was in RAM at power-on as the bytes that it can be. */
  plain(value: Value): Value {
    return value instanceof Bytes && value.isOld ? this.any : value;
  }

  /** What the ALU makes of AC and the bus, for each pair of bytes. */
  alu(operation: Operation, ac: Value, bus: Value): Value {
    if (operation === 'ld') return bus;
    return this.once(operation, ac.id, bus.id, () => {
      const compute = COMPUTE[operation];
      const lanes = ac instanceof Lanes ? ac : bus instanceof Lanes ? bus : undefined;
      if (lanes !== undefined && isKnown(ac) && isKnown(bus)) {
        return this.lanes(lanes.bytes.length, (lane) => compute(byteIn(ac, lane), byteIn(bus, lane)));
      }
      const members = new Uint8Array(0x100);
      const right = setOf(this.plain(bus)).list;
      for (const a of setOf(this.plain(ac)).list) for (const b of right) members[compute(a, b)] = 1;
      return this.withMembers(members, false);
    });
  }

  /** Result of an ALU operation with AC as both operands. */
  aluWithItself(operation: Operation, ac: Value): Value {
    if (ac instanceof Lanes || operation === 'ld') return this.alu(operation, ac, ac);
    const compute = COMPUTE[operation];
    return this.once(`${operation} ac`, ac.id, 0, () =>
      this.of(setOf(this.plain(ac)).list.map((byte) => compute(byte, byte))),
    );
  }
}
