/**
 * The vocabulary of a Gigatron instruction word: names for its three bit fields.
 *
 *     15    13 12   10 9   8 7              0
 *    +--------+-------+-----+----------------+
 *    |   op   | mode  | bus |   operand D    |
 *    +--------+-------+-----+----------------+
 *
 * Arrays are indexed by the field's value, so a name and its code cannot drift apart.
 */

/** Operation field, bits 15..13, by value. */
export const OPERATIONS = ['ld', 'anda', 'ora', 'xora', 'adda', 'suba', 'st', 'jump'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Bus field, bits 9..8, by value: what drives the data bus. */
export const BUSES = ['d', 'ram', 'ac', 'in'] as const;
export type Bus = (typeof BUSES)[number];

/** RAM address that a mode forms: `d` = $00:D, `x` = $00:X, `yd` = Y:D, `yx` = Y:X, `yx++` = Y:X and then X + 1. */
export type AddressMode = 'd' | 'x' | 'yd' | 'yx' | 'yx++';

/** Register that takes the result; `none` for a plain store or a jump. */
export type Target = 'ac' | 'x' | 'y' | 'out' | 'none';

/** What one value of the mode field means. */
interface ModeMeaning {
  /** 0..7. */
  readonly value: number;
  /** RAM address of the operations ld … st. */
  readonly address: AddressMode;
  /** Target of the operations ld … suba. A store writes AC to X in mode 4 and to Y in mode 5. */
  readonly target: Target;
  /** Branch condition of a jump. `far` is the unconditional jump to Y:B. */
  readonly condition: string;
  /** Mnemonic of a jump. */
  readonly jump: string;
}

/** Mode field, bits 12..10, by value. */
export const MODES = [
  { value: 0, address: 'd', target: 'ac', condition: 'far', jump: 'jmp' },
  { value: 1, address: 'x', target: 'ac', condition: 'gt', jump: 'bgt' },
  { value: 2, address: 'yd', target: 'ac', condition: 'lt', jump: 'blt' },
  { value: 3, address: 'yx', target: 'ac', condition: 'ne', jump: 'bne' },
  { value: 4, address: 'd', target: 'x', condition: 'eq', jump: 'beq' },
  { value: 5, address: 'd', target: 'y', condition: 'ge', jump: 'bge' },
  { value: 6, address: 'd', target: 'out', condition: 'le', jump: 'ble' },
  { value: 7, address: 'yx++', target: 'out', condition: 'always', jump: 'bra' },
] as const satisfies readonly ModeMeaning[];

export type Mode = (typeof MODES)[number];
/** Branch condition of a jump. */
export type Condition = Mode['condition'];
type JumpMnemonic = Mode['jump'];

/** Branch conditions, by mode field. */
export const CONDITIONS: readonly Condition[] = MODES.map(({ condition }) => condition);

/** Mnemonics of jumps, by mode field. */
export const JUMP_MNEMONICS: readonly JumpMnemonic[] = MODES.map(({ jump }) => jump);

/** Addresses of the operations ld … st, by mode field. */
export const ADDRESS_MODES: readonly AddressMode[] = MODES.map(({ address }) => address);

const PLAIN_MNEMONICS = ['nop', 'ld', 'anda', 'ora', 'xora', 'adda', 'suba', 'st', 'ctrl'] as const;
export type Mnemonic = (typeof PLAIN_MNEMONICS)[number] | JumpMnemonic;
/** Every mnemonic of the listing notation, in the order of the instruction set. */
export const MNEMONICS: readonly Mnemonic[] = [...PLAIN_MNEMONICS, ...JUMP_MNEMONICS];
