/**
 * Memory references: two address spaces, named apart.
 *
 *     ram:0x0811     a byte of RAM as the processor sees it; offsets count bytes
 *     rom:0x1200     a word of ROM; offsets count the bytes of the ROM file (opcode first, then operand)
 *     0x1200         where code is meant the same, as instruction pointers and disassembled addresses are written; where
 *                    memory is looked at, a byte of RAM
 *
 * `ram` and `rom` alone are address 0.
 */
import { hexDigits, ramAddress, romAddress, type RamAddress, type RomAddress } from '#basics';

export type MemoryReference =
  { readonly space: 'ram'; readonly address: RamAddress } | { readonly space: 'rom'; readonly address: RomAddress };

const REFERENCE = /^(?:(ram|rom)(?::|$))?(?:(0x[0-9a-f]{1,8})|(\d{1,9}))?$/i;

/** @param bare which space an address without one means */
export function parseMemoryReference(text: string, bare: 'ram' | 'rom' = 'rom'): MemoryReference | undefined {
  const match = REFERENCE.exec(text.trim());
  if (match === null || text.trim() === '') return undefined;
  const address = Number(match[2] ?? match[3] ?? 0);
  if (address > 0xffff) return undefined;
  return spaceOf(match[1], bare) === 'ram'
    ? { space: 'ram', address: ramAddress(address) }
    : { space: 'rom', address: romAddress(address) };
}

function spaceOf(name: string | undefined, bare: 'ram' | 'rom'): 'ram' | 'rom' {
  return name === undefined ? bare : name.toLowerCase() === 'ram' ? 'ram' : 'rom';
}

export function memoryReference(space: 'ram' | 'rom', address: number): string {
  return `${space}:${hexAddress(address)}`;
}

/** An address as the protocol wants it, `0x` and four digits. */
export function hexAddress(address: number): string {
  return `0x${hexDigits(address, 4)}`;
}
