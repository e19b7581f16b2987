/**
 * Translated code for places where a probe usually has nothing to say: it asks only after a test of its own.
 *
 * At a place of the countdown, the test is one comparison. If the countdown has run out, the helper `count` does the
 * rest: from there on, the sum is expected to have moved by whole periods. Before a store, the test is a look at the
 * flags of guarded bytes.
 */
import { decode, wordAt } from '#isa';
import { NOT_QUIET, type QuietJump, type QuietPlaces } from '../core/probe.ts';
import { Code } from './code.ts';
import { FUNCTION, LOCAL, TYPE, CELL, GUARDS, LONG_AGO, RAM } from './memory-layout.ts';
import type { BlockContext } from './block-path.ts';
import { emitAddress } from './emit-instruction.ts';
import type { FunctionBody } from './module-writer.ts';
import type { TargetTable } from './target-tables.ts';

/** Words from the place that a place of `added` stands for to that place. */
const WORDS_BEFORE = 2;

/** Whether a place is one of the countdown, and the word after it comes next. */
export function isOfCountdown({ offsets }: QuietPlaces, place: number, next: number): boolean {
  return offsets[place] !== NOT_QUIET && next === ((place + 1) & 0xffff);
}

/**
 * Opens two blocks that execute only if the countdown is not as expected. Clobbers `LOCAL.value` and `LOCAL.address`.
 * @param cycles executed since `LOCAL.left` was last updated
 */
export function emitCountdownTest(
  code: Code,
  { byte, offsets, added }: QuietPlaces,
  place: number,
  cycles: number,
): void {
  const isAdded = added[place] === 1;
  // The cycle is the slice's end less what is left of it.
  code.i32(byte).memory('i32.load8_u', RAM).tee(LOCAL.value).get(LOCAL.left).op('i32.sub');
  const offset = cycles - offsets[place]!;
  code.i32(offset).op('i32.add').tee(LOCAL.address).load(CELL.quiet).op('i32.ne');
  code.get(LOCAL.ac);
  if (!isAdded) code.get(LOCAL.value).op('i32.add');
  code.tee(LOCAL.value).i32(0x80).op('i32.and', 'i32.or').if();
  const known = isAdded ? place - WORDS_BEFORE : place;
  code.get(LOCAL.address).get(LOCAL.value).i32(known).call(FUNCTION.count).if();
}

/** Opens a block that executes only if a store hits a guarded byte. */
export function emitGuardTest(code: Code, { rom, ramKib }: BlockContext, place: number): void {
  emitAddress(code, decode(wordAt(rom, place)), ramKib)
    .memory('i32.load8_u', GUARDS)
    .if();
}

/**
 * Appends a test whether a jump goes elsewhere than it may.
 * @param local holds where it goes
 * @param table of its targets; undefined if it has none
 */
export function emitTargetTest(
  code: Code,
  { resumes }: QuietJump,
  local: number,
  table: TargetTable | undefined,
): void {
  if (table === undefined) code.i32(1);
  else {
    const { factor, shift, mask, base } = table;
    code.get(local);
    if (factor !== 1) code.i32(factor).op('i32.mul').i32(shift).op('i32.shr_u');
    code.i32(mask).op('i32.and').i32(1).op('i32.shl').memory('i32.load16_u', base).get(local).op('i32.ne');
  }
  if (resumes !== null) {
    code.load(CELL.leftFrom).i32(resumes).op('i32.add').get(local).op('i32.ne', 'i32.and');
  }
}

/**
 * count(sum, held, place): for a place of the countdown where the sum is not as expected, or where `held`, countdown
 * plus AC, is negative. Returns 1 if the probe must be asked, and then changes nothing.
 */
export function count(period: number): FunctionBody {
  const [sum, held, place] = [0, 1, 2];
  const code = new Code();
  code.get(held).i32(0x80).op('i32.and').if().get(sum);
  code.load(CELL.deadline).op('i32.gt_s').if().i32(1).op('return').end().end();
  code.get(sum).load(CELL.quiet).op('i32.ne').if();
  code.load(CELL.quiet).i32(LONG_AGO).op('i32.ne').load(CELL.due).i32(LONG_AGO).op('i32.eq', 'i32.or');
  code.get(sum).load(CELL.due).op('i32.sub').i32(period).op('i32.rem_s').i32(0).op('i32.ne', 'i32.or').if();
  code.i32(1).op('return').end();
  for (const offset of [CELL.due, CELL.quiet]) code.i32(0).get(sum).memory('i32.store', offset);
  code.end();
  code.get(held).i32(0x80).op('i32.and').if();
  code.i32(0).i32(LONG_AGO).memory('i32.store', CELL.quiet);
  code.i32(0).get(place).memory('i32.store', CELL.leftFrom).end();
  return { type: TYPE.three, locals: [], code: code.i32(0) };
}
