/**
 * Disassembling: a whole image to source that assembles back to the same image.
 *
 * Near branches outside delay slots get labels; their page is then known. In a delay slot the page is
 * that of the first branch's target, so the offset is printed. Long runs of one word become `.fill`.
 */
import { decode, encode, formatWord, hexWord, nearTarget, ROM_WORDS } from '#isa';

/** Shorter runs are printed word by word. */
const SHORTEST_FILL = 9;

export interface DisassembleOptions {
  /** Name for an address, where the caller knows one; must be a symbol of its own. */
  name?(address: number): string | undefined;
}

/** Source text of an image of up to 65,536 words; the rest of the ROM is zero and left out. */
export function disassemble(image: Uint16Array, options: DisassembleOptions = {}): string {
  const targets = branchTargets(image);
  const label = (address: number): string => options.name?.(address) ?? `L${address.toString(16).padStart(4, '0')}`;
  const names = {
    target: (address: number): string | undefined => (targets[address] === 1 ? label(address) : undefined),
  };
  const lines = ['; Disassembled. Assembles back to the same image.', '        .org $0000'];
  for (let address = 0; address < image.length; address++) {
    if ((address & 0xff) === 0) lines.push('', `; Page ${hexWord(address)}`);
    if (targets[address] === 1) lines.push(`${label(address)}:`);
    const run = runLength(image, targets, address);
    if (run >= SHORTEST_FILL) {
      const end = address + run;
      lines.push(`        .fill ${end === ROM_WORDS ? '$10000' : hexWord(end)}, ${hexWord(image[address]!)}`);
      address = end - 1;
    } else lines.push(`        ${wordText(image, address, names)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Words of a ROM file: byte 2n is the opcode of word n, byte 2n + 1 its operand. */
export function imageOfRom(bytes: Uint8Array): Uint16Array {
  const image = new Uint16Array(Math.min(bytes.length >> 1, ROM_WORDS));
  for (let address = 0; address < image.length; address++)
    image[address] = encode(bytes[2 * address]!, bytes[2 * address + 1]!);
  return image;
}

function wordText(image: Uint16Array, address: number, names: { target(address: number): string | undefined }): string {
  return formatWord(image[address]!, { address, inDelaySlot: isInDelaySlot(image, address) }, names);
}

function isInDelaySlot(image: Uint16Array, address: number): boolean {
  return address > 0 && decode(image[address - 1]!).opcode.operation === 'jump';
}

/** Flags of addresses inside the image that a near branch names. */
function branchTargets(image: Uint16Array): Uint8Array {
  const targets = new Uint8Array(ROM_WORDS);
  for (let address = 0; address < image.length; address++) {
    const { opcode, operand } = decode(image[address]!);
    if (
      opcode.operation !== 'jump' ||
      opcode.bus !== 'd' ||
      opcode.condition === 'far' ||
      isInDelaySlot(image, address)
    )
      continue;
    const target = nearTarget(address, operand) & 0xffff;
    if (target < image.length) targets[target] = 1;
  }
  return targets;
}

/** Equal words from an address on, up to the next label or page end. */
function runLength(image: Uint16Array, targets: Uint8Array, address: number): number {
  let end = address + 1;
  while (end < image.length && image[end] === image[address] && targets[end] === 0) end++;
  return end - address;
}
