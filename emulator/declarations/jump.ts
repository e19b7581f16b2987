/** Where a jump goes that is about to execute. */
import { INSTRUCTION_TABLE } from '#isa';

/** What a probe sees, and the memories. */
export interface JumpState {
  readonly rom: Uint16Array;
  readonly ram: Uint8Array;
}

/** The address to which the jump at an address goes; undefined where it is not taken, or goes by IN. */
export function targetOf(
  { rom, ram }: JumpState,
  address: number,
  next: number,
  ac: number,
  y: number,
): number | undefined {
  const word = rom[address]!;
  const { operation, condition, bus, mode } = INSTRUCTION_TABLE[word >> 8]!;
  if (operation !== 'jump' || bus === 'in') return undefined;
  const isFar = condition === 'far';
  if (!isFar && !takes(mode, ac)) return undefined;
  const operand = word & 0xff;
  const low = bus === 'd' ? operand : bus === 'ac' ? ac : ram[operand]!;
  return ((isFar ? y << 8 : next & 0xff00) | low) & 0xffff;
}

/** Whether a near branch is taken: bit 0 of the mode lets AC > 0 pass, bit 1 AC < 0, bit 2 AC = 0. */
function takes(mode: number, ac: number): boolean {
  return ((mode >> ((ac >> 7) + (ac === 0 ? 2 : 0))) & 1) !== 0;
}
