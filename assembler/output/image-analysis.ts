/**
 * What can be seen in a ROM image without running it: where jumps go, which words are tables, which are text.
 *
 * It only decides how a word is written. A wrong guess gives another spelling of the same bits.
 */
import { decode, encode, nearTarget, opcodeOf, ROM_WORDS, wordAt } from '#isa';
import { findInterpreter, type Interpreter, findVcpuRuns, type VcpuRun } from './interpreter.ts';

/** From this length on, consecutive words that only load a constant into AC are a table. */
const SHORTEST_TABLE = 6;
/** From this length on, consecutive words of two characters each are text. */
const SHORTEST_TEXT = 8;
/** From this length on, a run of equal words is written with a count. */
export const SHORTEST_RUN = 9;
/** How many words before a far jump are searched for the load of its page. */
const PAGE_LOAD_DISTANCE = 24;

const LOAD = opcodeOf('ld', 0, 'd');
const LOAD_Y = opcodeOf('ld', 5, 'd');

/** A stretch of words in one page. */
export interface Stretch {
  readonly kind: 'table' | 'text';
  readonly start: number;
  /** Address after its last word. */
  readonly end: number;
}

export interface ImageAnalysis {
  /** Flags of addresses that a jump or a return address names. */
  readonly targets: Uint8Array;
  /** Where the far jump at an address goes. */
  readonly farTargets: ReadonlyMap<number, number>;
  /** Where the first far jump that uses it goes, by the address of the `ld page,y`. */
  readonly pageLoads: ReadonlyMap<number, number>;
  /** Return addresses by the address of the `ld` that loads their low bytes, such as in the delay slot of a call. */
  readonly returns: ReadonlyMap<number, number>;
  /** Tables and texts by their first address. */
  readonly stretches: ReadonlyMap<number, Stretch>;
  readonly interpreter: Interpreter | undefined;
  /** Where the interpreter is run, by the address of the jump. */
  readonly vcpuRuns: ReadonlyMap<number, VcpuRun>;
}

/** Looks through an image of up to 65,536 words. */
export function analyseImage(image: Uint16Array): ImageAnalysis {
  const targets = new Uint8Array(ROM_WORDS);
  const farTargets = new Map<number, number>();
  const pageLoads = new Map<number, number>();
  const returns = new Map<number, number>();
  for (let address = 0; address < image.length; address++) {
    // Most images are full of `ld $00`, which can be a return address only at the end of a page.
    if (image[address] === 0 && (address & 0xff) !== 0xff) continue;
    const { opcode, operand } = decode(wordAt(image, address));
    const isNear = opcode.operation === 'jump' && opcode.bus === 'd' && opcode.condition !== 'far';
    const near = isNear && !isInDelaySlot(image, address) ? nearTarget(address, operand) & 0xffff : undefined;
    if (near !== undefined && near < image.length) targets[near] = 1;
    const far = farJumpTarget(image, address);
    if (far !== undefined && far.target < image.length) {
      farTargets.set(address, far.target);
      if (!pageLoads.has(far.load)) pageLoads.set(far.load, far.target);
      targets[far.target] = 1;
    }
    // A call loads the address of the word after it in its delay slot.
    const back = address + 1;
    const isCall = address > 0 && leavesAlways(image, address - 1) && image[address] === encode(LOAD, back & 0xff);
    if (isCall && back < image.length) {
      returns.set(address, back);
      targets[back] = 1;
    }
  }
  const interpreter = findInterpreter(image);
  const runs = interpreter === undefined ? [] : findVcpuRuns(image, interpreter);
  for (const { back } of runs) {
    if (back === undefined) continue;
    returns.set(back.load, back.target);
    targets[back.target] = 1;
  }
  const vcpuRuns = new Map(runs.map((run) => [run.jump, run]));
  const stretches = findStretches(image, targets);
  return { targets, farTargets, pageLoads, returns, stretches, interpreter, vcpuRuns };
}

/** Whether the word before an address is a jump, so that the page of a near branch is not known. */
export function isInDelaySlot(image: Uint16Array, address: number): boolean {
  return address > 0 && decode(wordAt(image, address - 1)).opcode.operation === 'jump';
}

/** Number of equal words from an address on, up to the next target; not counted beyond `most`. */
export function runLength(image: Uint16Array, targets: Uint8Array, address: number, most = ROM_WORDS): number {
  const limit = Math.min(image.length, address + most);
  let end = address + 1;
  while (end < limit && image[end] === image[address] && targets[end] === 0) end++;
  return end - address;
}

/** Where `jmp y,$xx` goes, if straight-line code before it loads a constant into Y. */
function farJumpTarget(image: Uint16Array, address: number): { target: number; load: number } | undefined {
  const { opcode, operand } = decode(wordAt(image, address));
  if (opcode.operation !== 'jump' || opcode.bus !== 'd' || opcode.condition !== 'far') return undefined;
  for (let load = address - 1; load >= Math.max(0, address - PAGE_LOAD_DISTANCE); load--) {
    // After a jump that is always taken, only its delay slot executes.
    if (load < address - 1 && leavesAlways(image, load)) return undefined;
    const before = decode(wordAt(image, load));
    if (before.opcode.code === LOAD_Y) return { target: (before.operand << 8) | operand, load };
    if (before.opcode.target === 'y') return undefined;
  }
  return undefined;
}

/** Whether the word at an address is a jump that is always taken. */
export function leavesAlways(image: Uint16Array, address: number): boolean {
  const { operation, condition } = decode(wordAt(image, address)).opcode;
  return operation === 'jump' && (condition === 'always' || condition === 'far');
}

function findStretches(image: Uint16Array, targets: Uint8Array): ReadonlyMap<number, Stretch> {
  const stretches = new Map<number, Stretch>();
  for (let start = 0; start < image.length; start++) {
    const run = runLength(image, targets, start);
    if (run >= SHORTEST_RUN) {
      start += run - 1;
      continue;
    }
    const end = Math.min(image.length, (start | 0xff) + 1);
    const stretch = tableAt(image, targets, start, end) ?? textAt(image, targets, start, end);
    if (stretch === undefined) continue;
    stretches.set(start, stretch);
    start = stretch.end - 1;
  }
  return stretches;
}

function tableAt(image: Uint16Array, targets: Uint8Array, start: number, limit: number): Stretch | undefined {
  let end = start;
  while (end < limit && wordAt(image, end) >> 8 === LOAD && (end === start || targets[end] === 0)) {
    if (runLength(image, targets, end, SHORTEST_RUN) >= SHORTEST_RUN) break;
    end++;
  }
  return end - start >= SHORTEST_TABLE ? { kind: 'table', start, end } : undefined;
}

function textAt(image: Uint16Array, targets: Uint8Array, start: number, limit: number): Stretch | undefined {
  let end = start;
  /** Letters and spaces. */
  let letters = 0;
  while (end < limit && (end === start || targets[end] === 0)) {
    const bytes = [wordAt(image, end) >> 8, wordAt(image, end) & 0xff];
    if (!bytes.every(isPrintable)) break;
    letters += bytes.filter((code) => code === 0x20 || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)).length;
    end++;
  }
  return end - start >= SHORTEST_TEXT && letters >= 1.5 * (end - start) ? { kind: 'text', start, end } : undefined;
}

/** Whether a text of the language can contain a character as it is. */
export function isPrintable(code: number): boolean {
  return code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x5c;
}
