/**
 * How translated code asks a probe: before a marked instruction, it calls the machine, unless the probe has nothing to
 * say there.
 */
import { decode, wordAt } from '#isa';
import type { BlockContext } from './block-context.ts';
import { emitTarget, pushPlace, type Address, type Path } from './block-path.ts';
import type { Code } from './code.ts';
import { isConditional } from './emit-instruction.ts';
import { emitFollowedStep } from './followed-steps.ts';
import { FUNCTION, LOCAL } from './functions.ts';
import { emitLoopCounts, emitLoopTest, loopsAt } from './quiet-loops.ts';
import { emitCountdownTest, emitTargetTest, isOfCountdown } from './quiet-places.ts';

/** Asks about the instruction of a path if it is marked. @param emitLeave emits what leaves before it */
export function emitAsk(code: Code, context: BlockContext, path: Path, next: Address, emitLeave: () => void): void {
  if (context.marked[path.place] === 0) return;
  const { depth } = code;
  const callAsk = (): void => {
    pushAsk(code, path, next).if();
    emitLeave();
    code.end();
  };
  if (typeof next === 'number' && context.skips?.(path.place, next) === true) return;
  if (context.followed !== undefined) return follow(code, context, path, next);
  const loops = typeof next === 'number' ? loopsAt(context, path, next) : undefined;
  if (loops === undefined) {
    if (typeof next === 'number' && isQuiet(code, context, path, next)) return;
    callAsk();
  } else if (emitLoopTest(code, loops)) {
    code.if();
    callAsk();
    code.else();
  }
  if (loops !== undefined) emitLoopCounts(code, loops);
  while (code.depth > depth) code.end();
}

function pushAsk(code: Code, { place, cycles }: Path, next: Address): Code {
  pushPlace(code, place, next).get(LOCAL.ac).get(LOCAL.y).get(LOCAL.left);
  if (cycles > 0) code.i32(cycles).op('i32.sub');
  return code.call(FUNCTION.ask);
}

/** Takes the step of a followed probe, which is asked only where the step is not known. */
function follow(code: Code, context: BlockContext, path: Path, next: Address): void {
  const { depth } = code;
  emitFollowedStep(code, context, path, next);
  pushAsk(code, path, next).op('drop');
  while (code.depth > depth) code.end();
}

/** Whether nothing is ever asked at a place. If not, opens the blocks in which to ask; there may be none. */
function isQuiet(code: Code, context: BlockContext, path: Path, next: number): boolean {
  const { quiet, rom, tableOf } = context;
  const { place } = path;
  if (isOfCountdown(quiet, place, next)) emitCountdownTest(code, quiet, place, path.cycles);
  const jump = quiet?.jumps.get(place);
  const instruction = decode(wordAt(rom, place));
  if (jump === undefined || isConditional(instruction.opcode) || instruction.opcode.bus === 'in') return false;
  const target = emitTarget(code, instruction, path, { ramKib: context.ramKib, page: next & 0xff00 });
  if (typeof target === 'number') return jump.targets.includes(target);
  const table = jump.targets.length === 0 ? undefined : tableOf(jump.targets);
  if (table !== undefined || jump.targets.length === 0) emitTargetTest(code, jump, target.local, table);
  return false;
}
