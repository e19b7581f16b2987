/**
 * The turns of one declared loop, as the proof counts them.
 *
 * A jump to the head from the head itself or from the 255 words after it is a further turn. Every other way to the head
 * is an entry, and so is a declared branch into the middle. Exits are declared too; a loop that is left in another way
 * ends at its next entry.
 */
import type { Cycle, RomAddress } from '#basics';
import { opcodeOfWord, ROM_WORDS, type DeclaredLoop } from '#isa';
import { JUMP_CYCLES, NOWHERE, SLOT_CYCLES, type LoopWay, type QuietLoop } from '../core/probe.ts';
import { targetOf, type JumpState, type Target } from './watches.ts';

/** Words, from the head on, from which a jump to the head is a further turn. */
const LONGEST = 0x100;

export interface LoopStep {
  readonly kind: 'turned' | 'entered' | 'left';
  /** Turns so far; if the loop was left or entered, those made before that; undefined while unknown. */
  readonly turns: number | undefined;
}

export class LoopWatch implements QuietLoop {
  readonly head: RomAddress;
  readonly min: number;
  readonly max: number;
  turns: number | undefined;
  backAt = -1;
  /** Words that may turn it, enter it in its middle or leave it, unordered; the head only if it is one of these. */
  readonly jumps: readonly RomAddress[];
  private readonly entries: ReadonlySet<number>;
  private readonly exits: ReadonlySet<number>;
  private readonly targets: ReadonlyMap<number, Target>;

  constructor(
    readonly loop: DeclaredLoop,
    private readonly state: JumpState,
  ) {
    const { head, min, max, entries = [] } = loop;
    // A probe does not see IN, so it cannot tell where a jump by IN goes.
    const exits = (loop.exits ?? []).filter(({ address }) => opcodeOfWord(state.rom[address] ?? 0).bus !== 'in');
    this.head = head;
    this.min = min;
    this.max = max;
    this.entries = new Set(entries);
    this.exits = new Set(exits.map(({ address, next, to }) => exitKey(address, next, to)));
    this.jumps = [...new Set([...this.turning(), ...entries, ...exits.map(({ address }) => address)])];
    this.targets = new Map(this.jumps.map((address) => [address, targetOf(state, address)]));
  }

  /** Begins at a cycle with nothing known: neither the turns, nor whether a jump was taken just before. */
  reset(cycle: Cycle): void {
    this.turns = undefined;
    this.backAt = cycle + JUMP_CYCLES - 1;
  }

  /** The head executes. @param isBack whether the handler comes back here, by a jump that does not turn the loop */
  atHead(cycle: Cycle, isBack: boolean): LoopStep {
    const { turns } = this;
    if (isBack || (cycle !== this.backAt && cycle !== this.backAt - 1)) {
      this.turns = 1;
      return { kind: 'entered', turns };
    }
    if (turns !== undefined) this.turns = turns + 1;
    return { kind: 'turned', turns: this.turns };
  }

  /** One of its jumps executes. @returns a step if the loop is entered or left */
  atJump(address: RomAddress, next: RomAddress, ac: number, y: number, cycle: Cycle): LoopStep | undefined {
    const way = this.way(address, next, this.targets.get(address)!(next, ac, y));
    if (way === 'inside') return undefined;
    const { turns } = this;
    if (way === 'turn') {
      this.backAt = cycle + JUMP_CYCLES;
      return undefined;
    }
    this.turns = way === 'entry' ? 0 : undefined;
    if (way === 'entry') this.backAt = cycle + SLOT_CYCLES;
    return { kind: way === 'entry' ? 'entered' : 'left', turns };
  }

  way(jump: RomAddress, next: RomAddress, target: RomAddress): LoopWay {
    const { head, last } = this.loop;
    if (target === head && this.canTurn(jump)) return 'turn';
    if (target > head && target <= last && this.entries.has(jump)) return 'entry';
    const to = target === NOWHERE ? (next + 1) & 0xffff : target;
    return this.exits.has(exitKey(jump, next, to)) ? 'out' : 'inside';
  }

  goals(jump: RomAddress): readonly RomAddress[] | undefined {
    if (this.entries.has(jump)) return undefined;
    const { exits = [] } = this.loop;
    const left = exits.flatMap(({ address, to }) => (address === jump ? [to] : []));
    return this.canTurn(jump) ? [this.head, ...left] : left;
  }

  private canTurn(jump: RomAddress): boolean {
    return jump >= this.head && jump < this.head + LONGEST;
  }

  /** Jumps that go to the head for some registers, bytes in RAM and delay slots. */
  private turning(): readonly RomAddress[] {
    const { head, state } = this;
    const jumps: number[] = [];
    for (let address = head; address < Math.min(head + LONGEST, ROM_WORDS); address++) {
      const word = state.rom[address] ?? 0;
      const { operation, bus } = opcodeOfWord(word);
      const isElsewhere = bus === 'd' && (word & 0xff) !== (head & 0xff);
      if (operation === 'jump' && bus !== 'in' && !isElsewhere) jumps.push(address);
    }
    return jumps;
  }
}

function exitKey(address: number, next: number, to: number): number {
  return (address * ROM_WORDS + next) * ROM_WORDS + to;
}
