/**
 * Jumps: where they can go from a state.
 *
 * A jump replaces the word after next, so a state follows in its delay slot; the page of a near branch is that of `next`.
 */
import { elementAt } from '#basics';
import { IS_LEAVING, opcodeOfWord, wordAt, type Opcode } from '#isa';
import type { Bus } from './bus.ts';
import type { LaneParts } from './lanes.ts';
import type { Memories } from './memory.ts';
import { advance, BACK, goTo, IN_AC, IN_Y, RESUME_LOW, RESUME_PAGE, withRegister } from './state.ts';
import type { Effect, State, Tools } from './state.ts';
import { byteIn, Bytes, isKnown, Lanes, setOf, type Value } from './values.ts';

/** What jumps take of the machine. */
interface JumpTools extends Tools {
  readonly bus: Bus;
  readonly memories: Memories;
  readonly lanes: LaneParts;
}

/** Whether a branch is taken: bit 0 of its mode is for AC > 0, bit 1 for AC < 0, bit 2 for AC = 0. */
function isTaken(mode: number, ac: number): boolean {
  return ((mode >> (ac === 0 ? 2 : ac >> 7)) & 1) === 1;
}

export class Jumps {
  private readonly targets: ReadonlyMap<number, readonly number[]>;
  private readonly resumes: ReadonlySet<number>;

  constructor(private readonly tools: JumpTools) {
    const { targets, resumes } = tools.certificate.declarations;
    this.targets = new Map(targets.map((declared) => [declared.address, declared.targets]));
    this.resumes = new Set(resumes);
  }

  branch(state: State, opcode: Opcode, operand: number): Effect {
    if (state.next === BACK) return { states: [], fault: 'a jump in the slot of the jump back to the program' };
    if (opcode.condition === 'far' || opcode.condition === 'always') return this.jump(state, opcode, operand);
    const [passed, taken] = [false, true].map((side) => this.onSide(state, opcode.mode, side));
    const effect = taken === undefined ? { states: [] } : this.jump(taken, opcode, operand);
    return passed === undefined ? effect : { ...effect, states: [advance(passed), ...effect.states] };
  }

  /** The state on one side of a branch: AC, and the byte that it is a copy of, keep only the values that lead there. */
  private onSide(state: State, mode: number, side: boolean): State | undefined {
    const { values, memories, lanes } = this.tools;
    const ac = elementAt(state.registers, IN_AC);
    if (ac instanceof Lanes) {
      const parts = lanes.divide(state, `${ac.id} ${mode}`, (lane) => Number(isTaken(mode, byteIn(ac, lane))));
      const part = parts.find(({ target }) => target === Number(side));
      return part && lanes.pick(state, part);
    }
    const kept = values.filter(ac, 2 * mode + Number(side), (byte) => isTaken(mode, byte) === side);
    if (kept.size === 0 && !kept.isOld) return undefined;
    const { copied } = state;
    const memory = copied === undefined ? state.memory : memories.narrowed(state.memory, copied, kept);
    return { ...state, registers: withRegister(state.registers, IN_AC, kept), memory };
  }

  private jump(state: State, opcode: Opcode, operand: number): Effect {
    const { values, bus, trust } = this.tools;
    const low = bus.of(state, opcode, operand);
    const isFar = opcode.condition === 'far';
    const page = isFar ? elementAt(state.registers, IN_Y) : values.one(state.next >> 8);
    if (isKnown(low) && isKnown(page)) return { states: this.byLane(state, low, page) };
    const byte = opcode.bus === 'ram' ? operand : undefined;
    const [lows, pages] = [setOf(low), setOf(page)];
    if (lows.isOld || pages.isOld) trust.add('byte stored before a jump', state.address);
    const declared = this.targets.get(state.address)?.filter((target) => isFar || pages.has(target >> 8));
    const possible = declared?.filter((target) => lows.has(target & 0xff) && pages.has(target >> 8)) ?? [];
    const believed = possible.length === 0 ? declared : possible;
    if (state.lanes > 0 && this.resumes.has(state.address)) return this.back(state, low, believed, byte);
    if (believed !== undefined) return this.believe(state, believed, byte);
    if (lows === values.any || pages === values.any) return { states: [], isWild: true };
    if (lows.size === 0 || pages.size === 0) return { states: [], isUnset: true };
    const all = pages.list.flatMap((high) => lows.list.map((each) => (high << 8) | each));
    return { states: this.goToEach(state, all, byte) };
  }

