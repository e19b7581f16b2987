/**
 * The turns of one declared loop.
 *
 * A branch back to the head from behind it is a further turn, every other way in an entry. A branch out of the loop
 * ends it, unless its delay slot loads AC with a constant, which is a call, or is a jump, which decides by itself.
 */
import { opcodeOfWord } from '#isa';
import type { DeclaredLoop } from './declarations.ts';
import { NOWHERE, targetOf, type JumpState, type Target } from './jump.ts';

/** Cycles from a jump to the word that it goes to. */
const JUMP_CYCLES = 2;

export class LoopWatch {
  readonly loop: DeclaredLoop;
  private readonly state: JumpState;
  private readonly backs: ReadonlySet<number>;
  private readonly targets: ReadonlyMap<number, Target>;
  /** Executions of the head since the loop was entered; 0 outside, undefined while that is not known. */
  private turns: number | undefined;
  /** The cycle in which a branch back arrives at the head. */
  private backAt = -1;
  private knownFrom = 0;

  constructor(loop: DeclaredLoop, state: JumpState) {
    this.loop = loop;
    this.state = state;
    this.backs = new Set(loop.backs);
    this.targets = new Map(this.jumps().map((address) => [address, targetOf(state, address)]));
  }

  /** Nothing is known any more, from a cycle on: neither the turns nor the branch that was taken just before. */
  reset(cycle: number): void {
    this.turns = undefined;
    this.backAt = -1;
    this.knownFrom = cycle + JUMP_CYCLES;
  }

  /** Addresses of the words that say when it turns and when it is left, the head aside. */
  jumps(): readonly number[] {
    const { head, last } = this.loop;
    const jumps: number[] = [];
    for (let address = head; address <= last; address++) {
      if (opcodeOfWord(this.state.rom[address] ?? 0).operation === 'jump') jumps.push(address);
    }
    return jumps;
  }

  /** The head executes. @returns turns if they are too many */
  atHead(cycle: number): number | undefined {
    if (cycle < this.knownFrom) return undefined;
    if (cycle !== this.backAt) this.turns = 1;
    else if (this.turns !== undefined) this.turns++;
    return this.turns === this.loop.max + 1 ? this.turns : undefined;
  }

  /** A jump of the loop executes. @returns the turns that it made if it leaves the loop, and they are known */
  atJump(address: number, next: number, ac: number, y: number, cycle: number): number | undefined {
    const { head, last } = this.loop;
    const target = this.targets.get(address)!(next, ac, y);
    if (target === head && this.backs.has(address)) {
      this.backAt = cycle + JUMP_CYCLES;
      return undefined;
    }
    const isInOrder = next === address + 1;
    const goesTo = target !== NOWHERE ? target : isInOrder ? address + 2 : next;
    if (goesTo >= head && goesTo <= last) return undefined;
    if (target !== NOWHERE && isInOrder && this.decidesLater(next)) return undefined;
    const { turns } = this;
    this.turns = 0;
    return turns === 0 ? undefined : turns;
  }

  /** Whether the delay slot of a jump makes a call of it, or is a jump itself. */
  private decidesLater(slot: number): boolean {
    const { operation, bus, target } = opcodeOfWord(this.state.rom[slot] ?? 0);
    return operation === 'jump' || (operation === 'ld' && bus === 'd' && target === 'ac');
  }
}
