/** The bytes of RAM that computed jumps read: a certificate lists what they hold at each check. */
import { decode, wordAt } from '#isa';

/** How far back the page of a far jump is looked for, in words. */
const LOOK_BACK = 12;
/** Pages of the RAM that each machine has. */
const MOST_PAGES = 0x80;

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
  const fields: number[] = [];
  /** Offsets of stores to a page that is not known: of these fields nothing is known either. */
  const storedSomewhere = new Set<number>();
  for (let address = used.indexOf(1); address >= 0; address = used.indexOf(1, address + 1)) {
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.operation === 'st' && opcode.address === 'yd' && loadOfY(rom, address)?.isConstant !== true)
      storedSomewhere.add(operand);
    if (opcode.operation === 'jump' && opcode.bus === 'ac') fields.push(...fieldsBefore(rom, address));
    if (opcode.operation !== 'jump' || opcode.bus !== 'ram') continue;
    bytes.add(operand);
    const page = opcode.condition === 'far' ? loadOfY(rom, address) : undefined;
    if (page === undefined || page.isConstant) continue;
    bytes.add(page.byte);
    pairs.set(`${page.byte} ${operand}`, [page.byte, operand]);
  }
  for (const field of fields) if (!storedSomewhere.has(field & 0xff)) bytes.add(field);
  return { bytes: [...bytes].sort((a, b) => a - b), pairs: [...pairs.values()] };
}

/** The bytes that a jump by AC reads if the word before it loads a field of a frame: one for each page that Y can be. */
function fieldsBefore(rom: Uint16Array, jump: number): readonly number[] {
  const { opcode, operand } = decode(wordAt(rom, jump - 1));
  if (opcode.operation !== 'ld' || opcode.target !== 'ac' || opcode.address !== 'yd') return [];
  const page = loadOfY(rom, jump - 1);
  const pages = page?.isConstant === true ? [0, page.byte] : Array.from({ length: MOST_PAGES }, (_, each) => each);
  return pages.map((each) => (each << 8) | operand);
}

/** What the last word before a jump loads into Y, if it is near: a constant, or a byte of the zero page. */
export function loadOfY(rom: Uint16Array, jump: number): { byte: number; isConstant: boolean } | undefined {
  for (let address = jump - 1; address >= Math.max(0, jump - LOOK_BACK); address--) {
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.target !== 'y') continue;
    const isLoad =
      opcode.operation === 'ld' && (opcode.bus === 'd' || (opcode.bus === 'ram' && opcode.address === 'd'));
    return isLoad ? { byte: operand, isConstant: opcode.bus === 'd' } : undefined;
  }
  return undefined;
}
