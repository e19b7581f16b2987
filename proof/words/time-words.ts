/**
 * The words of checks and charges in a program: where they are, and whether they are what they claim.
 *
 *        check n               short check n           charge n
 *     0  ld   -n               suba n                  ld   -n
 *     1  adda [account]        blt  exit               adda [account]
 *     2  st   [account]        st   [account]          st   [account]     <- here the charge counts
 *     3  blt  trampoline
 *     4  ld   check            <- delay slot: low byte of word 0
 */
import {
  byteReadBy,
  CHECK_SHAPES,
  checkBranch,
  checkSlot,
  encode,
  hexByte,
  hexWord,
  IS_JUMP,
  nearTarget,
  opcodeOf,
  opcodeOfWord,
  resumeAddress,
  ROM_WORDS,
} from '#isa';
import { usedAddresses } from '../contract/address-table.ts';
import type { Charge, TimeCheck, TimingProgram, WordReader } from '../contract/program.ts';
import type { TimingReason } from '../contract/report.ts';

export const CHARGE_WORDS = 3;
/** The largest charge with which the sign test of a check still works. */
export const LARGEST_CHARGE = 128;

const LD = opcodeOf('ld', 0, 'd');
const ADD = opcodeOf('adda', 0, 'ram');
const STORE = opcodeOf('st', 0, 'ac');
const BLT = opcodeOf('jump', 2, 'd');
const SUB = opcodeOf('suba', 0, 'd');

/** All words, and checks and charges by address. */
export interface TimeWords {
  /** The addresses where the source has a word, in order. */
  readonly addresses: readonly number[];
  /** Checks by their first word. */
  readonly checks: ReadonlyMap<number, TimeCheck>;
  /** The check whose branch or delay slot a word is. */
  readonly branches: ReadonlyMap<number, TimeCheck>;
  readonly slots: ReadonlyMap<number, TimeCheck>;
  /** Charges by the word that stores the account. */
  readonly charges: ReadonlyMap<number, Charge>;
  /** Charges whose amount is in AC, by the word that adds the account to it. */
  readonly amounts: ReadonlyMap<number, Charge>;
  /** 1 where a word belongs to a check or charge and is not its first; 65,536 bytes. */
  readonly inside: Uint8Array;
  /** Zero-page addresses of accounts. */
  readonly accounts: ReadonlySet<number>;
}

export function indexTimeWords(program: TimingProgram): TimeWords {
  const inside = new Uint8Array(ROM_WORDS);
  const checks = new Map<number, TimeCheck>();
  const branches = new Map<number, TimeCheck>();
  const slots = new Map<number, TimeCheck>();
  const charges = new Map<number, Charge>();
  const amounts = new Map<number, Charge>();
  for (const check of program.checks) {
    checks.set(check.address, check);
    branches.set(checkBranch(check), check);
    slots.set(checkSlot(check), check);
    for (let word = 1; word < CHECK_SHAPES[check.form].words; word++) inside[check.address + word] = 1;
  }
  for (const charge of program.charges) {
    const end = lastWord({ word: (address) => program.words[address]! }, charge);
    charges.set(end, charge);
    if (charge.perCount !== undefined && end > charge.address) amounts.set(charge.address, charge);
    for (let word = charge.address + 1; word <= end; word++) inside[word] = 1;
  }
  return {
    addresses: usedAddresses(program.used),
    checks,
    branches,
    slots,
    charges,
    amounts,
    inside,
    accounts: new Set(program.checks.map((check) => check.account)),
  };
}

/** The word of a charge that stores the account. */
function lastWord(reader: Pick<WordReader, 'word'>, { address, perCount }: Charge): number {
  if (perCount === undefined) return address + CHARGE_WORDS - 1;
  return reader.word(address) >> 8 === STORE ? address : address + 1;
}

/** What is wrong with the words or the place of a check, or undefined. */
export function faultOfCheck(
  reader: WordReader,
  check: TimeCheck,
): { reason: TimingReason; message: string } | undefined {
  const { address, form, cycles, trampoline } = check;
  const { words } = CHECK_SHAPES[form];
  if (cycles < words || cycles > LARGEST_CHARGE) {
    const message = `A check can charge ${words} to ${LARGEST_CHARGE} cycles, not ${cycles}`;
    return { reason: 'timing-range', message };
  }
  const page = address & 0xff00;
  if ((resumeAddress(check) & 0xff00) !== page || (trampoline & 0xff00) !== page) {
    const all = `The check at ${hexWord(address)}, the word after it and the trampoline ${hexWord(trampoline)}`;
    return { reason: 'timing-page', message: `${all} are not in one page` };
  }
  const areRight = wordsOf(check).every((word, index) => reader.word(address + index) === word);
  if (areRight && nearTarget(checkBranch(check), trampoline & 0xff) === trampoline) return undefined;
  const message = `The words at ${hexWord(address)} are not those of a check of ${cycles} cycles`;
  return { reason: 'timing-words', message };
}

function wordsOf({ address, form, cycles, account, trampoline }: TimeCheck): readonly number[] {
  const leaves = encode(BLT, trampoline & 0xff);
  if (form === 'short') return [encode(SUB, cycles), leaves, encode(STORE, account)];
  const charge = [encode(LD, -cycles & 0xff), encode(ADD, account), encode(STORE, account)];
  return [...charge, leaves, encode(LD, address & 0xff)];
}

