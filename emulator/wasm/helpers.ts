/**
 * What translated code calls instead of spelling out: leaving, a change of OUT, a burst of pixels, an
 * operation that is only known at run time.
 *
 * The OUT port here does what out-port.ts and serial-port.ts do, in the same order; the monitor's share is
 * written into a log of eight-byte entries and done by the machine when the log is handed over:
 *
 *     cycles left (4) | new OUT (1) | AC (1) | address of the instruction (2)
 *     $80000000 + cycles left (4) | number of pixels (4) | a byte for each, padded to eight
 */
import { OUT_COLOUR, OUT_HSYNC, OUT_VSYNC } from '#isa';
import { Code, I32, I64 } from './code.ts';
import { FUNCTION, TYPE } from './functions.ts';
import { BURST_FLAG, CELL, LOG_LIMIT, PACKET, RAM } from './memory-layout.ts';
import type { FunctionBody } from './module-writer.ts';

const PRIME = 0x100000001b3n;
const SYNC = OUT_HSYNC | OUT_VSYNC;
const PACKET_BITS = 520;

/** The helpers in the order of {@link FUNCTION}. @param toIndex appends code that turns the address on the stack into a RAM index */
export function helperFunctions(toIndex: (code: Code) => Code): FunctionBody[] {
  return [leave(), change(), burst(toIndex), alu()];
}

/** leave(ac, x, y, left, place): writes the registers back and returns to the machine. */
function leave(): FunctionBody {
  const code = new Code();
  [CELL.ac, CELL.x, CELL.y, CELL.left, CELL.place].forEach((cell, parameter) => {
    code.i32(0).get(parameter).memory('i32.store', cell);
  });
  return { type: TYPE.place, locals: [], code };
}

/** change(value, ac, left, address): OUT takes another value; the order is that of out-port.ts. */
function change(): FunctionBody {
  const [value, ac, left, address, old, pointer] = [0, 1, 2, 3, 4, 5];
  const code = new Code();
  code.i32(0).memory('i32.load', CELL.out).set(old);
  code.i32(0).get(value).memory('i32.store', CELL.out);
  code.i32(0).memory('i32.load', CELL.log).tee(pointer).get(left).memory('i32.store', 0);
  code.get(pointer).get(address).i32(16).op('i32.shl').get(ac).i32(8).op('i32.shl', 'i32.or').get(value).op('i32.or');
  code.memory('i32.store', 4);
  code.i32(0).get(pointer).i32(8).op('i32.add').memory('i32.store', CELL.log);
  code
    .i32(0)
    .i32(0)
    .memory('i64.load', CELL.hash)
    .get(value)
    .op('i64.extend_i32_u', 'i64.xor')
    .i64(PRIME)
    .op('i64.mul');
  code.memory('i64.store', CELL.hash);
  code.get(old).get(value).op('i32.xor').i32(SYNC).op('i32.and').if();
  code.get(old).i32(-1).get(value).op('i32.xor', 'i32.and').i32(OUT_VSYNC).op('i32.and').if();
  code.call(FUNCTION.vSyncFall).end();
  code.get(value).i32(-1).get(old).op('i32.xor', 'i32.and').i32(OUT_HSYNC).op('i32.and').if();
  code.i32(0).get(ac).memory('i32.store', CELL.outx);
  hSyncRise(code, old);
  code.end().end();
  code.get(pointer).i32(LOG_LIMIT).op('i32.ge_u').if().call(FUNCTION.drain).end();
  return { type: TYPE.change, locals: [I32, I32], code };
}

/** The input register, as `SerialPort.hSyncRise`; `temporary` is an i32 local. */
function hSyncRise(code: Code, temporary: number): void {
  code.i32(0).memory('i32.load', CELL.forced).op('i32.eqz').if();
  code.i32(0).i32(0).memory('i32.load', CELL.shift).memory('i32.store', CELL.in).end();
  code.i32(0);
  code.i32(0).memory('i32.load', CELL.shift).i32(1).op('i32.shl').i32(0xff).op('i32.and');
  // Behind the packet lies a byte of ones, so a place beyond it is read there.
  code.i32(0).memory('i32.load', CELL.rise).tee(temporary).i32(3).op('i32.shr_u');
  code
    .i32(PACKET_BITS / 8)
    .get(temporary)
    .i32(PACKET_BITS)
    .op('i32.lt_u', 'select');
  code.memory('i32.load8_u', PACKET).i32(7).get(temporary).i32(7).op('i32.and', 'i32.sub', 'i32.shr_u').i32(1);
  code.op('i32.and', 'i32.or').memory('i32.store', CELL.shift);
  code.i32(0).get(temporary).i32(1).op('i32.add').memory('i32.store', CELL.rise);
}

/**
 * burst(ac, y, x, left, count, address): `ora [y,x++],out` that many times. While the sync bits of AC are set they
 * stay so, and unless X wraps the bytes lie in a row; otherwise one after the other.
 */
