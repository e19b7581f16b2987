/**
 * What every translated module has in common: its types and functions, and where things lie in the memory that the
 * machine shares with it.
 *
 *     $00000  cells: registers and state of the OUT port while translated code runs
 *     $10000  RAM, 32 to 128 KiB
 *     $30000  watch flags, one byte per RAM byte
 *     $50000  picture, 160 × 480 bytes
 *     $80000  copy of the ROM, 65,536 words
 *     $A0000  block numbers by ROM address, 65,536 of 16 bits; 0 where no block starts
 *     $C0000  log of sync edges
 *     $120000 counters of the profile: of paths through blocks, then of single instructions by ROM address
 *     $1A0000 tables of the addresses to which jumps may go
 *     $1E0000 turns of loops
 *     $1F0000 guards, one byte per RAM byte: 1 where a probe is asked before certain words store to it
 */
import { I32 } from './code.ts';
import type { FunctionType } from './module-writer.ts';

/** 64 KiB pages of the memory. */
export const MEMORY_PAGES = 33;

/** Memory of that size; it never grows, so that views of it stay valid. */
export function createSharedMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: MEMORY_PAGES });
}

export const RAM = 0x10000;
export const WATCH_FLAGS = 0x30000;
export const PICTURE = 0x50000;
export const ROM_COPY = 0x80000;
export const BLOCK_NUMBERS = 0xa0000;
export const LOG = 0xc0000;
/** The log is handed over when it is filled up to here. */
export const LOG_LIMIT = 0x11f000;
/** Pixels of a burst that do not go straight into the picture. */
export const BURST_PIXELS = 0x200;

/** Counters of 32 bits: one for each path of a translated block, and one for each ROM address. */
export const PATH_COUNTERS = 0x120000;
export const PATHS = 0x10000;
export const ADDRESS_COUNTERS = 0x160000;

/** Tables of 16-bit addresses, and where the last one must end. */
export const TARGET_TABLES = 0x1a0000;
export const TARGET_TABLES_END = 0x1e0000;

/** Two cells for each loop: its turns, negative while unknown, and the cycles left when a jump back arrives. */
export const LOOP_CELLS = 0x1e0000;
export const MOST_LOOPS = 0x2000;

/** Flags by byte of RAM. */
export const GUARDS = 0x1f0000;

/** Offsets of 32-bit cells. */
export const CELL = {
  /** Registers as translated code leaves them. */
  ac: 0x00,
  x: 0x04,
  y: 0x08,
  /** Cycles left of those that were asked for. */
  left: 0x0c,
  /** Address to execute next in the low half, the one after in the high half. */
  place: 0x10,
  /** Target of a jump through the table. */
  target: 0x14,
  out: 0x18,
  outx: 0x1c,
  in: 0x20,
  /** Shift register, hSync rises since vSync fell, and whether IN is held by a script. */
  shift: 0x24,
  rise: 0x28,
  forced: 0x2c,
  /** End of the log. */
  log: 0x30,
  /** What the expander adds to an address of $8000 or more to make it a RAM index. */
  bank: 0x34,
  control: 0x38,
  /** FNV-1a 64 of the output, eight bytes. */
  hash: 0x40,
  /** The monitor's beam: row, and as cycles left the last change of OUT, pixel 0 of the row, the last fall of hSync. */
  row: 0x48,
  changed: 0x4c,
  origin: 0x50,
  fell: 0x54,
  /** The countdown minus the cycles left, as quiet places expect it; LONG_AGO if it may have moved. */
  quiet: 0x58,
  /** Its last value; LONG_AGO if unknown. */
  due: 0x5c,
  /** The place where the countdown was last negative, or -1. */
  leftFrom: 0x60,
  /** The probe is asked where the countdown is negative and, minus the cycles left, exceeds this. */
  deadline: 0x64,
} as const;

/** Bits that the input device sends this frame. */
export const PACKET = 0x100;

/** Stands for moments too long ago to count; no slice is that long. */
export const LONG_AGO = 0x40000000;
/** Stands for turns of a loop that are not known: negative, however often it turns in a slice. */
export const UNKNOWN_TURNS = -LONG_AGO;

const words = (count: number): number[] => Array.from({ length: count }, () => I32);

/** Types that every translated module has, by index. A translated block takes AC, X, Y and the cycles left. */
export const TYPE = { block: 0, place: 1, plain: 2, change: 3, burst: 4, three: 5, paint: 6, ask: 7 } as const;
/** The types themselves, in the order of their indexes. */
export const TYPES: readonly FunctionType[] = [
  { parameters: words(4) },
  { parameters: words(5) },
  { parameters: [] },
  { parameters: words(4) },
  { parameters: words(6) },
  { parameters: words(3), results: [I32] },
  { parameters: words(1) },
  { parameters: words(5), results: [I32] },
];

/** Imported functions, then the helpers, then the blocks. */
export const FUNCTION = {
  vSyncFall: 0,
  drain: 1,
  ask: 2,
  leave: 3,
  change: 4,
  burst: 5,
  alu: 6,
  paint: 7,
  count: 8,
  firstBlock: 9,
} as const;
export const IMPORTS = [
  { name: 'vSyncFall', type: TYPE.paint },
  { name: 'drain', type: TYPE.plain },
  { name: 'ask', type: TYPE.ask },
] as const;

/** Parameters of a block, and the locals after them. */
export const LOCAL = { ac: 0, x: 1, y: 2, left: 3, address: 4, value: 5, target: 6, next: 7, turns: 8 } as const;
export const BLOCK_LOCALS: readonly number[] = words(5);
