/** The states that paths have reached, in a hash table. */
import type { Turns } from './turns.ts';
import type { Value } from './values.ts';

export interface StateKey {
  readonly address: number;
  readonly next: number;
  readonly ac: Value;
  readonly y: Value;
  readonly pairs: number;
  /** Number of what is known of the tracked bytes: the same for equal ones. */
  readonly cellsId: number;
  /** Registers lost and not written since, as a mask. */
  readonly lost: number;
  /** Whether the word executes alone, between two branches that follow one another. */
  readonly alone: boolean;
  /** Whether the word is the delay slot of a jump that goes round a declared loop. */
  readonly closes: boolean;
  readonly turns: Turns;
}

export interface NumberedState extends StateKey {
  readonly index: number;
}

/** The size of a new table; it is always a power of two. */
const FIRST_PLACES = 64;

/** States by what tells them apart: a hash table of chains. */
export class StateTable {
  /** One more than the number of the newest entry, by place; 0 if there is none. */
  private newest: Int32Array = new Int32Array(FIRST_PLACES);
  private readonly nodes: NumberedState[] = [];
  private hashes: Int32Array = new Int32Array(FIRST_PLACES);
  /** The entry before each in its chain, in the same numbers. */
  private before: Int32Array = new Int32Array(FIRST_PLACES);

  /** The number of the state that is the same; undefined if there is none. */
  find(state: StateKey): number | undefined {
    const hash = hashOf(state);
    let at = this.newest[hash & (this.newest.length - 1)] ?? 0;
    for (; at !== 0; at = this.before[at - 1] ?? 0) {
      const node = this.nodes[at - 1];
      if (node !== undefined && this.hashes[at - 1] === hash && isSameState(node, state)) return node.index;
    }
    return undefined;
  }

  add(node: NumberedState): void {
    const entry = this.nodes.length;
    if (entry === this.newest.length) this.grow();
    this.hashes[entry] = hashOf(node);
    this.nodes.push(node);
    this.chain(entry);
  }

  clear(): void {
    for (let entry = 0; entry < this.nodes.length; entry++) this.newest[this.placeOf(entry)] = 0;
    this.nodes.length = 0;
  }

  private grow(): void {
    const size = 2 * this.newest.length;
    this.newest = new Int32Array(size);
    this.hashes = widened(this.hashes, size);
    this.before = widened(this.before, size);
    for (let entry = 0; entry < this.nodes.length; entry++) this.chain(entry);
  }

  private chain(entry: number): void {
    const place = this.placeOf(entry);
    this.before[entry] = this.newest[place] ?? 0;
    this.newest[place] = entry + 1;
  }

  private placeOf(entry: number): number {
    return (this.hashes[entry] ?? 0) & (this.newest.length - 1);
  }
}

function isSameState(a: StateKey, b: StateKey): boolean {
  return (
    a.address === b.address &&
    a.next === b.next &&
    a.ac === b.ac &&
    a.y === b.y &&
    a.pairs === b.pairs &&
    a.cellsId === b.cellsId &&
    a.lost === b.lost &&
    a.alone === b.alone &&
    a.closes === b.closes &&
    a.turns === b.turns
  );
}

function hashOf({ address, next, ac, y, cellsId, turns }: StateKey): number {
  let hash = (address << 8) ^ next;
  hash = Math.imul(hash ^ ac, 0x01000193) ^ (hash >>> 15);
  hash = Math.imul(hash ^ y, 0x01000193) ^ (hash >>> 15);
  hash = Math.imul(hash ^ cellsId, 0x01000193) ^ (hash >>> 15);
  hash = Math.imul(hash ^ turns.id, 0x01000193);
  return hash ^ (hash >>> 15);
}

function widened(numbers: Int32Array, size: number): Int32Array {
  const wide = new Int32Array(size);
  wide.set(numbers);
  return wide;
}
