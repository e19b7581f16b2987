/**
 * The bytes of a ROM image in the forms that EPROM programmers expect.
 *
 * The Gigatron has a 27C1024: 65,536 words of 16 bits, the opcode on D0 to D7, the operand on D8 to D15. Its image has the
 * low byte of each word first, which is the opcode. Source: Core/asm.py of the system ROM's repository.
 */
import { numberAt } from '#basics';
import type { NewFile } from '#files/node';

/** `rom`: low byte first; `swapped`: high byte first; `halves`: two files, for two chips of 8 bits. */
export const ROM_FORMATS = ['rom', 'swapped', 'halves'] as const;
export type RomFormat = (typeof ROM_FORMATS)[number];

export function romPaths(path: string, format: RomFormat): readonly string[] {
  return format === 'halves' ? [halfPath(path, 'lo'), halfPath(path, 'hi')] : [path];
}

/** The files of an image. @param rom its words, the opcode of each first */
export function romFiles(path: string, rom: Uint8Array, format: RomFormat): readonly NewFile[] {
  const opcodes = rom.filter((_, at) => at % 2 === 0);
  const operands = rom.filter((_, at) => at % 2 === 1);
  switch (format) {
    case 'rom':
      return [{ path, content: rom }];
    case 'swapped':
      return [{ path, content: rom.map((_, at) => numberAt(rom, at ^ 1)) }];
    case 'halves':
      return [
        { path: halfPath(path, 'lo'), content: opcodes },
        { path: halfPath(path, 'hi'), content: operands },
      ];
  }
}

/** `engine.rom` → `engine.lo.rom`. */
function halfPath(path: string, half: 'lo' | 'hi'): string {
  return /\.[^./\\]+$/.test(path) ? path.replace(/(\.[^./\\]+)$/, `.${half}$1`) : `${path}.${half}`;
}
