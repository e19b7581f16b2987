/**
 * Translated code that counts the turns of loops for a probe, which is asked only where it has something to say.
 *
 * Each loop has two cells: its turns, and the cycles left when a jump back arrives at the head. At a place, all loops
 * are tested first; their cells change only if the probe is not asked, since a probe that is asked counts by itself.
 */
import { isConditional, type Opcode } from '#isa';
import { JUMP_CYCLES, NOWHERE, SLOT_CYCLES, type LoopWay, type QuietLoop } from '../core/probe.ts';
import type { Code } from './code.ts';
import { emitCondition } from './emit-instruction.ts';
import { LOCAL, LOOP_CELLS, MOST_LOOPS, UNKNOWN_TURNS } from './memory-layout.ts';

/** An instruction at which loops are counted. */
interface LoopPlace {
  readonly place: number;
  readonly next: number;
  readonly opcode: Opcode;
  /** Where it goes if it is a jump that is taken; otherwise {@link NOWHERE}. */
  readonly target: number;
  /** Cycles executed since `LOCAL.left` was last updated. */
  readonly cycles: number;
  readonly loops: readonly QuietLoop[];
  /** All loops of the probe; a loop's number is its place among them. */
  readonly all: readonly QuietLoop[];
}

/** Address of a loop's cells; undefined if there is no room for them. */
function cellsOfLoop(number: number): number | undefined {
  return number < MOST_LOOPS ? LOOP_CELLS + 8 * number : undefined;
}

/** Whether translated code can count all loops of a place. */
export function canCount({ loops, all }: Pick<LoopPlace, 'loops' | 'all'>): boolean {
  return loops.every((loop) => cellsOfLoop(all.indexOf(loop)) !== undefined);
}

/** Appends a test whether the probe has something to say. Returns false, and appends nothing, if it never has. */
export function emitLoopTest(code: Code, at: LoopPlace): boolean {
  let tests = 0;
  const headed = headOf(at);
  if (headed !== undefined) {
    emitHeadTest(code, at, headed);
    tests++;
  }
  for (const loop of at.loops) {
    if (!emitJumpTest(code, at, loop)) continue;
    if (tests++ > 0) code.op('i32.or');
  }
  return tests > 0;
}

/** Appends what the instruction does to the turns, after {@link emitLoopTest}. */
export function emitLoopCounts(code: Code, at: LoopPlace): void {
  const headed = headOf(at);
  if (headed !== undefined) code.i32(0).get(LOCAL.turns).memory('i32.store', turnsOf(at, headed));
  for (const loop of at.loops) {
    const { taken, passed } = waysOf(at, loop);
    if (taken === 'inside' && passed === 'inside') continue;
    if (taken === passed) {
      emitWay(code, at, loop, taken);
      continue;
    }
    emitCondition(code, at.opcode).if();
    emitWay(code, at, loop, taken);
    code.else();
    emitWay(code, at, loop, passed);
    code.end();
  }
}

/** The loop whose head executes. */
function headOf({ place, loops }: LoopPlace): QuietLoop | undefined {
  return loops.find(({ head }) => head === place);
}

/**
 * Appends a test whether a further turn is one too many, or the turns before an entry were too few. Leaves the new
 * turns in `LOCAL.turns`, and clobbers `LOCAL.value`.
 */
function emitHeadTest(code: Code, at: LoopPlace, loop: QuietLoop): void {
  const turns = turnsOf(at, loop);
  const load = (): Code => code.load(turns);
  const choose = (): Code => code.get(LOCAL.value).op('select');
  const backAt = turns + 4;
  code.get(LOCAL.left).i32(at.cycles).op('i32.sub').load(backAt).op('i32.sub').i32(2).op('i32.lt_u').set(LOCAL.value);
  load().i32(1).op('i32.add').i32(1);
  choose().set(LOCAL.turns);
  load().i32(loop.max).op('i32.eq');
  load().i32(loop.min).op('i32.lt_u');
  choose();
}

function emitJumpTest(code: Code, at: LoopPlace, loop: QuietLoop): boolean {
  const { taken, passed } = waysOf(at, loop);
  const isTold = (way: LoopWay): boolean => (way === 'out' || way === 'entry') && loop.min > 0;
  if (!isTold(taken) && !isTold(passed)) return false;
  if (headOf(at) === loop) code.get(LOCAL.turns);
  else code.i32(0).memory('i32.load', turnsOf(at, loop));
  code.i32(loop.min).op('i32.lt_u');
  if (isTold(taken) && isTold(passed)) return true;
  emitCondition(code, at.opcode);
  code.op('i32.eqz');
  if (isTold(taken)) code.op('i32.eqz');
  code.op('i32.and');
  return true;
}

function emitWay(code: Code, at: LoopPlace, loop: QuietLoop, way: LoopWay): void {
  const turns = turnsOf(at, loop);
  if (way === 'out') code.i32(0).i32(UNKNOWN_TURNS).memory('i32.store', turns);
  if (way === 'entry') code.i32(0).i32(0).memory('i32.store', turns);
  if (way !== 'turn' && way !== 'entry') return;
  const backIn = at.cycles + (way === 'turn' ? JUMP_CYCLES : SLOT_CYCLES);
  code.i32(0).get(LOCAL.left).i32(backIn).op('i32.sub');
  code.memory('i32.store', turns + 4);
}

/** What a place is to a loop if its jump is taken and if it is not; for other words both are the same. */
function waysOf({ place, next, opcode, target }: LoopPlace, loop: QuietLoop): { taken: LoopWay; passed: LoopWay } {
  const taken = loop.way(place, next, target);
  const hasSides = opcode.operation === 'jump' && isConditional(opcode);
  return { taken, passed: hasSides ? loop.way(place, next, NOWHERE) : taken };
}

function turnsOf({ all }: LoopPlace, loop: QuietLoop): number {
  return cellsOfLoop(all.indexOf(loop))!;
}
