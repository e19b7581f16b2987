/** The control flow of an image, with its delay slots, as far as constants in AC and Y tell. */
import { alu, opcodeOfWord, passes, type Opcode } from '#isa';

/** A word that executes, and the address of what executes after it: not the next word if it is in a delay slot. */
export interface Step {
  readonly address: number;
  /** Undefined after a jump to an unknown place. */
  readonly next: number | undefined;
  /** Contents of the registers; undefined if unknown. */
  readonly ac: number | undefined;
  readonly y: number | undefined;
}

/** The steps that may follow; none after a jump to an unknown place. */
export function stepsAfter(rom: Uint16Array, step: Step): readonly Step[] {
  const { address, next } = step;
  if (next === undefined) return [];
  const word = rom[address] ?? 0;
  const opcode = opcodeOfWord(word);
  const bus = opcode.bus === 'd' ? word & 0xff : opcode.bus === 'ac' ? step.ac : undefined;
  if (opcode.operation !== 'jump') return [{ ...written(opcode, bus, step), address: next, next: (next + 1) & 0xffff }];
  return targets(opcode, bus, step).map((target) => ({ ...step, address: next, next: target }));
}

/** Whether a word is a jump, so that the next one is in its delay slot. */
export function isJump(rom: Uint16Array, address: number): boolean {
  return opcodeOfWord(rom[address] ?? 0).operation === 'jump';
}

/** Where execution may go on after the delay slot; undefined for an unknown place. */
function targets({ condition, mode }: Opcode, bus: number | undefined, step: Step): readonly (number | undefined)[] {
  const { next = 0, ac, y } = step;
  if (condition === 'far') return [bus === undefined || y === undefined ? undefined : (y << 8) | bus];
  const target = bus === undefined ? undefined : (next & 0xff00) | bus;
  if (condition === 'always') return [target];
  const after = (next + 1) & 0xffff;
  if (ac === undefined) return [target, after];
  return [passes(mode, ac) ? target : after];
}

function written(opcode: Opcode, bus: number | undefined, step: Step): Step {
  const { target } = opcode;
  if (target !== 'ac' && target !== 'y') return step;
  if (opcode.operation === 'st') return target === 'y' ? { ...step, y: step.ac } : step;
  const isLoad = opcode.operation === 'ld';
  const isKnown = bus !== undefined && (isLoad || step.ac !== undefined);
  const value = isKnown ? alu(opcode.code >> 5, step.ac ?? 0, bus) : undefined;
  return target === 'ac' ? { ...step, ac: value } : { ...step, y: value };
}

/**
 * What the registers hold before each word that is executed in sequence, on all paths from some addresses; words that
 * are only executed in delay slots, or not at all, are left out.
 * @param isKnown whether a path goes on through an address
 */
export function entries(
  rom: Uint16Array,
  roots: Iterable<number>,
  isKnown: (address: number) => boolean,
): ReadonlyMap<number, Step> {
  const known = new Map<string, Step>();
  const waiting: Step[] = [];
  const arrive = (step: Step): void => {
    const key = `${step.address} ${step.next}`;
    const before = known.get(key);
    const joined = before === undefined ? step : join(before, step);
    if (before !== undefined && joined.ac === before.ac && joined.y === before.y) return;
    known.set(key, joined);
    waiting.push(joined);
  };
  for (const address of roots) arrive({ address, next: (address + 1) & 0xffff, ac: undefined, y: undefined });
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop())
    for (const after of stepsAfter(rom, step)) if (isKnown(after.address)) arrive(after);
  const inOrder = [...known.values()].filter(({ address, next }) => next === ((address + 1) & 0xffff));
  return new Map(inOrder.map((step) => [step.address, step]));
}

/** The most words of a turn that are followed. */
const LONGEST_TURN = 64;

/** How many words it takes at least to come to a step again; undefined if it is in no loop, or in a long one. */
export function shortestTurn(rom: Uint16Array, start: Step): number | undefined {
  const seen = new Set<string>();
  let steps: readonly Step[] = [start];
  for (let words = 1; words <= LONGEST_TURN && steps.length > 0; words++) {
    steps = steps
      .flatMap((step) => stepsAfter(rom, step))
      .filter(({ address, next, ac, y }) => {
        const before = seen.size;
        return seen.add(`${address} ${next} ${ac} ${y}`).size > before;
      });
    if (steps.some(({ address }) => address === start.address)) return words;
  }
  return undefined;
}

function join(one: Step, other: Step): Step {
  return {
    ...one,
    ac: one.ac === other.ac ? one.ac : undefined,
    y: one.y === other.y ? one.y : undefined,
  };
}
