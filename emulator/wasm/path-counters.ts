/**
 * Counters of the profile in translated code: one for each path through a block, since the addresses of a path are
 * known at translation. They are added up by address only when the profile is read.
 *
 * A counter has 32 bits; `fold` must come at least every 2^32 cycles.
 */
import { addAt, numberAt } from '#basics';
import { ROM_WORDS, type Profile } from '#isa';
import { ADDRESS_COUNTERS, PATH_COUNTERS, PATHS, BLOCK_NUMBERS, TYPE } from './memory-layout.ts';
import type { Code } from './code.ts';

/** Added to the address of a branch in a trail: it was taken. */
export const TAKEN = ROM_WORDS;

/** Paths that one batch of blocks may need. */
const ROOM = 0x4000;

export class PathCounters {
  private readonly paths: Uint32Array;
  private readonly addresses: Uint32Array;
  private readonly trails: Uint32Array[] = [];

  constructor(memory: WebAssembly.Memory) {
    this.paths = new Uint32Array(memory.buffer, PATH_COUNTERS, PATHS);
    this.addresses = new Uint32Array(memory.buffer, ADDRESS_COUNTERS, ROM_WORDS);
  }

  /** Whether there may not be room for another batch. */
  get full(): boolean {
    return this.trails.length + ROOM > PATHS;
  }

  /** Number of a new counter for a path that executes these addresses; one plus {@link TAKEN} is a branch taken. */
  counterOf(trail: readonly number[]): number {
    return this.trails.push(Uint32Array.from(trail)) - 1;
  }

  /** Adds all counts to a profile, and begins again at zero. */
  fold({ executions, taken }: Profile): void {
    for (const [path, trail] of this.trails.entries()) {
      const count = numberAt(this.paths, path);
      if (count === 0) continue;
      for (const step of trail) {
        if (step < TAKEN) addAt(executions, step, count);
        else addAt(taken, step - TAKEN, count);
      }
      this.paths[path] = 0;
    }
    for (let address = 0; address < ROM_WORDS; address++) {
      addAt(executions, address, numberAt(this.addresses, address));
    }
    this.addresses.fill(0);
  }

  /** Forgets all paths; their counts must have been folded. */
  clear(): void {
    this.trails.length = 0;
  }
}

/** Appends code that increments 32 bits, at an offset from the address that is on the stack twice. */
export function emitCount(code: Code, offset: number): void {
  code.memory('i32.load', offset).i32(1).op('i32.add').memory('i32.store', offset);
}

/** Appends the jump to the block at the address on the stack; registers lie below it, the address also in its cell. */
export function emitJump(code: Code): Code {
  return code.i32(1).op('i32.shl').memory('i32.load16_u', BLOCK_NUMBERS).returnCallIndirect(TYPE.block);
}