function burst(toIndex: (code: Code) => Code): FunctionBody {
  const [ac, y, x, left, count, address, value, from, to, place] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const [eight, differences, hash] = [10, 11, 12];
  const code = new Code();
  code.get(ac).i32(0).memory('i32.load', CELL.out).op('i32.and').i32(SYNC).op('i32.and').i32(SYNC).op('i32.ne');
  code.get(x).get(count).op('i32.add').i32(0x100).op('i32.gt_u', 'i32.or').if();
  code.loop();
  const slowTop = code.depth;
  toIndex(code.get(y).i32(8).op('i32.shl').get(x).op('i32.or'))
    .memory('i32.load8_u', RAM)
    .get(ac)
    .op('i32.or')
    .tee(value);
  code.i32(0).memory('i32.load', CELL.out).op('i32.ne').if();
  code.get(value).get(ac).get(left).get(address).call(FUNCTION.change).end();
  code.get(x).i32(1).op('i32.add').i32(0xff).op('i32.and').set(x);
  code.get(left).i32(1).op('i32.sub').set(left).get(address).i32(1).op('i32.add').set(address);
  code.get(count).i32(1).op('i32.sub').tee(count).brIf(slowTop).end().op('return').end();

  code.i32(0).memory('i32.load', CELL.log).tee(to).get(left).i32(BURST_FLAG).op('i32.or').memory('i32.store', 0);
  code.get(to).get(count).memory('i32.store', 4);
  toIndex(code.get(y).i32(8).op('i32.shl').get(x).op('i32.or')).set(from);
  code.i32(0).memory('i32.load', CELL.out).set(value);
  code.i32(0).memory('i64.load', CELL.hash).set(hash);
  code.loop();
  const top = code.depth;
  code
    .get(from)
    .memory('i64.load', RAM)
    .get(ac)
    .op('i64.extend_i32_u')
    .i64(0x0101010101010101n)
    .op('i64.mul', 'i64.or');
  code.set(eight);
  code
    .get(to)
    .i32(8)
    .op('i32.add')
    .tee(to)
    .get(eight)
    .i64(BigInt(OUT_COLOUR) * 0x0101010101010101n)
    .op('i64.and');
  code.memory('i64.store', 0);
  code
    .get(eight)
    .get(eight)
    .i64(8n)
    .op('i64.shl')
    .get(value)
    .op('i64.extend_i32_u', 'i64.or', 'i64.xor')
    .set(differences);
  code.get(count).i32(8).get(count).i32(8).op('i32.lt_u', 'select').set(place);
  hashDifferences(code, { eight, differences, hash, place, value });
  code.get(from).i32(8).op('i32.add').set(from);
  code.get(count).i32(8).op('i32.gt_u').if();
  code.get(count).i32(8).op('i32.sub').set(count).br(top).end().end();
  code.i32(0).get(value).memory('i32.store', CELL.out);
  code.i32(0).get(hash).memory('i64.store', CELL.hash);
  code.i32(0).get(to).i32(8).op('i32.add').tee(to).memory('i32.store', CELL.log);
  code.get(to).i32(LOG_LIMIT).op('i32.ge_u').if().call(FUNCTION.drain).end();
  return { type: TYPE.burst, locals: [I32, I32, I32, I32, I64, I64, I64], code };
}

interface HashLocals {
  readonly eight: number;
  readonly differences: number;
  readonly hash: number;
  readonly place: number;
  readonly value: number;
}

/** Takes the changes among the first `place` bytes of `eight` into the hash, and leaves the last of them in `value`. */
function hashDifferences(code: Code, { eight, differences, hash, place, value }: HashLocals): void {
  code.get(differences).i64(0n).op('i64.ne').if().loop();
  const top = code.depth;
  code.get(eight).op('i32.wrap_i64').i32(0xff).op('i32.and').set(value);
  code.get(differences).i64(0xffn).op('i64.and', 'i64.eqz', 'i32.eqz').if();
  code.get(hash).get(value).op('i64.extend_i32_u', 'i64.xor').i64(PRIME).op('i64.mul').set(hash).end();
  code.get(eight).i64(8n).op('i64.shr_u').set(eight).get(differences).i64(8n).op('i64.shr_u').set(differences);
  code.get(place).i32(1).op('i32.sub').tee(place).brIf(top).end().end();
}

/** alu(operation, ac, d): the operations 0 to 5 on AC and a constant. */
function alu(): FunctionBody {
  const [operation, ac, d] = [0, 1, 2];
  const code = new Code();
  const results: ((code: Code) => Code)[] = [
    (c) => c.get(d),
    (c) => c.get(ac).get(d).op('i32.and'),
    (c) => c.get(ac).get(d).op('i32.or'),
    (c) => c.get(ac).get(d).op('i32.xor'),
    (c) => c.get(ac).get(d).op('i32.add').i32(0xff).op('i32.and'),
  ];
  results.forEach((result, index) => {
    code.get(operation).i32(index).op('i32.eq').if();
    result(code).op('return').end();
  });
  code.get(ac).get(d).op('i32.sub').i32(0xff).op('i32.and');
  return { type: TYPE.alu, locals: [], code };
}
