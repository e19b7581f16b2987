/**
 * The burst of pixels: `ora [y,x++],out` many times in a row, as one call.
 *
 * While AC's sync bits are set, OUT's stay set too, so there are no edges. Unless X wraps, the bytes are consecutive in
 * RAM. Then eight pixels are handled at a time: they go into the picture, and into the hash of the output where
 * neighbours differ. Otherwise they are handled one by one, like any other change of OUT. Pixels go straight into the
 * picture if all of them are visible and their number is a multiple of eight; otherwise they are clipped afterwards.
 */
import { FNV_PRIME } from '#basics';
import { encode, opcodeOf, OUT_COLOUR, OUT_HSYNC, OUT_VSYNC, PIXELS_PER_LINE, VISIBLE_LINES } from '#isa';
import { WATCH_READ } from '../core/watch-map.ts';
import type { BlockContext } from './block-path.ts';
import { Code, I32, I64 } from './code.ts';
import { FUNCTION, TYPE, BURST_PIXELS, CELL, PICTURE, RAM } from './memory-layout.ts';
import type { FunctionBody } from './module-writer.ts';

const SYNC = OUT_HSYNC | OUT_VSYNC;
const EACH_BYTE = 0x0101010101010101n;
const EACH_COLOUR = BigInt(OUT_COLOUR) * EACH_BYTE;

const PIXEL_WORD = encode(opcodeOf('ora', 7, 'ram'), 0);
/** The fewest consecutive equal pixel instructions that are worth a burst. */
const SHORTEST_BURST = 4;
/** The most of them in one burst, so that a block's longest path stays short. */
const LONGEST_BURST = 160;

/** Parameters, then locals: 32 bits, then 64. */
const [AC, Y, X, LEFT, COUNT, ADDRESS, VALUE, FROM, TO, PLACE, COLUMN] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const [EIGHT, DIFFERENCES, HASH] = [11, 12, 13];
/** The local that address arithmetic may use meanwhile. */
export const BURST_SCRATCH = PLACE;

/** How many pixel instructions follow each other from a place on, if that is worth a burst; otherwise 0. */
export function burstAt({ rom, barriers, watched, marked }: BlockContext, place: number): number {
  if ((watched & WATCH_READ) !== 0) return 0;
  const end = Math.min(place + LONGEST_BURST, 0xffff);
  let at = place;
  while (at < end && rom[at] === PIXEL_WORD && barriers[at] === 0 && (at === place || marked[at] === 0)) at++;
  return at - place < SHORTEST_BURST ? 0 : at - place;
}

/** burst(ac, y, x, left, count, address). @param toIndex appends code that turns an address into a RAM index */
export function burst(toIndex: (code: Code) => Code): FunctionBody {
  const code = new Code();
  code.get(AC).load(CELL.out).op('i32.and').i32(SYNC).op('i32.and').i32(SYNC).op('i32.ne');
  code.get(X).get(COUNT).op('i32.add').i32(0x100).op('i32.gt_u', 'i32.or').if();
  oneByOne(code, toIndex);
  code.op('return').end();
  code.get(LEFT).call(FUNCTION.paint);
  chooseDestination(code);
  toIndex(code.get(Y).i32(8).op('i32.shl').get(X).op('i32.or')).set(FROM);
  code.load(CELL.out).set(VALUE);
  code.i32(0).memory('i64.load', CELL.hash).set(HASH);
  code.get(COUNT).set(ADDRESS);
  eightByEight(code);
  code.i32(0).get(VALUE).memory('i32.store', CELL.out);
  code.i32(0).get(HASH).memory('i64.store', CELL.hash);
  code.i32(0).get(LEFT).get(ADDRESS).op('i32.sub').memory('i32.store', CELL.changed);
  code.get(TO).i32(PICTURE).op('i32.lt_u').if();
  clip(code);
  code.end();
  return { type: TYPE.burst, locals: [I32, I32, I32, I32, I32, I64, I64, I64], code };
}

/** Sets TO to where the pixels go, and PLACE to the column of the first. */
function chooseDestination(code: Code): void {
  code.load(CELL.origin).get(LEFT).op('i32.sub').set(PLACE);
  code.i32(BURST_PIXELS).set(TO);
  code.load(CELL.row).i32(VISIBLE_LINES).op('i32.lt_u').get(COUNT).i32(7).op('i32.and', 'i32.eqz', 'i32.and');
  code.get(PLACE).i32(PIXELS_PER_LINE).get(COUNT).op('i32.sub', 'i32.le_u', 'i32.and').if();
  rowAddress(code).get(PLACE).op('i32.add').set(TO).end();
  code.get(PLACE).set(COLUMN);
}