/** What is wrong with the words of a charge, or undefined. */
export function faultOfCharge(reader: WordReader, charge: Charge, accounts: ReadonlySet<number>): string | undefined {
  const { address, cycles } = charge;
  const end = lastWord(reader, charge);
  const account = reader.word(end) & 0xff;
  if (reader.word(end) !== encode(STORE, account)) return `The word at ${hexWord(end)} does not store an account`;
  if (!accounts.has(account)) return `The byte ${hexByte(account)} is not the account of any check`;
  if (charge.perCount !== undefined) {
    if (end !== address && !addsByte(reader.word(address), account))
      return `The word at ${hexWord(address)} neither adds the account to AC nor stores it, so no charge begins here`;
    const charged = chargedBefore(reader, end, account);
    if (charged === undefined)
      return `The words before ${hexWord(end)} do not make what they store from the account, so they charge nothing to it`;
    if (charged === 'unknown' || charge.perCount.factor !== 0 || ((charged - cycles) & 0xff) === 0) return undefined;
    return `The charge is declared to be ${cycles} cycles, and the words before ${hexWord(end)} charge ${charged}`;
  }
  if (Math.abs(cycles) > LARGEST_CHARGE) return `A charge can be at most ${LARGEST_CHARGE} cycles, not ${cycles}`;
  const start = reader.word(address);
  const adds = start === encode(LD, -cycles & 0xff) && reader.word(address + 1) === encode(ADD, account);
  const loads = start === encode(opcodeOf('ld', 0, 'ram'), account);
  const step = reader.word(address + 1);
  const steps =
    step === encode(opcodeOf('suba', 0, 'd'), cycles & 0xff) ||
    step === encode(opcodeOf('adda', 0, 'd'), -cycles & 0xff);
  if (adds || (loads && steps)) return undefined;
  return `The words at ${hexWord(address)} are not those of a charge of ${cycles} cycles`;
}

/** Whether a word adds a byte of the zero page to AC, or one of another page with this D, which Y may say. */
function addsByte(word: number, byte: number): boolean {
  const { operation, address: mode } = opcodeOfWord(word);
  return operation === 'adda' && (mode === 'd' || mode === 'yd') && (word & 0xff) === byte;
}

/** How far back from a store the read of the account is looked for, in words. */
const LOOK_BACK = 16;

/**
 * What the words before a store charge to the account: its value less the value stored. It is `unknown` if this does
 * not follow from constants alone; undefined if what is stored is not made from the account.
 */
function chargedBefore(
  reader: Pick<WordReader, 'word'>,
  store: number,
  account: number,
): number | 'unknown' | undefined {
  let charged: number | 'unknown' = 0;
  /** The byte of which the words after this one use a copy. */
  let copied: number | undefined;
  for (let address = store - 1; address >= Math.max(0, store - LOOK_BACK); address--) {
    const word = reader.word(address);
    const { operation, address: mode } = opcodeOfWord(word);
    // What comes after a delay slot need not be the next word.
    if (isSlot(reader, address)) break;
    if (operation === 'st' && mode === 'd' && (word & 0xff) === copied) copied = undefined;
    if (copied !== undefined || !changesAc(word)) continue;
    const byte = byteReadBy(word);
    if (byte === account && operation === 'ld') return charged;
    if (byte === account) return operation === 'adda' ? plus(charged, -constantBefore(reader, address)) : undefined;
    // Y may be another page.
    if (mode === 'yd' && (word & 0xff) === account) return 'unknown';
    if (operation !== 'ld') charged = plus(charged, chargedBy(word));
    else if (byte === undefined) return undefined;
    else copied = byte;
  }
  return copied === undefined ? 'unknown' : undefined;
}

function changesAc(word: number): boolean {
  const { operation, target, bus } = opcodeOfWord(word);
  return target === 'ac' && operation !== 'st' && (operation !== 'ld' || bus !== 'ac');
}

/** What a word takes from AC; NaN if that is no constant. */
function chargedBy(word: number): number {
  const { operation, bus } = opcodeOfWord(word);
  if (bus !== 'd' || !isSum(operation)) return NaN;
  return operation === 'suba' ? word & 0xff : -(word & 0xff);
}

/** The constant that the word before an address loads into AC; NaN if it does something else. */
function constantBefore(reader: Pick<WordReader, 'word'>, address: number): number {
  const word = reader.word((address - 1) & 0xffff);
  return word >> 8 === LD && !isSlot(reader, address - 1) ? ((word & 0xff) << 24) >> 24 : NaN;
}

/** Whether the word at an address is in the delay slot of a jump. */
function isSlot(reader: Pick<WordReader, 'word'>, address: number): boolean {
  return IS_JUMP[reader.word((address - 1) & 0xffff) >> 8] === 1;
}

function isSum(operation: string): boolean {
  return operation === 'adda' || operation === 'suba';
}

function plus(sum: number | 'unknown', more: number): number | 'unknown' {
  return sum === 'unknown' || Number.isNaN(more) ? 'unknown' : sum + more;
}
