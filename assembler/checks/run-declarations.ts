/** What a program declares about its run, as debug information carries it. */
import { decode, nearTarget } from '#isa';
import type { DebugDeclarations, DebugHandler } from '../contract/debug-info.ts';
import { VGA, type LoopCount, type TimingProgram } from '../timing/index.ts';

/** How many words from the head of a loop are searched for branches back. */
const LONGEST_LOOP = 0x100;

/** Collects the declarations. @param handler the verdict on the handler: only a proven one takes whole lines */
export function declarationsOf(program: TimingProgram, handler: DebugHandler | null): DebugDeclarations {
  const { checks, charges, targets, tables, loops, resumes = [], shape = VGA } = program;
  const resuming = new Set(resumes);
  return {
    account: checks[0]?.account ?? null,
    line: handler?.verdict === 'proven' ? shape.line : null,
    checks: checks.map(({ address, form, cycles }) => ({ address, form, cycles })),
    jumps: targets.map((jump) => ({
      address: jump.address,
      targets: jump.targets.flatMap((target) => tables.get(target) ?? [target]),
      resumes: jump.targets.length === 0 || resuming.has(jump.address),
    })),
    loops: loops.map((loop) => loopOf(program, loop)),
    charges: charges.flatMap(({ address, cycles, perCount }) => {
      if (perCount === undefined) return [];
      const { count, factor } = perCount;
      return [{ address, cycles, factor, count: count === '' ? null : count }];
    }),
  };
}

/** A loop from its head to the delay slot of the last near branch back to it. */
function loopOf(
  { words, used }: TimingProgram,
  { head, min, max, count }: LoopCount,
): DebugDeclarations['loops'][number] {
  const backs: number[] = [];
  for (let address = head; address < Math.min(head + LONGEST_LOOP, 0xffff); address++) {
    const { opcode, operand } = decode(words[address] ?? 0);
    const isNear = opcode.operation === 'jump' && opcode.condition !== 'far' && opcode.bus === 'd';
    if (used[address] === 1 && isNear && nearTarget(address, operand) === head) backs.push(address);
  }
  const least = Math.max(1, min);
  return {
    head,
    last: (backs.at(-1) ?? head - 1) + 1,
    backs,
    min: least,
    max: Math.max(least, max),
    count: count ?? null,
  };
}
