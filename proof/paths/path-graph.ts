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
  /** `isLeft` if the path ends with a jump that may go anywhere. */
  | ({ readonly kind: 'fault'; readonly isLeft?: boolean } & PathFault);

/** One state; its word takes one cycle. */
export interface PathNode extends NumberedState {
  readonly cells: readonly Value[];
  /** The charge that takes effect with this word. */
  readonly charge: number;
  /** Indices of the states that follow; one may occur twice. */
  followers: readonly number[];
  end: PathEnd | undefined;
}

/** What matters of a state to those who only follow the steps from one to the next. */
export type Step = Pick<PathNode, 'index' | 'address' | 'next' | 'charge' | 'followers' | 'end'>;

/** The steps of a {@link PathGraph}. */
export interface StepGraph {
  readonly nodes: readonly Step[];
  readonly starts: readonly Step[];
}

export interface LostRead {
  readonly node: PathNode;
  /** The lost registers that its word reads. */
  readonly mask: number;
}

export interface PathGraph {
  readonly nodes: readonly PathNode[];
  /** Where paths begin: one state for each count of a loop whose head is there. */
  readonly starts: readonly PathNode[];
  /** States whose word reads registers that were lost. */
  readonly lostReads: readonly LostRead[];
}

/** Shared by states without followers: most get only one, and a list that grows from empty reserves room for many. */
export const NONE: readonly number[] = [];

export function addFollower(from: PathNode, { index }: PathNode): void {
  if (from.followers.length === 0) from.followers = [index];
  else (from.followers as number[]).push(index);
}

/** The states before each state, by its index. */
export function nodesBefore<S extends Step>(nodes: readonly S[]): readonly (readonly S[])[] {
  const before: S[][] = nodes.map(() => []);
  for (const node of nodes) for (const index of node.followers) before[index]?.push(node);
  return before;
}
