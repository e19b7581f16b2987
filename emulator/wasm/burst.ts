/**
 * The burst of pixels: `ora [y,x++],out` many times in a row, as one call.
 *
 * While AC's sync bits are set OUT's stay so: no edge can come of it, and unless X wraps the bytes lie in a row in RAM.
 * Then eight pixels are done at a time: into the log for the picture, and into the hash of the output where neighbours
 * differ. Otherwise one after the other, each as any other change of OUT.
 */
import { OUT_COLOUR, OUT_HSYNC, OUT_VSYNC } from '#isa';
import { FNV_PRIME } from '../fnv-hash.ts';
import { Code, I32, I64 } from './code.ts';
import { FUNCTION, TYPE } from './functions.ts';
import { BURST_FLAG, CELL, LOG_LIMIT, RAM } from './memory-layout.ts';
import type { FunctionBody } from './module-writer.ts';

const SYNC = OUT_HSYNC | OUT_VSYNC;
const EACH_BYTE = 0x0101010101010101n;

/** Parameters, then locals: 32 bits, then 64. */
const [AC, Y, X, LEFT, COUNT, ADDRESS, VALUE, FROM, TO, PLACE] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const [EIGHT, DIFFERENCES, HASH] = [10, 11, 12];
/** Local that address arithmetic may use meanwhile. */
export const BURST_SCRATCH = PLACE;

/** burst(ac, y, x, left, count, address). @param toIndex appends code that turns the address on the stack into a RAM index */
export function burst(toIndex: (code: Code) => Code): FunctionBody {
  const code = new Code();
  code.get(AC).i32(0).memory('i32.load', CELL.out).op('i32.and').i32(SYNC).op('i32.and').i32(SYNC).op('i32.ne');
  code.get(X).get(COUNT).op('i32.add').i32(0x100).op('i32.gt_u', 'i32.or').if();
  oneByOne(code, toIndex);
  code.op('return').end();
  code.i32(0).memory('i32.load', CELL.log).tee(TO).get(LEFT).i32(BURST_FLAG).op('i32.or').memory('i32.store', 0);
  code.get(TO).get(COUNT).memory('i32.store', 4);
  toIndex(code.get(Y).i32(8).op('i32.shl').get(X).op('i32.or')).set(FROM);
  code.i32(0).memory('i32.load', CELL.out).set(VALUE);
  code.i32(0).memory('i64.load', CELL.hash).set(HASH);
  eightByEight(code);
  code.i32(0).get(VALUE).memory('i32.store', CELL.out);
  code.i32(0).get(HASH).memory('i64.store', CELL.hash);
  code.i32(0).get(TO).i32(8).op('i32.add').tee(TO).memory('i32.store', CELL.log);
  code.get(TO).i32(LOG_LIMIT).op('i32.ge_u').if().call(FUNCTION.drain).end();
  return { type: TYPE.burst, locals: [I32, I32, I32, I32, I64, I64, I64], code };
}

/** `count` pixels through the OUT port. */
function oneByOne(code: Code, toIndex: (code: Code) => Code): void {
  code.loop();
  const top = code.depth;
  toIndex(code.get(Y).i32(8).op('i32.shl').get(X).op('i32.or')).memory('i32.load8_u', RAM);
  code.get(AC).op('i32.or').tee(VALUE).i32(0).memory('i32.load', CELL.out).op('i32.ne').if();
  code.get(VALUE).get(AC).get(LEFT).get(ADDRESS).call(FUNCTION.change).end();
  code.get(X).i32(1).op('i32.add').i32(0xff).op('i32.and').set(X);
  code.get(LEFT).i32(1).op('i32.sub').set(LEFT).get(ADDRESS).i32(1).op('i32.add').set(ADDRESS);
  code.get(COUNT).i32(1).op('i32.sub').tee(COUNT).brIf(top).end();
}

/** `count` pixels from RAM at FROM into the log behind TO; VALUE becomes the last of them. */
function eightByEight(code: Code): void {
  code.loop();
  const top = code.depth;
  code
    .get(FROM)
    .memory('i64.load', RAM)
    .get(AC)
    .op('i64.extend_i32_u')
    .i64(EACH_BYTE)
    .op('i64.mul', 'i64.or')
    .set(EIGHT);
  code
    .get(TO)
    .i32(8)
    .op('i32.add')
    .tee(TO)
    .get(EIGHT)
    .i64(BigInt(OUT_COLOUR) * EACH_BYTE)
    .op('i64.and');
  code.memory('i64.store', 0);
  // Each byte beside the one before it, the lowest beside the last of the eight before.
  code
    .get(EIGHT)
    .get(EIGHT)
    .i64(8n)
    .op('i64.shl')
    .get(VALUE)
    .op('i64.extend_i32_u', 'i64.or', 'i64.xor')
    .set(DIFFERENCES);
  code.get(COUNT).i32(8).get(COUNT).i32(8).op('i32.lt_u', 'select').set(PLACE);
  hashDifferences(code);
  code.get(FROM).i32(8).op('i32.add').set(FROM);
  code.get(COUNT).i32(8).op('i32.gt_u').if();
  code.get(COUNT).i32(8).op('i32.sub').set(COUNT).br(top).end().end();
}

/** Takes the changes among the first PLACE bytes of EIGHT into the hash, and leaves the last of them in VALUE. */
function hashDifferences(code: Code): void {
  code.get(DIFFERENCES).i64(0n).op('i64.ne').if().loop();
  const top = code.depth;
  code.get(EIGHT).op('i32.wrap_i64').i32(0xff).op('i32.and').set(VALUE);
  code.get(DIFFERENCES).i64(0xffn).op('i64.and', 'i64.eqz', 'i32.eqz').if();
  code.get(HASH).get(VALUE).op('i64.extend_i32_u', 'i64.xor').i64(FNV_PRIME).op('i64.mul').set(HASH).end();
  code.get(EIGHT).i64(8n).op('i64.shr_u').set(EIGHT).get(DIFFERENCES).i64(8n).op('i64.shr_u').set(DIFFERENCES);
  code.get(PLACE).i32(1).op('i32.sub').tee(PLACE).brIf(top).end().end();
}
