/**
 * Loops with a declared count: where their turns begin and end.
 *
 * A loop's extent runs from its head to the delay slot of the last near branch back to the head. A
 * branch out of the extent leaves the loop, unless its delay slot loads AC with a constant: that is
 * a call, by the convention, and comes back.
 */
import { encode, nearTarget, opcodeOf } from '#isa';
import { IS_FIXED_BRANCH } from './opcode-facts.ts';
import type { LoopCount, TimingProgram, WordReader } from '../contract/program.ts';

/** A declared loop in a program. */
export interface CountedLoop {
  readonly head: number;
  readonly min: number;
  readonly max: number;
  readonly count: string | undefined;
  /** Near branches back to the head. */
  readonly backs: ReadonlySet<number>;
  /** The delay slot of the last of them: the last word of the loop; the head's own where there is none. */
  readonly last: number;
}

const LD = opcodeOf('ld', 0, 'd');

/** Finds the extents of all declared loops, by head. */
export function indexLoops(program: TimingProgram): ReadonlyMap<number, CountedLoop> {
  return new Map(program.loops.map((loop) => [loop.head, measure(program, loop)]));
}

function measure(program: TimingProgram, loop: LoopCount): CountedLoop {
  const backs = new Set<number>();
  let last = loop.head;
  for (let address = loop.head; address < Math.min(loop.head + 0x100, 0xffff); address++) {
    if (program.used[address] === 0 || fixedNearTarget(program.words[address]!, address) !== loop.head) continue;
    backs.add(address);
    last = address + 1;
  }
  const min = Math.max(1, loop.min);
  return { head: loop.head, min, max: Math.max(min, loop.max), count: loop.count, backs, last };
}

/** Whether a taken near branch at `address` leaves the loop for good. */
export function leavesByBranch(reader: WordReader, loop: CountedLoop, address: number): boolean {
  const target = reader.isUsed(address) ? fixedNearTarget(reader.word(address), address) : undefined;
  if (target === undefined || target < 0 || isInside(loop, target)) return false;
  return reader.word(address + 1) >> 8 !== encode(LD, 0) >> 8;
}

/** Whether an address belongs to the loop itself. */
export function isInside(loop: CountedLoop, address: number): boolean {
  return address >= loop.head && address <= loop.last;
}

/** Where a near branch to a constant goes that executes in its order. */
function fixedNearTarget(word: number, address: number): number | undefined {
  return IS_FIXED_BRANCH[word >> 8] === 1 ? nearTarget(address, word & 0xff) : undefined;
}
