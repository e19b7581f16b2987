/** Calls and returns among the points of a program, told apart from other jumps. */
import { addTo } from '#basics';
import { IS_JUMP, isConditional, opcodeOfWord, wordAt } from '#isa';
import type { TimingProgram } from '../contract/program.ts';
import { fixedTarget, jumpValue } from '../values/jumps.ts';
import { isForJump, isMark, originOf } from '../values/constants.ts';
import { isInSlot, type Reach, type ReachedPoint } from './reached.ts';

/** What was found out about a program, as far as it is needed to find calls and returns. */
export type Points = Pick<Reach, 'points' | 'around' | 'declared'>;

/** The calls and returns of a program. */
export interface CallGraph {
  /** Whether a jump comes to a follower also if it is not taken. */
  isPassed(jump: ReachedPoint, follower: ReachedPoint): boolean;
  /** Whether a jump can come to a follower by being taken. */
  isTaken(jump: ReachedPoint, follower: ReachedPoint): boolean;
  /**
   * The points that load the return address by which a jump goes to a follower; undefined if the jump is no return, or
   * is not taken there.
   */
  callsOf(jump: ReachedPoint, follower: ReachedPoint): readonly ReachedPoint[] | undefined;
  /** Whether a point is the delay slot of a call: it loads a return address, and the routine follows. */
  isCall(point: ReachedPoint): boolean;
}

export function findCalls(found: Points, program: TimingProgram): CallGraph {
  const returns = new Map<ReachedPoint, readonly number[]>();
  const origins = new Set<number>();
  for (const point of found.points) {
    const constants = returnAddresses(found, program, point);
    if (constants === undefined) continue;
    returns.set(point, constants);
    for (const constant of constants) origins.add(originOf(constant));
  }
  const byAddress = new Map<number, ReachedPoint[]>();
  for (const point of found.points) if (origins.has(point.address)) addTo(byAddress, point.address, point);
  const isPassed = (jump: ReachedPoint, { next }: ReachedPoint): boolean =>
    isConditional(opcodeOfWord(wordAt(program.words, jump.address))) && next === ((jump.next + 1) & 0xffff);
  const targets = (jump: ReachedPoint, { next }: ReachedPoint): readonly number[] | undefined =>
    returns.get(jump)?.filter((constant) => (constant & 0xff) === (next & 0xff));
  const isTaken = (jump: ReachedPoint, follower: ReachedPoint): boolean => {
    const word = wordAt(program.words, jump.address);
    if (IS_JUMP[word >> 8] !== 1) return false;
    const fixed = fixedTarget(word, jump.next);
    if (fixed !== undefined) return follower.next === fixed;
    if (!isPassed(jump, follower)) return true;
    const declared = found.declared.get(jump.address);
    return declared === undefined ? targets(jump, follower)?.length !== 0 : declared.includes(follower.next);
  };
  return {
    isPassed,
    isTaken,
    callsOf: (jump, follower) =>
      isTaken(jump, follower)
        ? targets(jump, follower)?.flatMap((constant) => byAddress.get(originOf(constant)) ?? [])
        : undefined,
    // The 0 that a branch leaves in AC has the origin 0, where a jump may be, which calls nothing.
    isCall: (point) =>
      origins.has(point.address) && isInSlot(point) && IS_JUMP[wordAt(program.words, point.address) >> 8] !== 1,
  };
}

/** The constants that a jump reads its target from, if it is computed and not declared; otherwise undefined. */
function returnAddresses(found: Points, { words }: TimingProgram, point: ReachedPoint): readonly number[] | undefined {
  const word = wordAt(words, point.address);
  const opcode = opcodeOfWord(word);
  if (IS_JUMP[word >> 8] !== 1 || opcode.bus === 'd' || found.declared.has(point.address)) return undefined;
  const value = jumpValue(point, word, point.address, found.around);
  return found.around.values.constants(value)?.filter((constant) => !isMark(constant) && isForJump(constant));
}
