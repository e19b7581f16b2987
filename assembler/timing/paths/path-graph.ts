/**
 * The graph that paths make, and how a state is found in it again.
 */
import type { PathFault } from './path-faults.ts';
import type { Turns } from '../values/turns.ts';
import type { Value } from '../values/values.ts';

/** How a path ends. */
export type PathEnd =
  | { readonly kind: 'check'; readonly address: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'return' }
  | ({ readonly kind: 'fault' } & PathFault);

/** One state; its word takes one cycle. */
export interface PathNode {
  readonly index: number;
  readonly address: number;
  readonly next: number;
  readonly ac: Value;
  readonly y: Value;
  readonly cells: readonly Value[];
  /** Number of the cells: the same for equal ones. */
  readonly cellsId: number;
  /** Registers lost and not written since, as a mask. */
  readonly lost: number;
  /** Whether the word executes alone, between two branches that follow one another. */
  readonly alone: boolean;
  /** Whether the word is the delay slot of a jump that goes round a declared loop. */
  readonly closes: boolean;
  readonly turns: Turns;
  /** Charge that takes effect with this word. */
  readonly charge: number;
  /** States that follow, by index; one may be there twice. */
  followers: readonly number[];
  end: PathEnd | undefined;
}

export interface PathGraph {
  readonly nodes: readonly PathNode[];
  /** Words that read a register that was lost. */
  readonly lostReads: readonly { readonly address: number; readonly mask: number }[];
}

/** No followers yet: most states have one in the end, and a list that begins empty takes room for many. */
export const NONE: readonly number[] = [];

/** Notes that a state can follow another. */
export function addFollower(from: PathNode, { index }: PathNode): void {
  if (from.followers.length === 0) from.followers = [index];
  else (from.followers as number[]).push(index);
}

/** What tells one state from another. */
type StateKey = Pick<PathNode, 'address' | 'next' | 'ac' | 'y' | 'cellsId' | 'lost' | 'alone' | 'closes' | 'turns'>;

function isSameState(a: StateKey, b: StateKey): boolean {
  return (
    a.address === b.address &&
    a.next === b.next &&
    a.ac === b.ac &&
    a.y === b.y &&
    a.cellsId === b.cellsId &&
    a.lost === b.lost &&
    a.alone === b.alone &&
    a.closes === b.closes &&
    a.turns === b.turns
  );
}

function hashOf({ address, next, ac, y, cellsId, turns }: StateKey): number {
  let hash = (address << 8) ^ next;
  for (const part of [ac, y, cellsId, turns.id]) hash = Math.imul(hash ^ part, 0x01000193) ^ (hash >>> 15);
  return hash;
}

/** Nodes in which the same hash ends, in a chain. */
interface HashedNode {
  readonly node: PathNode;
  readonly beside: HashedNode | undefined;
}

/** States by what tells them apart. */
export class StateTable {
  private readonly byHash = new Map<number, HashedNode>();

  find(state: StateKey): PathNode | undefined {
    let hashed = this.byHash.get(hashOf(state));
    while (hashed !== undefined && !isSameState(hashed.node, state)) hashed = hashed.beside;
    return hashed?.node;
  }

  add(node: PathNode): void {
    const hash = hashOf(node);
    this.byHash.set(hash, { node, beside: this.byHash.get(hash) });
  }
}
