/**
 * The words of checks and charges: each does to the account what the certificate says, and no path enters its middle.
 */
import { failure, hexWord, type Result } from '#basics';
import { CHECK_SHAPES, CHECK_WORDS, encode, opcodeOf, wordAt } from '#isa';
import type { Certificate, Charge, Check } from './certificate.ts';

const LD = opcodeOf('ld', 0, 'd');
const LD_BYTE = opcodeOf('ld', 0, 'ram');
const ADDA = opcodeOf('adda', 0, 'd');
const ADDA_BYTE = opcodeOf('adda', 0, 'ram');
const SUBA = opcodeOf('suba', 0, 'd');
const ST = opcodeOf('st', 0, 'ac');
const BLT = opcodeOf('jump', 2, 'd');
/** The most that a check can charge. */
const MOST_CHARGED = 128;

export type PaidCharge = Charge & { readonly account: number };

export interface TimeWords {
  readonly checks: ReadonlyMap<number, Check>;
  /** By the word with which they take effect. */
  readonly charges: ReadonlyMap<number, PaidCharge>;
  /** Words that are only reached from the one before. */
  readonly inside: ReadonlySet<number>;
}

/** The balance after a check: the cycles that it has paid for. */
export function balanceAfter({ form, cycles }: Check): number {
  return form === 'sync' ? 0 : cycles - CHECK_WORDS;
}

export function balanceBefore({ form, cycles }: Check): number {
  return form === 'check' ? 0 : form === 'sync' ? CHECK_WORDS - cycles : CHECK_SHAPES.short.words - CHECK_WORDS;
}

/** The addresses of a check's words. */
export function addressesOf({ address, form }: Check): number[] {
  return Array.from({ length: CHECK_SHAPES[form].words }, (_, word) => address + word);
}

/** Whether a word adds a byte of the zero page to AC. */
export function addsByte(word: number, byte: number): boolean {
  return word === encode(ADDA_BYTE, byte);
}

export function timeWords(rom: Uint16Array, { declarations }: Certificate): Result<TimeWords> {
  const { checks, charges, external, loops } = declarations;
  const taken = new Set<number>();
  const inside = new Set<number>();
  /** Whether words are at an address and belong to no other check or charge. Then they belong to this one. */
  const takes = (first: number, words: readonly number[]): boolean => {
    const isThere = words.every((word, offset) => {
      const address = first + offset;
      return address <= 0xffff && !taken.has(address) && wordAt(rom, address) === word;
    });
    if (!isThere) return false;
    for (const offset of words.keys()) taken.add(first + offset);
    for (const offset of words.keys()) if (offset > 0) inside.add(first + offset);
    return true;
  };
  const paid = charges.map((charge) => ({ ...charge, account: wordAt(rom, charge.address) & 0xff }));
  const outside = new Set(external);
  if (checks.some(({ account }) => outside.has(account))) return failure('the account is external');
  const counts = new Set(loops.map(({ count }) => count));
  const wrongCheck = checks.find((check) => !isPossible(check) || !takes(check.address, wordsOfCheck(check)));
  if (wrongCheck) return failure(`the check at ${hexWord(wrongCheck.address)} is not what it is said to be`);
  const ofNoLoop = paid.find(({ count }) => count !== undefined && !counts.has(count));
  if (ofNoLoop) return failure(`the count of the charge at ${hexWord(ofNoLoop.address)} is that of no loop`);
  const wrongCharge = paid.find(({ address, cycles, account, factor = 0, isDeclared = false }) => {
    if (isDeclared) return !takes(address, [encode(ST, account)]);
    return factor !== 0 || !wordsOfCharge(cycles, account).some((words) => takes(address - 2, words));
  });
  if (wrongCharge) return failure(`the charge at ${hexWord(wrongCharge.address)} is not what it is said to be`);
  const byAddress = <T extends { address: number }>(all: readonly T[]): ReadonlyMap<number, T> =>
    new Map(all.map((each) => [each.address, each]));
  return { checks: byAddress(checks), charges: byAddress(paid), inside };
}

/** Whether a check charges what fits into the account, and leaves for its own page. */
function isPossible({ address, form, cycles, trampoline }: Check): boolean {
  const { words } = CHECK_SHAPES[form];
  return (
    cycles >= words && cycles <= MOST_CHARGED && [address + words, trampoline].every((at) => at >> 8 === address >> 8)
  );
}

function wordsOfCheck({ address, form, cycles, account, trampoline }: Check): number[] {
  const [store, leave] = [encode(ST, account), encode(BLT, trampoline)];
  if (form === 'short') return [encode(SUBA, cycles), leave, store];
  return [encode(LD, -cycles), encode(ADDA_BYTE, account), store, leave, encode(LD, address)];
}

/** The words that charge an amount: any of these. */
function wordsOfCharge(cycles: number, account: number): number[][] {
  const [load, store] = [encode(LD_BYTE, account), encode(ST, account)];
  return [
    [encode(LD, -cycles), encode(ADDA_BYTE, account), store],
    [load, encode(SUBA, cycles), store],
    [load, encode(ADDA, -cycles), store],
  ];
}
