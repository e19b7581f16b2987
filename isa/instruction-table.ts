/**
 * The one instruction table: what each of the 256 opcodes is and does.
 *
 * Derived from the three bit fields (operations.ts), exactly as the hardware's control unit decodes
 * them. Encoder, decoder, interpreter, translator, disassembler, hover text and grammar all read it;
 * no other file knows an opcode number.
 *
 * Two kinds of opcode look alike in the ecosystem's listings: aliases (another opcode with the same
 * behaviour) and the OUT-and-X++ group ($1C, $1E, $1F … $BC, $BE, $BF), which differs only in that X
 * counts up. `canonical` and `incrementsX` tell them apart.
 */
import { BUSES, MODES, OPERATIONS } from './operations.ts';
import type { AddressMode, Bus, Condition, Mnemonic, Mode, Operation, Target } from './operations.ts';

/** Facts about one opcode, the upper byte of an instruction word. */
export interface Opcode {
  /** 0..255. */
  readonly code: number;
  readonly operation: Operation;
  /** The mode field, 0..7. */
  readonly mode: number;
  readonly bus: Bus;
  /** How the listing notation names it; `ctrl` for a store with bus RAM, `nop` for $02. */
  readonly mnemonic: Mnemonic;
  /** The RAM address formed, if RAM is read or written (or, for `ctrl`, put on the address bus). */
  readonly address: AddressMode | undefined;
  readonly target: Target;
  readonly condition: Condition | undefined;
  readonly incrementsX: boolean;
  readonly readsRam: boolean;
  /** A store; also `ctrl`, whose written byte is undefined on a machine without expander. */
  readonly writesRam: boolean;
  /** Whether the operand byte D is used at all. */
  readonly usesOperand: boolean;
  /** The canonical opcode that behaves exactly the same, or `code` itself. */
  readonly canonical: number;
}

/** All opcodes, by code: the fields in the order in which a word has them. */
export const INSTRUCTION_TABLE: readonly Opcode[] = OPERATIONS.flatMap((operation) =>
  MODES.flatMap((mode) => BUSES.map((bus) => describe(operation, mode, bus))),
);

/** The opcode byte for given fields. */
export function opcodeOf(operation: Operation, mode: number, bus: Bus): number {
  return (OPERATIONS.indexOf(operation) << 5) | (mode << 2) | BUSES.indexOf(bus);
}

function describe(operation: Operation, mode: Mode, bus: Bus): Opcode {
  if (operation === 'jump') return describeJump(mode, bus);
  return operation === 'st' ? describeStore(mode, bus) : describeAlu(operation, mode, bus);
}

function describeAlu(operation: Exclude<Operation, 'st' | 'jump'>, mode: Mode, bus: Bus): Opcode {
  const code = opcodeOf(operation, mode.value, bus);
  const readsRam = bus === 'ram';
  const isNop = code === opcodeOf('ld', 0, 'ac');
  // Modes 1..3 only choose a RAM address; with another bus they are mode 0.
  const canonicalMode = !readsRam && mode.target === 'ac' ? 0 : mode.value;
  const address = readsRam ? mode.address : undefined;
  return {
    code,
    operation,
    mode: mode.value,
    bus,
    address,
    readsRam,
    mnemonic: isNop ? 'nop' : operation,
    target: mode.target,
    condition: undefined,
    incrementsX: mode.value === 7,
    writesRam: false,
    usesOperand: bus === 'd' || address === 'd' || address === 'yd',
    canonical: opcodeOf(operation, canonicalMode, bus),
  };
}

function describeStore({ value: mode, address, target }: Mode, bus: Bus): Opcode {
  return {
    code: opcodeOf('st', mode, bus),
    operation: 'st',
    mode,
    bus,
    address,
    mnemonic: bus === 'ram' ? 'ctrl' : 'st',
    target: target === 'x' || target === 'y' ? target : 'none',
    condition: undefined,
    incrementsX: mode === 7,
    readsRam: false,
    writesRam: true,
    usesOperand: bus === 'd' || address === 'd' || address === 'yd',
    // A store cannot load OUT, so mode 6 is mode 0.
    canonical: opcodeOf('st', mode === 6 ? 0 : mode, bus),
  };
}

function describeJump({ value: mode, jump, condition }: Mode, bus: Bus): Opcode {
  const code = opcodeOf('jump', mode, bus);
  return {
    code,
    operation: 'jump',
    mode,
    bus,
    mnemonic: jump,
    // A jump reads its target from the zero page whatever the mode.
    address: bus === 'ram' ? 'd' : undefined,
    target: 'none',
    condition,
    incrementsX: false,
    readsRam: bus === 'ram',
    writesRam: false,
    usesOperand: bus === 'd' || bus === 'ram',
    canonical: code,
  };
}
