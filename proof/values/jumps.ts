/**
 * Where a jump can go from what is known, and what is known after it.
 *
 * The state of the machine is the pair (address, next): the word that executes and the one that is being fetched. A
 * jump replaces the word after next. The page of a near branch is that of `next`; the $xxFF rule, and the page of a
 * branch in a delay slot, follow from that.
 */
import { numberAt } from '#basics';
import { INSTRUCTION_TABLE, IS_FIXED_BRANCH, IS_LEAVING, type Opcode, opcodeOfWord } from '#isa';
import { cellOf, type Known, type Surroundings } from './known.ts';
import { busValue } from './transfer.ts';
import { CALLER_CONSTANT, isForJump, pageOfCall, UNSTORED } from './constants.ts';
import { ANY, NOTHING, type Value, type ValueTable } from './values.ts';
import { slotOf } from './cells.ts';
import { isPageInY } from './pairs.ts';

/** Where a jump goes when it is taken. */
export type JumpTargets =
  | { readonly kind: 'known'; readonly addresses: readonly number[] }
  /** The value has never been stored. */
  | { readonly kind: 'nothing' }
  /** It may hold anything. */
  | { readonly kind: 'unknown' }
  /** It may be a return address that another jump has used already. */
  | { readonly kind: 'used' }
  /** It is declared to go to an address that it cannot reach: it goes to another page, or AC holds another low byte. */
  | { readonly kind: 'contradicted'; readonly declared: number; readonly page: number; readonly low?: number }
  /** It returns to the caller of the routine that is being measured. */
  | { readonly kind: 'caller' }
  /** By declaration it resumes the check that left for the handler. */
  | { readonly kind: 'resume' };

/** Declared targets by the address of the jump. */
export interface TargetsByJump {
  get(jump: number): readonly number[] | undefined;
}

/** Signs of AC with which a jump is taken, by opcode; {@link ANY} where it is always taken. */
const TAKEN_SIGNS = Uint8Array.from(INSTRUCTION_TABLE, ({ condition, mode }) => (condition === 'far' ? ANY : mode));

/** What AC can be on either side of a jump. */
export interface BranchSides {
  /** Values of AC for which it is not taken; 0 (none) if it is always taken. */
  readonly acWhenPassed: Value;
  /** Values of AC for which it is taken; 0 if it never is. */
  readonly acWhenTaken: Value;
}

/** Divides what is known of AC by the condition of the jump `word`. */
export function splitByBranch(ac: Value, word: number, values: ValueTable): BranchSides {
  const mask = TAKEN_SIGNS[word >> 8]!;
  if (mask === ANY) return { acWhenPassed: NOTHING, acWhenTaken: ac };
  // A byte that the program never stores may still be set from outside.
  const tested = ac === NOTHING ? ANY : ac;
  return { acWhenPassed: values.withSigns(tested, ~mask & ANY), acWhenTaken: values.withSigns(tested, mask) };
}

/** Whether a jump can be taken: AC has a value for it, or the jump asks for none. */
export function canBeTaken(word: number, acWhenTaken: Value): boolean {
  return TAKEN_SIGNS[word >> 8] === ANY || acWhenTaken !== NOTHING;
}

/** Whether execution can go on after a jump that is not taken. */
export function canBePassed(word: number, acWhenPassed: Value): boolean {
  return TAKEN_SIGNS[word >> 8] !== ANY && acWhenPassed !== NOTHING;
}

/** The target of a near branch to a constant; undefined for a computed jump. */
export function fixedTarget(word: number, next: number): number | undefined {
  return IS_FIXED_BRANCH[word >> 8] === 1 ? (next & 0xff00) | (word & 0xff) : undefined;
}

/** A computed jump that is taken. */
export interface ComputedJump {
  readonly word: number;
  readonly address: number;
  /** The word that is being fetched, which executes before the target. */
  readonly next: number;
  /** The word at `next`. */
  readonly slot: number;
}

/** Where a computed jump goes when it is taken. */
export function computedTargets(
  known: Known,
  jump: ComputedJump,
  around: Surroundings,
  declared: TargetsByJump,
): JumpTargets {
  const targets = declared.get(jump.address);
  return targets === undefined ? computed(known, jump, around) : declaredTargets(known, targets, jump, around);
}

