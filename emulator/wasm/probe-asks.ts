/**
 * How translated code asks a probe: before a marked instruction, it calls the machine, unless the probe has nothing to
 * say there.
 */
import { isConditional, decode, wordAt, type Opcode } from '#isa';
import { NOWHERE, type QuietJump, type QuietLoop, type QuietPlaces } from '../core/probe.ts';
import { type BlockContext, emitTarget, pushPlace, pushRegisters, type Address, type Path } from './block-path.ts';
import type { Code } from './code.ts';
import { FUNCTION } from './memory-layout.ts';
import { canCount, emitLoopCounts, emitLoopTest } from './quiet-loops.ts';
import { emitCountdownTest, emitGuardTest, emitTargetTest, isOfCountdown } from './quiet-places.ts';

/** With more targets than this to compare, the probe is always asked. */
const MOST_GOALS = 8;

/** Asks about the instruction of a path if it is marked. @param emitLeave emits what leaves before it */
export function emitAsk(code: Code, context: BlockContext, path: Path, next: Address, emitLeave: () => void): void {
  const { place } = path;
  if (context.marked[place] === 0) return;
  const { depth } = code;
  const callAsk = (): void => {
    pushRegisters(pushPlace(code, place, next), path.cycles)
      .call(FUNCTION.ask)
      .if();
    emitLeave();
    code.end();
  };
  if (typeof next === 'number' && context.skips?.(place, next) === true) return;
  const { quiet } = context;
  if (quiet?.stores.has(place) === true) {
    emitGuardTest(code, context, place);
    callAsk();
  } else if (quiet === undefined || typeof next !== 'number') {
    callAsk();
  } else if (quiet.jumps.has(place) || quiet.loopsAt.has(place)) {
    askOfJump(code, { ...context, quiet }, path, next, callAsk);
  } else {
    if (isOfCountdown(quiet, place, next)) emitCountdownTest(code, quiet, place, path.cycles);
    callAsk();
  }
  while (code.depth > depth) code.end();
}

/** A question about a word that is a quiet jump, belongs to loops, or both. */
interface JumpAsk {
  readonly jump: QuietJump | undefined;
  readonly loops: readonly QuietLoop[];
  readonly opcode: Opcode;
  readonly path: Path;
  readonly next: number;
  readonly callAsk: () => void;
}

function askOfJump(
  code: Code,
  context: BlockContext & { readonly quiet: QuietPlaces },
  path: Path,
  next: number,
  callAsk: () => void,
): void {
  const { quiet, rom, ramKib } = context;
  const jump = quiet.jumps.get(path.place);
  const instruction = decode(wordAt(rom, path.place));
  const { opcode } = instruction;
  const isJump = opcode.operation === 'jump';
  if (isJump && (opcode.bus === 'in' || (jump !== undefined && isConditional(opcode)))) return callAsk();
  const target = isJump ? emitTarget(code, instruction, path, { ramKib, page: next & 0xff00 }) : NOWHERE;
  const ask = { jump, loops: quiet.loopsAt.get(path.place) ?? [], opcode, path, next, callAsk };
  if (typeof target === 'number') askOfKnown(code, quiet, ask, target);
  else askOfComputed(code, context, ask, target.local);
}

/** @param target where a jump goes; for another word it does not matter */
function askOfKnown(code: Code, quiet: QuietPlaces, ask: JumpAsk, target: number): void {
  const { jump, loops, opcode, path, next, callAsk } = ask;
  const counted = { place: path.place, next, cycles: path.cycles, opcode, target, loops, all: quiet.loops };
  const isElsewhere = jump !== undefined && !jump.targets.includes(target);
  if (isElsewhere || !canCount(counted)) return callAsk();
  if (emitLoopTest(code, counted)) {
    code.if();
    callAsk();
    code.else();
  }
  emitLoopCounts(code, counted);
}

/** @param local holds where the jump goes */
function askOfComputed(code: Code, { tableOf }: BlockContext, ask: JumpAsk, local: number): void {
  const { jump, loops, opcode, path, callAsk } = ask;
  const goals = goalsOf(loops, path.place);
  const table = jump === undefined || jump.targets.length === 0 ? undefined : tableOf(jump.targets);
  const isTestable = jump === undefined || jump.targets.length === 0 || table !== undefined;
  if (goals === undefined || isConditional(opcode) || !isTestable) return callAsk();
  code.i32(0);
  if (jump !== undefined) {
    emitTargetTest(code, jump, local, table);
    code.op('i32.or');
  }
  for (const goal of goals) code.get(local).i32(goal).op('i32.eq', 'i32.or');
  code.if();
  callAsk();
}

/** Targets with which a computed jump matters to loops; undefined if there are too many, or they are not known. */
function goalsOf(loops: readonly QuietLoop[], jump: number): readonly number[] | undefined {
  const goals = loops.map((loop) => (loop.head === jump ? undefined : loop.goals(jump)));
  const known = new Set(goals.flatMap((each) => each ?? []));
  return goals.includes(undefined) || known.size > MOST_GOALS ? undefined : [...known];
}
