/**
 * The turns of one declared loop.
 *
 * A branch back to the head from after it is a further turn; every other way in is an entry. A branch out of the loop
 * ends it, with two exceptions: a delay slot that loads AC with a constant makes it a call, and a jump in the slot
 * decides instead.
 */
import type { Cycle, RomAddress } from '#basics';
import { opcodeOfWord } from '#isa';
import { NOWHERE, type LoopWay, type QuietLoop } from '../core/probe.ts';
import type { DeclaredLoop } from './declarations.ts';
import { targetOf, type JumpState, type Target } from './jump.ts';

/** Cycles from a jump to the word that it goes to. */
const JUMP_CYCLES = 2;

export class LoopWatch implements QuietLoop {
  readonly loop: DeclaredLoop;
  readonly head: RomAddress;
  readonly max: number;
  readonly toldUpTo: number;
  turns: number | undefined;
  backAt = -1;
  private readonly state: JumpState;
  private readonly backs: ReadonlySet<number>;
  private readonly targets: ReadonlyMap<number, Target>;

  /** @param isPaid whether charges pay for its turns, so that all of them are reported */
  constructor(loop: DeclaredLoop, state: JumpState, isPaid: boolean) {
    this.loop = loop;
    this.head = loop.head;
    this.max = loop.max;
    this.toldUpTo = isPaid ? loop.max : loop.min - 1;
    this.state = state;
    this.backs = new Set(loop.backs);
    this.targets = new Map(this.jumps().map((address) => [address, targetOf(state, address)]));
  }

  /** From a cycle on, nothing is known: neither the turns nor a branch that was taken just before. */
  reset(cycle: Cycle): void {
    this.turns = undefined;
    this.backAt = cycle + JUMP_CYCLES - 1;
  }

  /** Addresses of the words that decide whether it turns or is left, except for the head. */
  jumps(): readonly number[] {
    const { head, last } = this.loop;
    const jumps: number[] = [];
    for (let address = head; address <= last; address++) if (this.decides(address)) jumps.push(address);
    return jumps;
  }

  /** The head executes. @returns turns if they are too many */
  atHead(cycle: Cycle): number | undefined {
    if (cycle !== this.backAt && cycle !== this.backAt - 1) this.turns = 1;
    else if (this.turns !== undefined) this.turns++;
    return this.turns === this.max + 1 ? this.turns : undefined;
  }

  /** A jump of the loop executes. @returns the turns that it made if it leaves the loop, and they are known */
  atJump(address: RomAddress, next: RomAddress, ac: number, y: number, cycle: Cycle): number | undefined {
    const way = this.way(address, next, this.targets.get(address)!(next, ac, y));
    if (way === 'back') this.backAt = cycle + JUMP_CYCLES;
    if (way !== 'out') return undefined;
    const { turns } = this;
    this.turns = 0;
    return turns === 0 ? undefined : turns;
  }

  way(jump: RomAddress, next: RomAddress, target: RomAddress): LoopWay {
    const { head, last } = this.loop;
    if (target === head && this.backs.has(jump)) return 'back';
    const isInOrder = next === jump + 1;
    const goesTo = target !== NOWHERE ? target : isInOrder ? jump + 2 : next;
    if (goesTo >= head && goesTo <= last) return 'inside';
    return target !== NOWHERE && isInOrder && this.decidesLater(next) ? 'inside' : 'out';
  }

  /** Whether a word is a jump that can go back to the head or out of the loop. */
  private decides(address: RomAddress): boolean {
    const word = this.state.rom[address] ?? 0;
    const { operation, condition, bus } = opcodeOfWord(word);
    if (operation !== 'jump') return false;
    // A branch in a slot may land in another page, or be passed out of order.
    const isPlain = bus === 'd' && condition !== 'far' && !this.isInSlot(address);
    if (!isPlain) return true;
    const next = address + 1;
    const taken = this.way(address, next, (next & 0xff00) | (word & 0xff));
    const passed = condition === 'always' ? 'inside' : this.way(address, next, NOWHERE);
    return taken !== 'inside' || passed !== 'inside';
  }

  private isInSlot(address: RomAddress): boolean {
    return opcodeOfWord(this.state.rom[(address - 1) & 0xffff] ?? 0).operation === 'jump';
  }

  /** Whether the delay slot of a jump makes a call of it, or is a jump itself. */
  private decidesLater(slot: number): boolean {
    const { operation, bus, target } = opcodeOfWord(this.state.rom[slot] ?? 0);
    return operation === 'jump' || (operation === 'ld' && bus === 'd' && target === 'ac');
  }
}
