/** The bytes of RAM that computed jumps read: a certificate lists what they hold at each check. */
import { decode, type Target, wordAt } from '#isa';

/** How far back the load of a register is looked for, in words. */
const LOOK_BACK = 12;

export interface JumpBytes {
  /** All of them, by rising address. */
  readonly bytes: readonly number[];
  /** Those that hold far return addresses: page byte and low byte. */
  readonly pairs: readonly (readonly [page: number, low: number])[];
}

/** Finds them in the words of a program. @param used 1 for the addresses that have a word */
export function jumpBytes(rom: Uint16Array, used: Uint8Array): JumpBytes {
  const bytes = new Set<number>();
  const pairs = new Map<string, readonly [number, number]>();
  for (let address = used.indexOf(1); address >= 0; address = used.indexOf(1, address + 1)) {
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.operation !== 'jump' || opcode.bus !== 'ram') continue;
    bytes.add(operand);
    const page = opcode.condition === 'far' ? lastLoad(rom, address, 'y') : undefined;
    if (page === undefined || page.isConstant) continue;
    bytes.add(page.byte);
    pairs.set(`${page.byte} ${operand}`, [page.byte, operand]);
  }
  return { bytes: [...bytes].sort((a, b) => a - b), pairs: [...pairs.values()] };
}

/** What the last word before another one loads into a register, if it is near: a constant, or a byte of the zero page. */
export function lastLoad(
  rom: Uint16Array,
  before: number,
  register: Target,
): { byte: number; isConstant: boolean } | undefined {
  for (let address = before - 1; address >= Math.max(0, before - LOOK_BACK); address--) {
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.target !== register || opcode.mnemonic === 'nop') continue;
    const isLoad =
      opcode.operation === 'ld' && (opcode.bus === 'd' || (opcode.bus === 'ram' && opcode.address === 'd'));
    return isLoad ? { byte: operand, isConstant: opcode.bus === 'd' } : undefined;
  }
  return undefined;
}
