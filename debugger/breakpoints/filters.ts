/** Exception filters for what can be said before an instruction: odd opcodes, `.break`, false declarations. */
import { type RomAddress, elementAt, grouped } from '#basics';
import { decode, formatWord, hexWord, wordAt } from '#isa';
import { type Machine, type RamSize, DeclarationCheck, formatDifference, type Probe } from '#emulator';
import type { DebugBreak } from '#assembler';
import type { Stop, Program } from '../program/program.ts';
import type { BreakpointTable } from './breakpoint-table.ts';

export const ODD_OPCODE_FILTER = {
  filter: 'opcode',
  label: 'Useless opcode',
  description: 'Stops before an instruction that no assembler writes, for example when data is executed.',
  default: false,
} as const;

/**
 * Odd opcodes: those that only do what another one does, and `ctrl` without an expander, which stores an
 * undefined byte. No assembler emits them on its own, so a program that reaches one is probably executing data.
 */
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
  if (mnemonic === 'ctrl' && ramKib !== 128) return 'stores an undefined byte on a machine without an expander';
  return undefined;
}

export const WRITTEN_FILTER = {
  filter: 'written',
  label: 'Breakpoint in the source',
  description: 'Stops at .break.',
  default: true,
} as const;

export class WrittenBreakpoints {
  private on = false;

  constructor(
    private readonly program: Program,
    private readonly table: BreakpointTable,
  ) {}

  set(on: boolean): void {
    if (on === this.on) return;
    this.on = on;
    const written = on ? (this.program.info.breaks ?? []) : [];
    this.table.replaceWritten(
      written.map((each) => ({ location: { kind: 'written', ...each, text: this.text(each) } })),
    );
  }

  /** Takes over what the user asked for in another program's run. */
  adopt(other: WrittenBreakpoints): void {
    this.set(other.on);
  }

  /** `main.gtasm:12: .break count > 3`. */
  private text({ source, line, condition }: DebugBreak): string {
    const { path } = elementAt(this.program.info.sources, source);
    return `${path}:${line + 1}: .break ${condition}`.trimEnd();
  }
}

export const DECLARATIONS_FILTER = {
  filter: 'declarations',
  label: 'False declaration',
  description:
    'Stops where .targets, .resume, .loop, .charged, the account of time checks or what else the proof relies on differs from what happens.',
  default: true,
} as const;

export class DeclarationWatch {
  /** The difference before which the program stopped, in words. */
  found: string | undefined;
  private readonly check: DeclarationCheck | undefined;

  constructor(
    machine: Machine,
    private readonly program: Program,
  ) {
    const { declarations } = program.info;
    const { checks, jumps, loops, charges, blindStores, blocks = [] } = declarations;
    const stores = blindStores?.words ?? [];
    if (checks.length + jumps.length + loops.length + charges.length + stores.length + blocks.length === 0) return;
    this.check = new DeclarationCheck(declarations, machine);
  }

  /** The probe to ask while the machine runs; undefined if nothing is declared. */
  get probe(): Probe | undefined {
    return this.check;
  }

  /** The stop before a word that shows a difference. */
  stop(): Stop | undefined {
    const difference = this.check?.difference;
    if (difference === undefined) return undefined;
    const where = this.program.symbols.describe(difference.address);
    const place = `${hexWord(difference.address)}${where === undefined ? '' : `, ${where}`}`;
    this.found = `${formatDifference(difference)} (cycle ${grouped(difference.cycle)}, at ${place})`;
    return { reason: 'exception', description: DECLARATIONS_FILTER.label, text: this.found };
  }
}
