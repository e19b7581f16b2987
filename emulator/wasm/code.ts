/**
 * The body of one WebAssembly function, written instruction by instruction.
 *
 * It has only what the translator uses. Numbers are LEB128, as the binary format requires. Block depth is counted,
 * so that a branch can be given by the label to which it goes. Source: WebAssembly core specification.
 */

export const I32 = 0x7f;
export const I64 = 0x7e;
const VOID = 0x40;

/** Instructions without immediates, by their names in the text format. */
const PLAIN = {
  unreachable: 0x00,
  return: 0x0f,
  drop: 0x1a,
  select: 0x1b,
  'i32.eqz': 0x45,
  'i32.eq': 0x46,
  'i32.ne': 0x47,
  'i32.lt_s': 0x48,
  'i32.lt_u': 0x49,
  'i32.gt_s': 0x4a,
  'i32.gt_u': 0x4b,
  'i32.le_u': 0x4d,
  'i32.ge_u': 0x4f,
  'i64.eqz': 0x50,
  'i64.ne': 0x52,
  'i32.add': 0x6a,
  'i32.sub': 0x6b,
  'i32.mul': 0x6c,
  'i32.rem_s': 0x6f,
  'i32.and': 0x71,
  'i32.or': 0x72,
  'i32.xor': 0x73,
  'i32.shl': 0x74,
  'i32.shr_u': 0x76,
  'i64.add': 0x7c,
  'i64.mul': 0x7e,
  'i64.and': 0x83,
  'i64.or': 0x84,
  'i64.xor': 0x85,
  'i64.shl': 0x86,
  'i64.shr_u': 0x88,
  'i32.wrap_i64': 0xa7,
  'i64.extend_i32_u': 0xad,
} as const;
type PlainInstruction = keyof typeof PLAIN;

/** Loads and stores. The alignment hint is always 0. */
const MEMORY = {
  'i32.load': 0x28,
  'i64.load': 0x29,
  'i32.load8_u': 0x2d,
  'i32.load16_u': 0x2f,
  'i32.store': 0x36,
  'i64.store': 0x37,
  'i32.store8': 0x3a,
} as const;
type MemoryInstruction = keyof typeof MEMORY;

/** Appends an unsigned LEB128 number. */
export function pushUnsigned(bytes: { push(byte: number): unknown }, value: number): void {
  let rest = value >>> 0;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
}

/** Appends a signed LEB128 number of 32 bits. */
export function pushSigned32(bytes: { push(byte: number): unknown }, value: number): void {
  for (let rest = value | 0; ;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const last = rest === ((low & 0x40) === 0 ? 0 : -1);
    bytes.push(last ? low : low | 0x80);
    if (last) return;
  }
}

function pushSigned(bytes: number[], value: bigint): void {
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    const last = rest >> 7n === ((low & 0x40) === 0 ? 0n : -1n);
    bytes.push(last ? low : low | 0x80);
    if (last) return;
  }
}

/** Growing code of one function. Methods return `this`, so that a sequence reads as one line. */
export class Code {
  readonly bytes: number[] = [];
  /** Blocks that are open. */
  depth = 0;

  /** Instructions without immediates, in order. */
  op(...names: PlainInstruction[]): this {
    for (const name of names) this.bytes.push(PLAIN[name]);
    return this;
  }

  i32(value: number): this {
    this.bytes.push(0x41);
    pushSigned32(this.bytes, value);
    return this;
  }

  i64(value: bigint): this {
    this.bytes.push(0x42);
    pushSigned(this.bytes, BigInt.asIntN(64, value));
    return this;
  }

  get(local: number): this {
    this.bytes.push(0x20, local);
    return this;
  }

  set(local: number): this {
    this.bytes.push(0x21, local);
    return this;
  }

  tee(local: number): this {
    this.bytes.push(0x22, local);
    return this;
  }

  /** A load or store at the address on the stack plus `offset`. */
  memory(name: MemoryInstruction, offset: number): this {
    this.bytes.push(MEMORY[name], 0);
    pushUnsigned(this.bytes, offset);
    return this;
  }

  /** A 32-bit load from a fixed address, such as that of a cell. */
  load(address: number): this {
    return this.i32(0).memory('i32.load', address);
  }

  /** Fills memory; destination, byte and count are on the stack. */
  fillMemory(): this {
    this.bytes.push(0xfc, 0x0b, 0);
    return this;
  }

  /** Copies memory; destination, source and count are on the stack. */
  copyMemory(): this {
    this.bytes.push(0xfc, 0x0a, 0, 0);
    return this;
  }

  if(): this {
    return this.open(0x04);
  }

  loop(): this {
    return this.open(0x03);
  }

  else(): this {
    this.bytes.push(0x05);
    return this;
  }

  end(): this {
    this.bytes.push(0x0b);
    this.depth--;
    return this;
  }

  /** Jumps to the label of the block that was opened at `depth` (its `depth` right after opening). */
  br(depth: number): this {
    this.bytes.push(0x0c);
    pushUnsigned(this.bytes, this.depth - depth);
    return this;
  }

  brIf(depth: number): this {
    this.bytes.push(0x0d);
    pushUnsigned(this.bytes, this.depth - depth);
    return this;
  }

  call(index: number): this {
    this.bytes.push(0x10);
    pushUnsigned(this.bytes, index);
    return this;
  }

  /** A tail call. */
  returnCall(index: number): this {
    this.bytes.push(0x12);
    pushUnsigned(this.bytes, index);
    return this;
  }

  /** A tail call through table 0, to a function of the given type. */
  returnCallIndirect(type: number): this {
    this.bytes.push(0x13);
    pushUnsigned(this.bytes, type);
    this.bytes.push(0);
    return this;
  }

  /** Appends another body written for the same depth. */
  append(code: Code): this {
    for (const byte of code.bytes) this.bytes.push(byte);
    return this;
  }

  private open(opcode: number): this {
    this.bytes.push(opcode, VOID);
    this.depth++;
    return this;
  }
}
