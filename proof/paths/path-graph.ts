/**
 * The graph that paths make.
 */
import type { PathFault } from './path-faults.ts';
import type { NumberedState } from '../values/state-table.ts';
import type { Value } from '../values/values.ts';

export type PathEnd =
  | { readonly kind: 'check'; readonly address: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'exit' }
  | { readonly kind: 'return' }
  /** `isLeft` if the path ends with a jump of which nothing is known. */
  | ({ readonly kind: 'fault'; readonly isLeft?: boolean } & PathFault);

/** One state; its word takes one cycle. */
export interface PathNode extends NumberedState {
  readonly cells: readonly Value[];
  /** Charge that takes effect with this word. */
  readonly charge: number;
  /** Indices of the states that follow; one may occur twice. */
  followers: readonly number[];
  end: PathEnd | undefined;
}

export interface LostRead {
  readonly node: PathNode;
  /** The registers. */
  readonly mask: number;
}

export interface PathGraph {
  readonly nodes: readonly PathNode[];
  /** Where paths begin: one state for each count of a loop whose head is there. */
  readonly starts: readonly PathNode[];
  /** States whose word reads registers that were lost. */
  readonly lostReads: readonly LostRead[];
}

/** No followers yet, shared: most states end up with one, and a list that begins empty reserves room for many. */
export const NONE: readonly number[] = [];

/** Notes that a state can follow another. */
export function addFollower(from: PathNode, { index }: PathNode): void {
  if (from.followers.length === 0) from.followers = [index];
  else (from.followers as number[]).push(index);
}
