/** Stores whose address the proof does not know: they must not hit the bytes that it keeps track of. */
import type { RamAddress, RamIndex, RomAddress } from '#basics';
import { decode } from '#isa';
import type { BlindStores } from './declarations.ts';
import type { JumpState } from './jump.ts';

/** Bytes of RAM with the expander, where a `ctrl` does not write. */
const EXPANDED = 0x20000;

/** The memories, and where an address leads. */
export interface StoreState extends JumpState {
  /** The RAM index that an address reaches, mirror and banks considered. */
  ramIndex(address: RamAddress): RamIndex;
}

export class StoreWatch {
  /** RAM indexes of the bytes that must not be hit. */
  readonly guarded: readonly RamIndex[];
  private readonly hits: ReadonlySet<RamIndex>;

  constructor(
    { bytes }: BlindStores,
    private readonly state: StoreState,
  ) {
    this.guarded = bytes.map((address) => address & (state.ram.length - 1) & 0xffff);
    this.hits = new Set(this.guarded);
  }

  /** The address of a guarded byte that a word stores to. */
  hit(word: RomAddress, x: number, y: number): RamAddress | undefined {
    const { opcode, operand } = decode(this.state.rom[word] ?? 0);
    if (!opcode.writesRam || (opcode.mnemonic === 'ctrl' && this.state.ram.length === EXPANDED)) return undefined;
    const low = opcode.address === 'd' || opcode.address === 'yd' ? operand : x;
    const high = opcode.address === 'd' || opcode.address === 'x' ? 0 : y;
    const address = (high << 8) | low;
    return this.hits.has(this.state.ramIndex(address)) ? address : undefined;
  }
}
