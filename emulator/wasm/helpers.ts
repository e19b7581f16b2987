/**
 * What translated code calls instead of spelling out: leaving, a change of OUT, an operation that is only known
 * at run time; the burst of pixels has a file of its own.
 *
 * The OUT port here does what out-port.ts and serial-port.ts do, in the same order; the monitor's share is
 * written into a log of eight-byte entries and done by the machine when the log is handed over:
 *
 *     cycles left (4) | new OUT (1) | AC (1) | address of the instruction (2)
 *     $80000000 + cycles left (4) | number of pixels (4) | a byte for each, padded to eight
 */
import { OUT_HSYNC, OUT_VSYNC } from '#isa';
import { Code, I32 } from './code.ts';
import { FNV_PRIME } from '../fnv-hash.ts';
import { FUNCTION, TYPE } from './functions.ts';
import { burst } from './burst.ts';
import { CELL, LOG_LIMIT, PACKET } from './memory-layout.ts';
import type { FunctionBody } from './module-writer.ts';

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
    .i64(FNV_PRIME)
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