/** The declared targets; if it is known what the byte can hold, only those that fit it. */
function declaredTargets(
  known: Known,
  declared: readonly number[],
  jump: ComputedJump,
  around: Surroundings,
): JumpTargets {
  if (declared.length === 0) return { kind: 'resume' };
  const opcode = opcodeOfWord(jump.word);
  const wrong = wrongPage(known, declared, opcode, jump, around);
  if (wrong !== undefined) return wrong;
  const isByAc = opcode.bus === 'ac';
  const isAcKnown = around.values.isCertain(known.ac);
  const targetsIn = (bytes?: ReadonlySet<number>): readonly number[] =>
    declared.flatMap((target) => {
      const entries = around.tables.get(target) ?? [target];
      const possible = bytes === undefined ? entries : entries.filter((entry) => bytes.has(entry & 0xff));
      // Where AC is known, the first entry stands for those to which AC leads.
      const isFirst = isAcKnown ? isByAc && possible.includes(target) : possible.length > 0;
      return isFirst && isRead(jump.slot, target) ? [target] : possible;
    });
  const lows = around.values.constants(around.values.only(heldBy(known, opcode, jump.word, around), isForJump));
  if (lows?.length === 1 && lows[0] === CALLER_CONSTANT) return { kind: 'caller' };
  if (lows === undefined || lows.includes(CALLER_CONSTANT)) return { kind: 'known', addresses: targetsIn() };
  const possible = targetsIn(new Set(lows.map((constant) => constant & 0xff)));
  if (possible.length > 0) return { kind: 'known', addresses: possible };
  if (!isByAc) return { kind: 'known', addresses: targetsIn() };
  return {
    kind: 'contradicted',
    declared: numberAt(declared, 0),
    page: jump.next >> 8,
    low: numberAt(lows, 0) & 0xff,
  };
}

/**
 * Whether a jump to a table reads an entry, so that the first one, which executes alone, stands for all: the branch in
 * the slot goes elsewhere than to the word after the first entry.
 */
function isRead(slot: number, first: number): boolean {
  return IS_LEAVING[slot >> 8] === 1 && opcodeOfWord(slot).bus === 'd' && (slot & 0xff) !== ((first + 1) & 0xff);
}

/** A near jump stays in the page of its slot; a far one goes to the page in Y, if that is known. */
function wrongPage(
  known: Known,
  declared: readonly number[],
  { condition }: Opcode,
  { next }: ComputedJump,
  { values }: Surroundings,
): JumpTargets | undefined {
  const isFar = condition === 'far';
  const page = isFar ? values.single(known.y) : next >> 8;
  if (page === undefined) return undefined;
  const wrong = declared.find((target) => target >> 8 !== page);
  if (wrong === undefined || (isFar && declared.some((target) => target >> 8 === page))) return undefined;
  return { kind: 'contradicted', declared: wrong, page };
}

/** The byte read by a jump with declared targets: AC, where it is known, or a byte that is tracked. */
function heldBy(known: Known, opcode: Opcode, word: number, around: Surroundings): Value {
  if (opcode.bus === 'ac') return around.values.isCertain(known.ac) ? known.ac : ANY;
  const slot = around.tracksReturns && opcode.bus === 'ram' ? slotOf(around.plan, word & 0xff) : -1;
  return slot < 0 ? ANY : cellOf(known, slot);
}

function computed(known: Known, jump: ComputedJump, around: Surroundings): JumpTargets {
  const { word, address, next } = jump;
  const { values } = around;
  const opcode = opcodeOfWord(word);
  const read = opcode.bus === 'd' ? values.constant(word & 0xff, address) : jumpValue(known, word, address, around);
  const low = values.only(read, isForJump);
  const lows = values.constants(low);
  if (low === NOTHING) return { kind: 'nothing' };
  if (lows === undefined) return { kind: 'unknown' };
  if (lows.includes(CALLER_CONSTANT)) return lows.length === 1 ? { kind: 'caller' } : { kind: 'unknown' };
  if (opcode.condition !== 'far') {
    return { kind: 'known', addresses: distinct(lows.map((constant) => (next & 0xff00) | (constant & 0xff))) };
  }
  const slot = opcode.bus === 'ram' ? slotOf(around.plan, word & 0xff) : -1;
  const pages = values.only(known.y, (page) => page !== UNSTORED);
  return farTargets(pages, lows, around, isPageInY(known, around.plan, slot));
}

/** What a jump takes the low byte of its target from. */
export function jumpValue(known: Readonly<Known>, word: number, address: number, around: Surroundings): Value {
  const opcode = opcodeOfWord(word);
  // A jump reads its target from the zero page whatever its mode.
  if (opcode.bus !== 'ram') return busValue(known, opcode, word & 0xff, address, around);
  const slot = slotOf(around.plan, word & 0xff);
  return slot < 0 ? ANY : cellOf(known, slot);
}

/**
 * Pages and low bytes of a far jump are sets.
 * @param belong whether each low byte belongs to the page in Y; then it goes to the page of its call
 */
function farTargets(y: Value, lows: readonly number[], around: Surroundings, belong: boolean): JumpTargets {
  const pages = around.values.constants(y);
  if (y === NOTHING) return { kind: 'nothing' };
  if (pages === undefined || pages.length * lows.length > MOST_TARGETS) return { kind: 'unknown' };
  if (pages.includes(CALLER_CONSTANT)) return { kind: 'caller' };
  const addresses = lows.flatMap((low) => {
    const own = belong && pages.length > 1 ? pages.filter((page) => (page & 0xff) === pageOfCall(low)) : pages;
    return own.map((page) => ((page & 0xff) << 8) | (low & 0xff));
  });
  return { kind: 'known', addresses: distinct(addresses) };
}

/** More targets than this count as unknown. */
const MOST_TARGETS = 0x400;

function distinct(addresses: readonly number[]): readonly number[] {
  return addresses.length < 2 ? addresses : [...new Set(addresses)];
}
