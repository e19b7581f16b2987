/**
 * Odd opcodes: those that only do what another one does, and `ctrl` without an expander, which stores an
 * undefined byte. No assembler emits them on its own, so a program that reaches one is mostly executing data.
 */
import type { RomAddress } from '#basics';
import { decode, formatWord, hexWord, wordAt } from '#isa';
import type { Machine, RamSize } from '#emulator';
import type { Stop } from '../program/stop.ts';

/** The exception filter, as the client offers it to the user. */
export const ODD_OPCODE_FILTER = {
  filter: 'opcode',
  label: 'Useless opcode',
  description: 'Stops before an instruction that no assembler writes, for example when data is executed.',
  default: false,
} as const;

export class OddOpcodes {
  /** Why the program stopped, if it stopped before such an opcode. */
  found: string | undefined;
  private on = false;

  /** @param setPlaces makes `check` be called before these addresses from now on */
  constructor(
    private readonly machine: Machine,
    private readonly setPlaces: (addresses: readonly number[]) => void,
  ) {}

  set(on: boolean): void {
    if (on === this.on) return;
    this.on = on;
    const { rom, ramKib } = this.machine;
    const isOdd = (address: RomAddress): boolean => whyOdd(wordAt(rom, address), ramKib) !== undefined;
    this.setPlaces(on ? [...rom.keys()].filter(isOdd) : []);
  }

  /** Takes over what the user asked for in another program's run. */
  adopt(other: OddOpcodes): void {
    this.set(other.on);
  }

  /** The stop before the next instruction, which is one of them. */
  check(): Stop {
    const { address, rom, ramKib } = this.machine;
    const word = wordAt(rom, address);
    this.found = `${hexWord(word)} at ${hexWord(address)} ${whyOdd(word, ramKib)}; perhaps this is data`;
    return { reason: 'exception', description: ODD_OPCODE_FILTER.label, text: this.found };
  }
}

/** What is odd about a word, the rest of a sentence; undefined if nothing is. */
function whyOdd(word: number, ramKib: RamSize): string | undefined {
  const { opcode, operand } = decode(word);
  const { canonical, operation, bus, target, mnemonic } = opcode;
  if (canonical !== opcode.code) {
    const same = formatWord((canonical << 8) | operand);
    return `does what \`${same}\` does, which is how it is written`;
  }
  if (target === 'ac' && bus === 'ac' && (operation === 'anda' || operation === 'ora')) return 'does nothing';
  if (mnemonic === 'ctrl' && ramKib !== 128) return 'stores an undefined byte on a machine without expander';
  return undefined;
}
