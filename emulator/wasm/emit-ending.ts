/** The end of a path through a block: its counter, and the jump to another block. */
import type { Code } from './code.ts';
import { TYPE } from './functions.ts';
import { BLOCK_NUMBERS } from './memory-layout.ts';

/** Appends code that counts up the 32 bits at an offset from the address that is on the stack twice. */
export function emitCount(code: Code, offset: number): void {
  code.memory('i32.load', offset).i32(1).op('i32.add').memory('i32.store', offset);
}

/** Appends the jump to the block at the address on the stack; registers lie below it, the address also in its cell. */
export function emitJump(code: Code): Code {
  return code.i32(1).op('i32.shl').memory('i32.load16_u', BLOCK_NUMBERS).returnCallIndirect(TYPE.block);
}
