/**
 * One Gigatron instruction that is not a jump, as WebAssembly: address, bus, ALU, target, in that order.
 *
 * AC, X and Y are locals that always hold 0..255. The row of the instruction table says what to emit; only the
 * operand is baked in.
 */
import { ROM_WORDS, type Instruction, type Opcode, type RamKib } from '#isa';
import { watchKind } from '../core/watch-map.ts';
import { FUNCTION, LOCAL, CELL, RAM, WATCH_FLAGS } from './memory-layout.ts';
import type { Code } from './code.ts';

/** Appends code that turns the 16-bit address on the stack into a RAM index. Clobbers `LOCAL.address` at 128 KiB. */
export function emitIndex(code: Code, ramKib: RamKib, scratch: number = LOCAL.address): Code {
  if (ramKib === 32) return code.i32(0x7fff).op('i32.and');
  if (ramKib === 64) return code;
  code.tee(scratch).get(scratch).i32(15).op('i32.shr_u').load(CELL.bank);
  return code.op('i32.mul', 'i32.add');
}

/** Appends the RAM index of an instruction's address; the zero page is a constant. */
export function emitAddress(code: Code, { opcode, operand }: Instruction, ramKib: RamKib): Code {
  switch (opcode.address) {
    case 'x':
      return code.get(LOCAL.x);
    case 'yd':
      return emitIndex(code.get(LOCAL.y).i32(8).op('i32.shl').i32(operand).op('i32.or'), ramKib);
    case 'yx':
    case 'yx++':
      return emitIndex(code.get(LOCAL.y).i32(8).op('i32.shl').get(LOCAL.x).op('i32.or'), ramKib);
    default:
      return code.i32(operand);
  }
}

/** Appends the data bus of an instruction that does not store, reading RAM if it does. */
export function emitBus(code: Code, instruction: Instruction, ramKib: RamKib): Code {
  switch (instruction.opcode.bus) {
    case 'd':
      return code.i32(instruction.operand);
    case 'ram':
      return emitAddress(code, instruction, ramKib).memory('i32.load8_u', RAM);
    case 'ac':
      return code.get(LOCAL.ac);
    case 'in':
      return code.load(CELL.in);
  }
}

/** Appends a test whether the access that an instruction will make is watched. All tests here yield 0 for no. */
export function emitWatchTest(code: Code, instruction: Instruction, ramKib: RamKib): Code {
  return emitAddress(code, instruction, ramKib)
    .memory('i32.load8_u', WATCH_FLAGS)
    .i32(watchKind(instruction.opcode))
    .op('i32.and');
}

/** Bits of a control word that matter to the serial port: its clock and the selects. */
const CONTROL_PORT = 0x3d;

/** Whether translated code executes a `ctrl` at all: that is only worthwhile with the expander. */
export function translatesControl(ramKib: RamKib): boolean {
  return ramKib === 128;
}

/**
 * Appends a test whether a `ctrl` does more than choose a bank, that is, changes the serial clock or what is selected,
 * as a reset and an extended word do. It is then left to the reference core.
 */
export function emitControlTest(code: Code, instruction: Instruction): Code {
  emitControlWord(code, instruction).load(CELL.control);
  return code.op('i32.xor').i32(CONTROL_PORT).op('i32.and');
}

/** Appends a `ctrl` of the expander that chooses a bank. */
function emitControl(code: Code, instruction: Instruction): void {
  code.i32(0);
  emitControlWord(code, instruction).memory('i32.store', CELL.control);
  code.i32(0).load(CELL.control).i32(0xc0).op('i32.and').i32(9).op('i32.shl').i32(0x8000).op('i32.sub');
  code.memory('i32.store', CELL.bank);
}

function emitControlWord(code: Code, instruction: Instruction): Code {
  return emitAddress(code, instruction, 64);
}

/**
 * Appends an instruction that is not a jump; a `ctrl` must have passed {@link emitControlTest}.
 * @param path cycles executed since `LOCAL.left` was last updated
 * @param place the instruction's address
 */
export function emitInstruction(
  code: Code,
  instruction: Instruction,
  ramKib: RamKib,
  path: number,
  place: number,
): void {
  const { opcode } = instruction;
  if (opcode.mnemonic === 'nop') return;
  if (opcode.operation === 'st') emitStore(code, instruction, ramKib);
  else emitLoad(code, instruction, ramKib, path, place);
  if (opcode.incrementsX) code.get(LOCAL.x).i32(1).op('i32.add').i32(0xff).op('i32.and').set(LOCAL.x);
}

function emitStore(code: Code, instruction: Instruction, ramKib: RamKib): void {
  if (instruction.opcode.mnemonic === 'ctrl') {
    emitControl(code, instruction);
  } else {
    emitAddress(code, instruction, ramKib);
    emitBus(code, instruction, ramKib).memory('i32.store8', RAM);
  }
  if (instruction.opcode.target === 'x') code.get(LOCAL.ac).set(LOCAL.x);
  if (instruction.opcode.target === 'y') code.get(LOCAL.ac).set(LOCAL.y);
}

function emitLoad(code: Code, instruction: Instruction, ramKib: RamKib, path: number, place: number): void {
  const { opcode } = instruction;
  if (opcode.operation !== 'ld') code.get(LOCAL.ac);
  emitBus(code, instruction, ramKib);
  emitAlu(code, opcode);
  switch (opcode.target) {
    case 'x':
      code.set(LOCAL.x);
      break;
    case 'y':
      code.set(LOCAL.y);
      break;
    case 'out':
      code.tee(LOCAL.value).load(CELL.out).op('i32.ne').if();
      code.get(LOCAL.value).get(LOCAL.ac).get(LOCAL.left).i32(path).op('i32.sub');
      code.i32(place % ROM_WORDS).call(FUNCTION.change);
      code.end();
      break;
    default:
      code.set(LOCAL.ac);
  }
}

function emitAlu(code: Code, { operation }: Opcode): void {
  switch (operation) {
    case 'anda':
      code.op('i32.and');
      break;
    case 'ora':
      code.op('i32.or');
      break;
    case 'xora':
      code.op('i32.xor');
      break;
    case 'adda':
      code.op('i32.add').i32(0xff).op('i32.and');
      break;
    case 'suba':
      code.op('i32.sub').i32(0xff).op('i32.and');
  }
}

/** Appends a test whether a conditional branch is taken. Far jumps and `bra` have no condition. */
export function emitCondition(code: Code, { condition }: Opcode): Code {
  code.get(LOCAL.ac);
  switch (condition) {
    case 'gt':
      return code.i32(1).op('i32.sub').i32(127).op('i32.lt_u');
    case 'lt':
      return code.i32(0x80).op('i32.and');
    case 'eq':
      return code.op('i32.eqz');
    case 'ge':
      return code.i32(0x80).op('i32.lt_u');
    case 'le':
      return code.i32(1).op('i32.sub').i32(127).op('i32.ge_u');
    default:
      return code;
  }
}
