/**
 * Jumps: where they can go from a state.
 *
 * A jump replaces the word after next, so that a delay slot follows. The page of a near branch is that of `next`.
 */
import { addTo, elementAt } from '#basics';
import { IS_LEAVING, opcodeOfWord, wordAt, type Opcode } from '#isa';
import { busOf } from './bus.ts';
import { picked } from './lanes.ts';
import { advance, BACK, goTo, IN_AC, IN_Y, RESUME_LOW, RESUME_PAGE } from './state.ts';
import type { Effect, State, Tools } from './state.ts';
import { addressesOf } from './time-words.ts';
import { byteIn, canBe, isAny, isKnown, Lanes, OLD, setOf, type Value } from './values.ts';

/** Whether a branch is taken: bit 0 of its mode is for AC > 0, bit 1 for AC < 0, bit 2 for AC = 0. */
function isTaken(mode: number, ac: number): boolean {
  return ((mode >> (ac === 0 ? 2 : ac >> 7)) & 1) === 1;
}

export class Jumps {
  private readonly targets: ReadonlyMap<number, readonly number[]>;
  private readonly resumes: ReadonlySet<number>;
  /** Addresses at which something is counted or judged, so that no other word may stand for the one there. */
  private readonly apart: ReadonlySet<number>;

  constructor(private readonly tools: Tools) {
    const { targets, resumes, checks, loops } = tools.certificate.declarations;
    this.targets = new Map(targets.map((declared) => [declared.address, declared.targets]));
    this.resumes = new Set(resumes);
    const words = checks.flatMap(addressesOf);
    this.apart = new Set([...words, ...loops.map(({ head }) => head)]);
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
    const { values } = this.tools;
    const { registers, memory, copied } = state;
    const ac = elementAt(registers, IN_AC);
    if (ac instanceof Lanes) {
      const parts = values.parts(state.lanes, mode, [ac], (lane) => Number(isTaken(mode, byteIn(ac, lane))));
      const part = parts.get(Number(side));
      return part && picked(values, state, part);
    }
    const kept = values.filter(ac, 2 * mode + Number(side), (byte) => isTaken(mode, byte) === side);
    if (kept.size === 0) return undefined;
    const narrowed = copied === undefined ? memory : memory.narrowed(copied, kept);
    return { ...state, registers: registers.with(IN_AC, kept), memory: narrowed };
  }

  private jump(state: State, opcode: Opcode, operand: number): Effect {
    const { values, trust, work } = this.tools;
    const { address, next, registers } = state;
    const low = busOf(this.tools, state, opcode, operand);
    const isFar = opcode.condition === 'far';
    const page = isFar ? elementAt(registers, IN_Y) : values.one(next >> 8);
    if (isKnown(low) && isKnown(page)) return { states: this.byLane(state, low, page) };
    const byte = opcode.bus === 'ram' ? operand : undefined;
    const [lows, pages] = [setOf(low), setOf(page)];
    if (lows.isOld || pages.isOld) trust.add('byte stored before a jump', address);
    const targets = this.targets.get(address);
    work.add((targets ?? []).length >> 4);
    const declared = targets?.filter((target) => isFar || pages.has(target >> 8));
    const possible = declared?.filter((target) => lows.has(target & 0xff) && pages.has(target >> 8));
    // A byte that was not stored is taken to hold what the jump needs.
    const believed = possible?.length === 0 && (lows.isOld || pages.isOld) ? declared : possible;
    if (state.lanes > 0 && this.resumes.has(address)) return this.back(state, low, believed, byte);
    if (believed !== undefined) return this.believe(state, believed, byte);
    if (isAny(lows) || isAny(pages)) return { states: [], fault: 'it is not known where this jump goes' };
    work.add((lows.size * pages.size) >> 4);
    const stored = lows.list.filter((each) => each !== OLD);
    const all = pages.list.flatMap((high) => (high === OLD ? [] : stored.map((each) => (high << 8) | each)));
    return { states: this.goToEach(state, all, byte), isUnset: all.length === 0 };
  }

  /** A jump that goes where it is declared to go. */
  private believe(state: State, targets: readonly number[], byte: number | undefined): Effect {
    if (targets.length === 0) return { states: [], fault: 'the jump cannot reach its declared targets' };
    this.tools.trust.add('targets', state.address);
    return { states: this.goToEach(state, targets, byte) };
  }

  /** A jump that is declared to go back to the program, in the lanes whose low byte can be that of the word there. */
  private back(state: State, low: Value, targets: readonly number[] | undefined, byte: number | undefined): Effect {
    const { values, trust } = this.tools;
    trust.add('resume', state.address);
    const own = elementAt(state.registers, RESUME_LOW);
    const parts = values.parts(state.lanes, 'own', [low, own], (lane) => Number(canBe(low, lane, byteIn(own, lane))));
    const [others, back] = [parts.get(0), parts.get(1)];
    const states = back === undefined ? [] : [goTo(picked(values, state, back), BACK)];
    if (others === undefined && (targets === undefined || isKnown(low))) return { states };
    if (targets === undefined) return { states, fault: 'the jump does not go back to the check that left' };
    const rest = others !== undefined && isKnown(low) ? picked(values, state, others) : state;
    const effect = this.believe(rest, targets, byte);
    return { ...effect, states: [...states, ...effect.states] };
  }

  /** A jump whose target is known in each lane; where it is the word after the check that left, it goes back. */
  private byLane(state: State, low: Value, page: Value): State[] {
    const [ownLow, ownPage] = [state.registers[RESUME_LOW], state.registers[RESUME_PAGE]];
    const target = (lane: number): number => (byteIn(page, lane) << 8) | byteIn(low, lane);
    if (ownLow === undefined || ownPage === undefined) return [goTo(state, target(0))];
    const parts = this.tools.values.parts(state.lanes, 'jump', [low, page, ownLow, ownPage], (lane) => {
      const isOwn = byteIn(low, lane) === byteIn(ownLow, lane) && byteIn(page, lane) === byteIn(ownPage, lane);
      return isOwn ? BACK : target(lane);
    });
    return [...parts].map(([address, part]) => goTo(picked(this.tools.values, state, part), address));
  }

  /** A state for each target; those in one page that load a constant and execute alone have one together. */
  private goToEach(state: State, targets: readonly number[], byte: number | undefined): State[] {
    const { rom, values, used } = this.tools;
    const isAlone = state.nextConstants === undefined && IS_LEAVING[wordAt(rom, state.next) >> 8] === 1;
    const canStand = (target: number): boolean => used[target] === 1 && !this.apart.has(target);
    const loads = targets.filter((target) => isAlone && canStand(target) && isConstant(wordAt(rom, target)));
    const loading = new Set(loads);
    const groups = targets.filter((target) => !loading.has(target)).map((target) => [target]);
    // The branch in the slot goes on in the page of the target.
    const byPage = new Map<number, number[]>();
    for (const target of loads) addTo(byPage, target >> 8, target);
    groups.push(...byPage.values());
    return groups.map((group) => {
      const lows = values.of(group.map((target) => target & 0xff));
      const memory = byte === undefined ? state.memory : state.memory.narrowed(byte, lows);
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
