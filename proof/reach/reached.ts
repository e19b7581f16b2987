/**
 * What following a program finds out, and when it is the same for another program.
 */
import { nextAtEntry } from '#isa';
import { nextUsed } from '../contract/address-table.ts';
import type { TimingProgram } from '../contract/program.ts';
import { same } from '../contract/same.ts';
import type { Known, StoredByX, Surroundings } from '../values/known.ts';
import type { TimeWords } from '../words/time-words.ts';
import { isBijection } from './abstract-words.ts';
import type { Value } from '../values/values.ts';

/** A pair that execution can reach. */
export interface ReachedPoint extends Readonly<Known> {
  /** Its number among the points. */
  readonly index: number;
  readonly address: number;
  readonly next: number;
  /** Whether it was reached through a taken check. */
  readonly inHandler: boolean;
  /** Pairs that can follow, each once. */
  readonly followers: readonly ReachedPoint[];
}

/** The points before each point, by its number. */
export function pointsBefore(points: readonly ReachedPoint[]): readonly (readonly ReachedPoint[])[] {
  const before: ReachedPoint[][] = points.map(() => []);
  for (const point of points) for (const follower of point.followers) before[follower.index]!.push(point);
  return before;
}

/** Whether execution can begin at a point. */
export function isEntry({ entries }: TimingProgram, { address, next }: ReachedPoint): boolean {
  return next === nextAtEntry(address) && (address === 0 || entries.includes(address));
}

/** Whether a word is in the slot of a jump. The word at 0 is not when it follows itself at power-on. */
export function isInSlot({ address, next }: Pick<ReachedPoint, 'address' | 'next'>): boolean {
  return next !== ((address + 1) & 0xffff) && next !== nextAtEntry(address);
}

/** Whether the word after a check follows, which the handler comes back to if the check has left. */
export function isCheckEnd(
  { slots }: TimeWords,
  { address, next, inHandler }: Pick<ReachedPoint, 'address' | 'next' | 'inHandler'>,
): boolean {
  return slots.has(address) && (next === ((address + 1) & 0xffff)) !== inHandler;
}

/** A jump whose targets are not known. */
export interface LostJump {
  readonly address: number;
  readonly inHandler: boolean;
  /**
   * What its target depends on may be anything, was never stored, contradicts a declaration, or was used before. Or the
   * jump is the handler's, which knows its targets, but other paths come to it, too.
   */
  readonly why: 'unknown' | 'nothing' | 'contradicted' | 'used' | 'handler';
  /** Whether it is lost by itself, and not because another one may lead anywhere. */
  readonly isCause: boolean;
}

/** What is known of the tracked bytes where a word executes, and which of them belong together. */
export type KnownBytes = Readonly<Pick<Known, 'cells' | 'pairs'>>;

/** Bits of {@link Reach.sides}. */
export const [OUTSIDE, INSIDE] = [1, 2];

export interface Reach {
  readonly points: readonly ReachedPoint[];
  /** Pairs to which only an unresolved jump of the handler may lead, and what follows these. */
  readonly strays: readonly ReachedPoint[];
  /** Whether such a jump may also go to pairs that are not listed. */
  readonly straysAnywhere: boolean;
  /** What tracked bytes hold when execution reaches a word, by any way; undefined if it never does. */
  cellsAt(address: number): KnownBytes | undefined;
  /** Whether a word can execute. */
  isReached(address: number): boolean;
  readonly lostJumps: readonly LostJump[];
  /** Jumps by a return address that another jump may have used before. */
  readonly usedAgain: ReadonlySet<number>;
  readonly around: Surroundings;
  readonly declared: ReadonlyMap<number, readonly number[]>;
  /** What a read of each table gives, by the address of its first entry. */
  readonly entries: ReadonlyMap<number, Value>;
  /** Words as they were followed where they execute in sequence. */
  readonly inOrder: Uint16Array;
  /** 1 for addresses whose word executes in order and may have left an AC that depends on its constant. */
  readonly computed: Uint8Array;
  /** What stores by a constant X may hit, of the tracked bytes and the accounts. */
  readonly storedByX: StoredByX;
  /** Tracked bytes, by slot, that the handler may store to. */
  readonly handlerStores: ReadonlySet<number>;
  /** For each address, whether its word executes {@link OUTSIDE} of the handler or {@link INSIDE}, or both. */
  readonly sides: Uint8Array;
  /** 1 for addresses of words that the handler may execute. */
  readonly handlerWords: Uint8Array;
}

/**
 * Whether the reach of a program is that of the one before, step by step. Both track the same bytes.
 *
 * Everything that following a program reads is compared: the words that it comes to (where they execute in sequence,
 * only as far as it distinguishes them), entries of tables, and what is declared.
 */
export function isSameReach(
  before: { readonly program: TimingProgram; readonly found: Reach },
  now: { readonly program: TimingProgram; readonly inOrder: Uint16Array },
): boolean {
  const { program, found } = before;
  const sameWord = (address: number): boolean => program.words[address] === now.program.words[address];
  const samePoint = ({ address, next }: ReachedPoint): boolean =>
    program.used[address] === now.program.used[address] &&
    (program.used[address] === 1 || isSameGap(program, now.program, next)) &&
    (next === ((address + 1) & 0xffff) ? isSameInOrder(found, now.inOrder, address) : sameWord(address));
  return (
    same(program.entries, now.program.entries) &&
    same(program.targets, now.program.targets) &&
    same(program.tables, now.program.tables) &&
    program.ramKib === now.program.ramKib &&
    same(
      program.assertions.map(({ from }) => from),
      now.program.assertions.map(({ from }) => from),
    ) &&
    sameHandlerWords(found, program, now.program) &&
    [...program.tables.values()].every((entries) => entries.every(sameWord)) &&
    program.checks.length === now.program.checks.length &&
    program.checks.every(({ address, form }, index) => {
      const other = now.program.checks[index]!;
      return address === other.address && form === other.form;
    }) &&
    [found.points, found.strays].every((points) => points.every(samePoint))
  );
}

/** Whether a path that crosses a gap comes out of it at the same word. */
function isSameGap(before: TimingProgram, now: TimingProgram, next: number): boolean {
  return nextUsed(before.used, next) === nextUsed(now.used, next);
}

/** Whether the words are the same that the handler may execute: what it may store depends on all of them. */
function sameHandlerWords({ sides, handlerWords }: Reach, before: TimingProgram, now: TimingProgram): boolean {
  if (before.checks.length === 0) return true;
  return sides.every(
    (side, address) =>
      (side === OUTSIDE && handlerWords[address] === 0) ||
      (before.used[address] === now.used[address] && before.words[address] === now.words[address]),
  );
}

/**
 * Whether a word does the same to all that was known before it. Two words that map bytes one to one do so if AC was any
 * byte each time: it is any byte again, whatever their constants are.
 */
function isSameInOrder({ inOrder, computed }: Reach, now: Uint16Array, address: number): boolean {
  const [was, is] = [inOrder[address]!, now[address]!];
  if (was === is) return true;
  return isBijection(was) && isBijection(is) && computed[address] !== 1;
}
