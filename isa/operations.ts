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

/** Branch condition of a jump, by mode field. `far` is the unconditional jump to Y:B. */
export const CONDITIONS = ['far', 'gt', 'lt', 'ne', 'eq', 'ge', 'le', 'always'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Mnemonic of a jump, by mode field. */
export const JUMP_MNEMONICS = ['jmp', 'bgt', 'blt', 'bne', 'beq', 'bge', 'ble', 'bra'] as const;

/** RAM address that a mode forms: `d` = $00:D, `x` = $00:X, `yd` = Y:D, `yx` = Y:X, `yx++` = Y:X and then X + 1. */
export type AddressMode = 'd' | 'x' | 'yd' | 'yx' | 'yx++';

/** Address of operations ld … st, by mode field. */
export const ADDRESS_MODES: readonly AddressMode[] = ['d', 'x', 'yd', 'yx', 'd', 'd', 'd', 'yx++'];

/** Register that takes the result; `none` for a plain store or a jump. */
export type Target = 'ac' | 'x' | 'y' | 'out' | 'none';

/** Target of operations ld … suba, by mode field. A store writes AC to X in mode 4 and to Y in mode 5. */
export const TARGETS: readonly Target[] = ['ac', 'ac', 'ac', 'ac', 'x', 'y', 'out', 'out'];

/** Every mnemonic of the listing notation, in the order of the instruction set. */
export const MNEMONICS = ['nop', 'ld', 'anda', 'ora', 'xora', 'adda', 'suba', 'st', 'ctrl', ...JUMP_MNEMONICS] as const;
export type Mnemonic = (typeof MNEMONICS)[number];
