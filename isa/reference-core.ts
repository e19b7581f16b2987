/**
 * The reference core: one instruction, one cycle, as the hardware's units do it one after another.
 *
 *     mode decoder ─▶ RAM address ─▶ data bus ─▶ ALU ─▶ target register;  then the edges of OUT
 *
 * Written to be compared line by line with the tables of operations, modes and buses; speed comes second.
 * Every faster core is checked against it. The fields of an opcode are those of `isa`'s table, as small
 * numbers, so that the switches are dense.
 */
import { addAt, type Cycle, type RomAddress } from '#basics';
import { INSTRUCTION_TABLE } from './instruction-table.ts';
import { alu, passes } from './meaning.ts';
import { ADDRESS_MODES, BUSES, CONDITIONS, OPERATIONS, type AddressMode } from './operations.ts';
import type { Ram } from './ram.ts';
import type { CpuState } from './registers.ts';
import { ROM_WORDS } from './timing.ts';
import { wordAt } from './word.ts';

const ADDRESS_FORMS: readonly (AddressMode | undefined)[] = [...ADDRESS_MODES.slice(0, 4), 'yx++', undefined];

/** By opcode: index into OPERATIONS, into BUSES, into ADDRESS_FORMS, the mode field, whether X is incremented. */
const OPERATION = Uint8Array.from(INSTRUCTION_TABLE, (row) => OPERATIONS.indexOf(row.operation));
const BUS = Uint8Array.from(INSTRUCTION_TABLE, (row) => BUSES.indexOf(row.bus));
const ADDRESS = Uint8Array.from(INSTRUCTION_TABLE, (row) => ADDRESS_FORMS.indexOf(row.address));
const MODE = Uint8Array.from(INSTRUCTION_TABLE, (row) => row.mode);
const COUNTS_X = Uint8Array.from(INSTRUCTION_TABLE, (row) => Number(row.incrementsX));
const ST = OPERATIONS.indexOf('st');
const JUMP = OPERATIONS.indexOf('jump');
const FAR = CONDITIONS.indexOf('far');
const ALWAYS = CONDITIONS.indexOf('always');

/** How often each word was executed, and each conditional branch taken: counts by ROM address, 65,536 each. */
export interface Profile {
  /** An execution is a cycle. */
  readonly executions: Float64Array;
  /** Of the executions of a conditional branch, those that took it. */
  readonly taken: Float64Array;
}

export function emptyProfile(): Profile {
  return { executions: new Float64Array(ROM_WORDS), taken: new Float64Array(ROM_WORDS) };
}

/** What is connected to the OUT register. */
export interface OutListener {
  /** OUT gets another value in a cycle. @param address of the instruction */
  change(cycle: Cycle, address: RomAddress, before: number, after: number): void;
}

/** A processor with its memories and its OUT port. */
export class ReferenceCore {
  /** Counts executions and branches taken, if set. */
  profile: Profile | undefined;

  constructor(
    private readonly rom: Uint16Array,
    private readonly ram: Ram,
    private readonly cpu: CpuState,
    private readonly port: OutListener,
  ) {}

  step(): void {
    const cpu = this.cpu;
    const word = wordAt(this.rom, cpu.address);
    const opcode = word >> 8;
    const operation = OPERATION[opcode]!;
    const address = this.formAddress(ADDRESS[opcode]!, word & 0xff);
    let next = (cpu.nextAddress + 1) & 0xffff;
    const out = cpu.out;
    if (operation === ST) {
      this.store(opcode, address, word & 0xff);
    } else {
      const bus = this.readBus(BUS[opcode]!, address, word & 0xff);
      if (operation !== JUMP) this.load(MODE[opcode]!, alu(operation, cpu.ac, bus));
      else if (MODE[opcode] === FAR) next = (cpu.y << 8) | bus;
      // The page of a near branch is that of the word being fetched, not of the branch.
      else if (passes(MODE[opcode]!, cpu.ac)) {
        next = (cpu.nextAddress & 0xff00) | bus;
        if (this.profile !== undefined && MODE[opcode] !== ALWAYS) addAt(this.profile.taken, cpu.address, 1);
      }
    }
    if (COUNTS_X[opcode] !== 0) cpu.x = (cpu.x + 1) & 0xff;
    const executed = cpu.address;
    cpu.address = cpu.nextAddress;
    cpu.nextAddress = next;
    if (this.profile !== undefined) addAt(this.profile.executions, executed, 1);
    if (cpu.out !== out) this.port.change(cpu.cycle, executed, out, cpu.out);
    cpu.cycle++;
  }

  /** The 16-bit RAM address that an instruction puts on the bus. */
  private formAddress(form: number, operand: number): number {
    switch (form) {
      case 1: // [x]
        return this.cpu.x;
      case 2: // [y,D]
        return (this.cpu.y << 8) | operand;
      case 3: // [y,x]
      case 4: // [y,x++]
        return (this.cpu.y << 8) | this.cpu.x;
      default: // [D]
        return operand;
    }
  }

  /** What drives the data bus of anything but a store. */
  private readBus(bus: number, address: number, operand: number): number {
    switch (bus) {
      case 0:
        return operand;
      case 1:
        return this.ram.read(address, this.cpu.address, this.cpu.cycle);
      case 2:
        return this.cpu.ac;
      default:
        return this.cpu.in;
    }
  }

  /** A store puts the bus into RAM; its ALU passes AC, which modes 4 and 5 load into X and Y. */
  private store(opcode: number, address: number, operand: number): void {
    const cpu = this.cpu;
    switch (BUS[opcode]) {
      case 0:
        this.ram.write(address, operand);
        break;
      case 1: // ctrl
        this.ram.ctrl(address, cpu.address, cpu.cycle);
        break;
      case 2:
        this.ram.write(address, cpu.ac);
        break;
      default:
        this.ram.write(address, cpu.in);
    }
    if (MODE[opcode] === 4) cpu.x = cpu.ac;
    else if (MODE[opcode] === 5) cpu.y = cpu.ac;
  }

  /** Loads the ALU's result into the register that the mode names. */
  private load(mode: number, value: number): void {
    switch (mode) {
      case 4:
        this.cpu.x = value;
        break;
      case 5:
        this.cpu.y = value;
        break;
      case 6:
      case 7:
        this.cpu.out = value;
        break;
      default:
        this.cpu.ac = value;
    }
  }
}