  /** A jump that goes where it is declared to go. */
  private believe(state: State, targets: readonly number[], byte: number | undefined): Effect {
    if (targets.length === 0) return { states: [], fault: 'the jump cannot reach its declared targets' };
    this.tools.trust.add('targets', state.address);
    return { states: this.goToEach(state, targets, byte) };
  }

  /** A jump that is declared to go back to the program, in the lanes whose low byte can be that of the word there. */
  private back(state: State, low: Value, targets: readonly number[] | undefined, byte: number | undefined): Effect {
    const { lanes, trust } = this.tools;
    const own = elementAt(state.registers, RESUME_LOW);
    const parts = lanes.divide(state, `back ${low.id} ${own.id}`, (lane) =>
      Number(isKnown(low) ? byteIn(low, lane) === byteIn(own, lane) : setOf(low).has(byteIn(own, lane))),
    );
    trust.add('resume', state.address);
    const states = parts.filter(({ target }) => target === 1).map((part) => goTo(lanes.pick(state, part), BACK));
    const others = parts.find(({ target }) => target === 0);
    if (others === undefined && (targets === undefined || isKnown(low))) return { states };
    if (targets === undefined) return { states, fault: 'the jump does not go back to the check that left' };
    const rest = this.believe(others !== undefined && isKnown(low) ? lanes.pick(state, others) : state, targets, byte);
    return { ...rest, states: [...states, ...rest.states] };
  }

  /** A jump whose target is known in each lane; where it is the word after the check that left, it goes back. */
  private byLane(state: State, low: Value, page: Value): State[] {
    const { lanes } = this.tools;
    const target = (lane: number): number => (byteIn(page, lane) << 8) | byteIn(low, lane);
    const [ownLow, ownPage] = [state.registers[RESUME_LOW], state.registers[RESUME_PAGE]];
    const isPlain = low instanceof Bytes && page instanceof Bytes;
    const mayBeOwn = (own: Value, value: Value): boolean => setOf(value).list.some((byte) => setOf(own).has(byte));
    if (ownLow === undefined || ownPage === undefined) return [goTo(state, target(0))];
    if (isPlain && !(mayBeOwn(ownLow, low) && mayBeOwn(ownPage, page))) return [goTo(state, target(0))];
    const parts = lanes.divide(state, `${low.id} ${page.id} ${ownLow.id} ${ownPage.id}`, (lane) => {
      const own = (byteIn(ownPage, lane) << 8) | byteIn(ownLow, lane);
      return target(lane) === own ? BACK : target(lane);
    });
    return parts.map((part) => goTo(lanes.pick(state, part), part.target));
  }

  /** Each target; those of a page that load a constant and execute alone as one. */
  private goToEach(state: State, targets: readonly number[], byte: number | undefined): State[] {
    const { rom, values, memories, used } = this.tools;
    const isAlone = state.nextConstants === undefined && IS_LEAVING[wordAt(rom, state.next) >> 8] === 1;
    const loads = targets.filter((target) => isAlone && used[target] === 1 && isConstant(wordAt(rom, target)));
    const loading = new Set(loads);
    const groups = targets.filter((target) => !loading.has(target)).map((target) => [target]);
    // The branch in the slot goes on in the page of the target.
    for (const page of new Set(loads.map((target) => target >> 8)))
      groups.push(loads.filter((target) => target >> 8 === page));
    return groups.map((group) => {
      const lows = values.of(group.map((target) => target & 0xff));
      const memory = byte === undefined ? state.memory : memories.narrowed(state.memory, byte, lows);
      const nextConstants = group.length < 2 ? undefined : values.of(group.map((target) => wordAt(rom, target) & 0xff));
      return { ...goTo({ ...state, memory }, group[0] ?? 0), nextConstants };
    });
  }
}

/** Whether a word loads a constant into AC. */
function isConstant(word: number): boolean {
  const { operation, bus, target } = opcodeOfWord(word);
  return operation === 'ld' && bus === 'd' && target === 'ac';
}