/** Copies what is in BURST_PIXELS to the visible columns of the row. */
function clip(code: Code): void {
  code.load(CELL.row).i32(VISIBLE_LINES).op('i32.lt_u').if();
  // FROM: pixels cut off on the left; TO: the column after the last.
  code.i32(0).get(COLUMN).op('i32.sub').i32(0).get(COLUMN).i32(0).op('i32.lt_s', 'select').set(FROM);
  code.get(COLUMN).get(ADDRESS).op('i32.add').tee(TO).i32(PIXELS_PER_LINE).get(TO).i32(PIXELS_PER_LINE);
  code.op('i32.lt_s', 'select').tee(TO).get(COLUMN).get(FROM).op('i32.add').tee(PLACE).op('i32.gt_s').if();
  rowAddress(code).get(PLACE).op('i32.add').i32(BURST_PIXELS).get(FROM).op('i32.add');
  code.get(TO).get(PLACE).op('i32.sub').copyMemory().end().end();
}

function rowAddress(code: Code): Code {
  return code.load(CELL.row).i32(PIXELS_PER_LINE).op('i32.mul').i32(PICTURE).op('i32.add');
}

/** `count` pixels through the OUT port. */
function oneByOne(code: Code, toIndex: (code: Code) => Code): void {
  code.loop();
  const top = code.depth;
  toIndex(code.get(Y).i32(8).op('i32.shl').get(X).op('i32.or')).memory('i32.load8_u', RAM);
  code.get(AC).op('i32.or').tee(VALUE).load(CELL.out).op('i32.ne').if();
  code.get(VALUE).get(AC).get(LEFT).get(ADDRESS).call(FUNCTION.change).end();
  code.get(X).i32(1).op('i32.add').i32(0xff).op('i32.and').set(X);
  code.get(LEFT).i32(1).op('i32.sub').set(LEFT).get(ADDRESS).i32(1).op('i32.add').set(ADDRESS);
  code.get(COUNT).i32(1).op('i32.sub').tee(COUNT).brIf(top).end();
}

/** `count` pixels from RAM at FROM to TO; VALUE becomes the last of them. */
function eightByEight(code: Code): void {
  code.loop();
  const top = code.depth;
  code.get(FROM).memory('i64.load', RAM);
  code.get(AC).op('i64.extend_i32_u').i64(EACH_BYTE).op('i64.mul', 'i64.or').set(EIGHT);
  code.get(TO).get(EIGHT).i64(EACH_COLOUR).op('i64.and').memory('i64.store', 0);
  code.get(TO).i32(8).op('i32.add').set(TO);
  // Compares each byte with the one before it, the lowest with the last of the previous eight.
  code.get(EIGHT).get(EIGHT).i64(8n).op('i64.shl');
  code.get(VALUE).op('i64.extend_i32_u', 'i64.or', 'i64.xor').set(DIFFERENCES);
  code.get(COUNT).i32(8).get(COUNT).i32(8).op('i32.lt_u', 'select').set(PLACE);
  hashDifferences(code);
  code.get(FROM).i32(8).op('i32.add').set(FROM);
  code.get(COUNT).i32(8).op('i32.gt_u').if();
  code.get(COUNT).i32(8).op('i32.sub').set(COUNT).br(top).end().end();
}

/** Hashes the changes among the first PLACE bytes of EIGHT, and leaves the last of these bytes in VALUE. */
function hashDifferences(code: Code): void {
  code.get(DIFFERENCES).i64(0n).op('i64.ne').if().loop();
  const top = code.depth;
  code.get(EIGHT).op('i32.wrap_i64').i32(0xff).op('i32.and').set(VALUE);
  code.get(DIFFERENCES).i64(0xffn).op('i64.and', 'i64.eqz', 'i32.eqz').if();
  code.get(HASH).get(VALUE).op('i64.extend_i32_u', 'i64.xor').i64(FNV_PRIME).op('i64.mul').set(HASH).end();
  code.get(EIGHT).i64(8n).op('i64.shr_u').set(EIGHT).get(DIFFERENCES).i64(8n).op('i64.shr_u').set(DIFFERENCES);
  code.get(PLACE).i32(1).op('i32.sub').tee(PLACE).brIf(top).end().end();
}
