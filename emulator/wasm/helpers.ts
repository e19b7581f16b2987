/**
 * Functions that translated code calls: leaving, a change of OUT, an operation that is only known at run time. The
 * burst of pixels has a file of its own.
 *
 * The OUT port here does what out-port.ts and input-devices.ts do, in the same order. It also paints the
 * picture; the machine judges the sync edges, from a log of eight-byte entries:
 *
 * cycles left (4) | new sync bits, and in bits 1..0 which of them toggled (1) | AC (1) | address of the instruction (2)
 *
 * A fall of hSync is logged only if its pulse turns out not to be 24 cycles, just before the rise that ends it.
 */
import { FNV_PRIME } from '#basics';
import {
  BACK_PORCH_CYCLES,
  HSYNC_CYCLES,
  LINES_TO_PICTURE,
  OUT_COLOUR,
  OUT_HSYNC,
  OUT_VSYNC,
  PIXELS_PER_LINE,
  VISIBLE_LINES,
} from '#isa';
import { Code, I32 } from './code.ts';
import { FUNCTION, TYPE, CELL, LOG_LIMIT, PACKET, PICTURE } from './memory-layout.ts';
import { burst } from './burst.ts';
import { count } from './quiet-places.ts';
import { PACKET_BYTES } from '../devices/input-devices.ts';
import type { FunctionBody } from './module-writer.ts';

const SYNC = OUT_HSYNC | OUT_VSYNC;
const PACKET_BITS = 8 * PACKET_BYTES;

/**
 * The helpers in the order of {@link FUNCTION}.
 * @param toIndex appends code that turns the address on the stack into a RAM index
 * @param period of the countdown of quiet places
 */
export function helperFunctions(toIndex: (code: Code) => Code, period: number): FunctionBody[] {
  return [leave(), change(), burst(toIndex), alu(), paint(), count(period)];
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
  const [value, ac, left, address, old, toggled, temporary] = [0, 1, 2, 3, 4, 5, 6];
  const code = new Code();
  code.get(left).call(FUNCTION.paint);
  code.load(CELL.out).set(old);
  code.i32(0).get(value).memory('i32.store', CELL.out);
  code.i32(0).i32(0).memory('i64.load', CELL.hash).get(value).op('i64.extend_i32_u', 'i64.xor');
  code.i64(FNV_PRIME).op('i64.mul').memory('i64.store', CELL.hash);
  code.get(old).get(value).op('i32.xor').i32(SYNC).op('i32.and').tee(toggled).if();
  code.get(toggled).get(old).op('i32.and').i32(OUT_VSYNC).op('i32.and').if();
  code.i32(0).i32(-LINES_TO_PICTURE).memory('i32.store', CELL.row);
  code.get(left).call(FUNCTION.vSyncFall).end();
  code.get(toggled).get(old).op('i32.and').i32(OUT_HSYNC).op('i32.and').if();
  code.i32(0).get(left).memory('i32.store', CELL.fell).end();
  code.get(toggled).get(value).op('i32.and').i32(OUT_HSYNC).op('i32.and').if();
  code.i32(0).get(ac).memory('i32.store', CELL.outx);
  hSyncRise(code, temporary);
  beginLine(code, left, temporary);
  code.end();
  // If hSync only falls, that is not logged.
  code.get(toggled).get(value).op('i32.and').get(toggled).i32(OUT_VSYNC).op('i32.and', 'i32.or').if();
  code.get(value).i32(SYNC).op('i32.and').get(toggled).i32(6).op('i32.shr_u', 'i32.or');
  code.get(ac).i32(8).op('i32.shl', 'i32.or').get(address).i32(16).op('i32.shl', 'i32.or').set(value);
  pushLog(
    code,
    temporary,
    () => code.get(left),
    () => code.get(value),
  );
  code.end().end();
  return { type: TYPE.change, locals: [I32, I32, I32], code };
}

/** hSync rose: the next row begins; a pulse that was not 24 cycles puts its fall into the log. */
function beginLine(code: Code, left: number, temporary: number): void {
  code.i32(0).load(CELL.row).i32(1).op('i32.add').memory('i32.store', CELL.row);
  code.i32(0).get(left).i32(BACK_PORCH_CYCLES).op('i32.sub').memory('i32.store', CELL.origin);
  code.load(CELL.fell).get(left).op('i32.sub').i32(HSYNC_CYCLES).op('i32.ne').if();
  pushLog(
    code,
    temporary,
    () => code.load(CELL.fell),
    () => code.i32(OUT_HSYNC >> 6),
  );
  code.end();
}

/** Appends an entry to the log and hands the log over if it is full. */
function pushLog(code: Code, temporary: number, pushMoment: () => Code, pushWhat: () => Code): void {
  code.load(CELL.log).tee(temporary);
  pushMoment().memory('i32.store', 0).get(temporary);
  pushWhat().memory('i32.store', 4);
  code.i32(0).get(temporary).i32(8).op('i32.add').memory('i32.store', CELL.log);
  code.get(temporary).i32(LOG_LIMIT).op('i32.ge_u').if().call(FUNCTION.drain).end();
}

/** paint(left): the monitor's beam reaches this moment, OUT not having changed; as `Monitor.paintTo`. */
function paint(): FunctionBody {
  const [left, from, to] = [0, 1, 2];
  const code = new Code();
  code.load(CELL.row).i32(VISIBLE_LINES).op('i32.lt_u').if();
  code.load(CELL.origin).tee(to).load(CELL.changed).op('i32.sub').set(from);
  code.get(from).i32(0).get(from).i32(0).op('i32.gt_s', 'select').set(from);
  code.get(to).get(left).op('i32.sub').tee(to).i32(PIXELS_PER_LINE);
  code.get(to).i32(PIXELS_PER_LINE).op('i32.lt_s', 'select').tee(to).get(from).op('i32.gt_s').if();
  code.load(CELL.row).i32(PIXELS_PER_LINE).op('i32.mul').get(from).op('i32.add').i32(PICTURE).op('i32.add');
  code.load(CELL.out).i32(OUT_COLOUR).op('i32.and').get(to).get(from).op('i32.sub').fillMemory();
  code.end().end();
  code.i32(0).get(left).memory('i32.store', CELL.changed);
  return { type: TYPE.paint, locals: [I32, I32], code };
}

/** The input register, as `SerialPort.hSyncRise`; `temporary` is an i32 local. */
function hSyncRise(code: Code, temporary: number): void {
  code.load(CELL.forced).op('i32.eqz').if();
  code.i32(0).load(CELL.shift).memory('i32.store', CELL.in).end();
  code.i32(0).load(CELL.shift).i32(1).op('i32.shl').i32(0xff).op('i32.and');
  // A byte of ones follows the packet; bits beyond the packet are read from it.
  code.load(CELL.rise).tee(temporary).i32(3).op('i32.shr_u');
  code.i32(PACKET_BYTES).get(temporary).i32(PACKET_BITS).op('i32.lt_u', 'select');
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
  return { type: TYPE.three, locals: [], code };
}
