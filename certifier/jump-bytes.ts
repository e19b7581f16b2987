/** The bytes of RAM that computed jumps depend on: a certificate lists what they hold at each check. */
import { decode, type Target, wordAt } from '#isa';

/** How far back the load of a register is looked for, in words. */
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
  /** Offsets of stores to an unknown page: nothing is known of fields at these offsets. */
  const storedSomewhere = new Set<number>();
  for (let address = used.indexOf(1); address >= 0; address = used.indexOf(1, address + 1)) {
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.operation === 'st' && opcode.address === 'yd' && lastLoad(rom, address, 'y')?.isConstant !== true)
      storedSomewhere.add(operand);
    if (opcode.operation === 'jump' && opcode.bus === 'ac') fields.push(...bytesBefore(rom, address));
    if (opcode.operation !== 'jump' || opcode.bus !== 'ram') continue;
    bytes.add(operand);
    const page = opcode.condition === 'far' ? lastLoad(rom, address, 'y') : undefined;
    if (page === undefined || page.isConstant) continue;
    bytes.add(page.byte);
    pairs.set(`${page.byte} ${operand}`, [page.byte, operand]);
  }
  for (const byte of savedBytes(bytes, copiesIn(rom, used))) bytes.add(byte);
  for (const field of fields) if (!storedSomewhere.has(field & 0xff)) bytes.add(field);
  return { bytes: [...bytes].sort((a, b) => a - b), pairs: [...pairs.values()] };
}

type Copy = readonly [from: number, to: number];

/** The bytes of the zero page that a load and the store after it copy. */
function copiesIn(rom: Uint16Array, used: Uint8Array): readonly Copy[] {
  const copies: Copy[] = [];
  for (let address = used.indexOf(1); address >= 0; address = used.indexOf(1, address + 1)) {
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.operation !== 'st' || opcode.address !== 'd' || opcode.bus !== 'ac') continue;
    const from = lastLoad(rom, address, 'ac', 1);
    if (from?.isConstant === false) copies.push([from.byte, operand]);
  }
  return copies;
}

/** The bytes to which a byte of a jump is copied, perhaps by way of others, and from which it is copied back. */
function savedBytes(bytes: Iterable<number>, copies: readonly Copy[]): readonly number[] {
  const saved = closure(bytes, copies);
  const restored = closure(
    bytes,
    copies.map(([from, to]) => [to, from]),
  );
  return [...saved].filter((byte) => restored.has(byte));
}

function closure(bytes: Iterable<number>, copies: readonly Copy[]): ReadonlySet<number> {
  const all = new Set(bytes);
  // The set grows while it is walked.
  for (const byte of all) for (const [from, to] of copies) if (from === byte) all.add(to);
  return all;
}

/**
 * The bytes that a jump by AC reads, if the word before it loads one, or computes with it and a constant: of a field of
 * a frame, one for each page that Y can be.
 */
function bytesBefore(rom: Uint16Array, jump: number): readonly number[] {
  const { opcode, operand } = decode(wordAt(rom, jump - 1));
  const { operation, target, bus, address } = opcode;
  if (operation === 'jump' || operation === 'st' || target !== 'ac') return [];
  if (operation !== 'ld') return bus === 'd' ? bytesBefore(rom, jump - 1) : [];
  if (bus === 'ram' && address === 'd') return [operand];
  if (address !== 'yd') return [];
  const page = lastLoad(rom, jump - 1, 'y');
  const pages = page?.isConstant === true ? [0, page.byte] : Array.from({ length: MOST_PAGES }, (_, each) => each);
  return pages.map((each) => (each << 8) | operand);
}

/**
 * What the last word before another one loads into a register, if it is near: a constant, or a byte of the zero page.
 * @param most words that are looked at
 */
export function lastLoad(
  rom: Uint16Array,
  before: number,
  register: Target,
  most = LOOK_BACK,
): { byte: number; isConstant: boolean } | undefined {
  for (let address = before - 1; address >= Math.max(0, before - most); address--) {
    const { opcode, operand } = decode(wordAt(rom, address));
    if (opcode.target !== register || opcode.mnemonic === 'nop') continue;
    const isLoad =
      opcode.operation === 'ld' && (opcode.bus === 'd' || (opcode.bus === 'ram' && opcode.address === 'd'));
    return isLoad ? { byte: operand, isConstant: opcode.bus === 'd' } : undefined;
  }
  return undefined;
}
