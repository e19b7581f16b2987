/**
 * The one instruction table: what each of the 256 opcodes is and does.
 *
 * Derived from the three bit fields (operations.ts), exactly as the hardware's control unit decodes
 * them. Encoder, decoder, interpreter, translator, disassembler, hover text and grammar all read it;
 * no other file knows an opcode number.
 *
 * Two kinds of opcode look alike in the ecosystem's listings: aliases (another opcode with the same
 * behaviour) and the OUT-and-X++ group ($1C, $1E, $1F … $BC, $BE, $BF), which differs only in that X
 * counts. `canonical` and `incrementsX` tell them apart.
 */
import {
  ADDRESS_MODES,
  BUSES,
  CONDITIONS,
  JUMP_MNEMONICS,
  OPERATIONS,
  TARGETS,
  type AddressMode,
  type Bus,
  type Condition,
  type Mnemonic,
  type Operation,
  type Target,
} from './operations.ts';

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
  /** Whether the operand byte D takes part in anything. */
  readonly usesOperand: boolean;
  /** The canonical opcode that behaves exactly the same, or `code` itself. */
  readonly canonical: number;
}

/** All opcodes, by code. */
export const INSTRUCTION_TABLE: readonly Opcode[] = Array.from({ length: 256 }, (_, code) => describe(code));

/** The opcode byte for given fields. */
export function opcodeOf(operation: Operation, mode: number, bus: Bus): number {
  return (OPERATIONS.indexOf(operation) << 5) | (mode << 2) | BUSES.indexOf(bus);
}

function describe(code: number): Opcode {
  const operation = OPERATIONS[code >> 5]!;
  const mode = (code >> 2) & 7;
  const bus = BUSES[code & 3]!;
  if (operation === 'jump') return describeJump(code, mode, bus);
  return operation === 'st' ? describeStore(code, mode, bus) : describeAlu(code, operation, mode, bus);
}

function describeAlu(code: number, operation: Operation, mode: number, bus: Bus): Opcode {
  const readsRam = bus === 'ram';
  const isNop = code === opcodeOf('ld', 0, 'ac');
  // Modes 1..3 only choose a RAM address; with another bus they are mode 0.
  const canonicalMode = !readsRam && mode >= 1 && mode <= 3 ? 0 : mode;
  const address = readsRam ? ADDRESS_MODES[mode] : undefined;
  return {
    code,
    operation,
    mode,
    bus,
    address,
    readsRam,
    mnemonic: isNop ? 'nop' : (operation as Mnemonic),
    target: TARGETS[mode]!,
    condition: undefined,
    incrementsX: mode === 7,
    writesRam: false,
    usesOperand: bus === 'd' || address === 'd' || address === 'yd',
    canonical: opcodeOf(operation, canonicalMode, bus),
  };
}

function describeStore(code: number, mode: number, bus: Bus): Opcode {
  const address = ADDRESS_MODES[mode]!;
  const target = TARGETS[mode]!;
  return {
    code,
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

function describeJump(code: number, mode: number, bus: Bus): Opcode {
  return {
    code,
    operation: 'jump',
    mode,
    bus,
    mnemonic: JUMP_MNEMONICS[mode]!,
    // A jump reads its target from the zero page whatever the mode.
    address: bus === 'ram' ? 'd' : undefined,
    target: 'none',
    condition: CONDITIONS[mode]!,
    incrementsX: false,
    readsRam: bus === 'ram',
    writesRam: false,
    usesOperand: bus === 'd' || bus === 'ram',
    canonical: code,
  };
}
