/**
 * Emits one instruction at an address that is computed, such as an entry of a table: it executes alone, in the delay slot
 * of the jump that goes there.
 */
import { encode, opcodeOf } from '#isa';
import type { Address, ComputedAddress } from './block-path.ts';
import type { Code } from './code.ts';
import { emitCount } from './path-counters.ts';
import { FUNCTION, LOCAL } from './functions.ts';
import { ADDRESS_COUNTERS, ROM_COPY } from './memory-layout.ts';

/** First word that is a store; the words below it of mode 0 and bus D change AC alone. */
const STORES = encode(opcodeOf('st', 0, 'd'), 0);
/** The mode and bus fields of a word. */
const MODE_AND_BUS = 0x1f00;

/** Takes the word at an address; leaves on the stack whether it is anything but an operation on AC and a constant. */
export function emitSingleTest(code: Code, { local }: ComputedAddress): Code {
  code.get(local).i32(1).op('i32.shl').memory('i32.load16_u', ROM_COPY).set(LOCAL.value);
  return code.get(LOCAL.value).i32(MODE_AND_BUS).op('i32.and').get(LOCAL.value).i32(STORES).op('i32.ge_u', 'i32.or');
}

/** Pushes both addresses of the place in one word. */
export function emitSinglePlace(code: Code, { local }: ComputedAddress, after: Address): Code {
  code.get(local);
  if (typeof after === 'number') code.i32(after << 16);
  else code.get(after.local).i32(16).op('i32.shl');
  return code.op('i32.or');
}

/** Executes the word that {@link emitSingleTest} has taken. */
export function emitSingle(code: Code): void {
  code.get(LOCAL.value).i32(13).op('i32.shr_u').get(LOCAL.ac).get(LOCAL.value).i32(0xff).op('i32.and');
  code.call(FUNCTION.alu).set(LOCAL.ac);
}

export function emitSingleCount(code: Code, { local }: ComputedAddress): void {
  emitCount(code.get(local).i32(2).op('i32.shl').tee(LOCAL.value).get(LOCAL.value), ADDRESS_COUNTERS);
}
