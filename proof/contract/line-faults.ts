/** What can be wrong with the lines of a handler, as a path through it or a run shows it. */
import { hexWord } from '#isa';
import type { FrameShape } from './frame-shape.ts';

/** @param address of the word that begins the next line */
export function wrongLine(cycles: number, { line }: FrameShape, address: number): string {
  return `A line takes ${cycles} cycles, not ${line}: the next begins at ${hexWord(address)}`;
}

/** @param address of the word with which hSync ends */
export function wrongHSync(cycles: number, { hSync }: FrameShape, address: number): string {
  return `hSync takes ${cycles} cycles, not ${hSync}: it ends at ${hexWord(address)}`;
}

/** @param address of the word with which vSync ends */
export function wrongVSync(lines: number, { vSync }: FrameShape, address: number): string {
  return `vSync takes ${lines} lines, not ${vSync}: it ends at ${hexWord(address)}`;
}

/** @param address of the word with which the next frame begins */
export function wrongFrame(count: number, { lines }: FrameShape, address: number): string {
  return `A frame has ${count} lines, not ${lines}: the next begins at ${hexWord(address)}`;
}

export function lateVSync({ lines }: FrameShape): string {
  return `vSync does not begin within ${lines} lines`;
}

/** @param cycle of a line in which vSync begins, @param before the cycle the previous time */
export function movedVSync(cycle: number, before: number): string {
  return `vSync begins in cycle ${cycle} of a line, the previous time in cycle ${before}`;
}

/** @param cycle of its line in which the program goes on, @param off cycles too many, modulo 256 */
export function wrongAccount(cycle: number, off: number): string {
  const text = off < 0x80 ? `${off} too many` : `${0x100 - off} too few`;
  return `A line that goes on in cycle ${cycle} leaves a wrong account: ${text} cycles`;
}

/** @param cycle after the fall of hSync in which the program goes on */
export function lateReturn(cycle: number, { line }: FrameShape): string {
  return `The program goes on ${cycle} cycles after hSync has fallen, and a line has ${line}`;
}

/** @param longer cycles from a check to hSync beyond the account on one way, @param shorter on another */
export function unequalWays(longer: number, shorter: number): string {
  return `From a check to hSync it takes the account and ${longer} cycles on one way, the account and ${shorter} on another`;
}

export function leavesProgram(address: number): string {
  return `A path of the handler leaves the program at ${hexWord(address)}`;
}

/** @param address of a jump, @param to where it goes */
export function wrongResume(address: number, to: number): string {
  const declared = `The jump at ${hexWord(address)} is declared to go on after the check that left (.resume)`;
  return `${declared}, and goes to ${hexWord(to)}`;
}
