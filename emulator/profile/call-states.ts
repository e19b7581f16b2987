/** Numbers for the states of a call profile: where the program is, and the calls in progress. */
import { MOST_STATES } from '../core/followed.ts';
import type { CallNode, OpenCall } from './call-node.ts';

export interface CallState {
  readonly node: CallNode;
  /** The node from which the nodes of the present call hang. */
  readonly base: CallNode;
  /** The outermost first. */
  readonly open: readonly OpenCall[];
}

export class CallStates {
  private readonly states: CallState[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly nodes = new Map<CallNode, number>();

  /** The number of a state, from 1 on; 0 if there are no more numbers. */
  numberOf({ node, base, open }: CallState): number {
    // The base is the caller of the innermost call, or a root, from which the node hangs.
    const key = [node, ...open.map(({ caller }) => caller)].map((one) => this.nodeNumber(one)).join();
    const whole = open.length === 0 ? key : `${key}/${open.map(({ cell }) => cell).join()}`;
    const known = this.numbers.get(whole);
    if (known !== undefined) return known;
    if (this.states.length + 1 >= MOST_STATES) return 0;
    this.numbers.set(whole, this.states.push({ node, base, open: [...open] }));
    return this.states.length;
  }

  /** The state with a number, which must have been given. */
  of(number: number): CallState {
    const state = this.states[number - 1];
    if (state === undefined) throw new Error(`no state has number ${number}`);
    return state;
  }

  private nodeNumber(node: CallNode): number {
    const known = this.nodes.get(node);
    if (known !== undefined) return known;
    this.nodes.set(node, this.nodes.size);
    return this.nodes.size - 1;
  }
}
