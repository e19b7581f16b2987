/** The words of checks and charges: each does to the account what the certificate says, and nobody comes into its middle. */
import { failure, hexWord, type Failure, type Result } from '#basics';
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

/** A charge, and the account that it pays into. */
export type PaidCharge = Charge & { readonly account: number };

export interface TimeWords {
  readonly checks: ReadonlyMap<number, Check>;
  /** By the word with which they take effect. */
  readonly charges: ReadonlyMap<number, PaidCharge>;
  /** 1 for words that are only come to from the one before. */
  readonly inside: Uint8Array;
}

/** The balance after a check: the cycles that it has paid for. */
export function balanceAfter({ form, cycles }: Check): number {
  return form === 'sync' ? 0 : cycles - CHECK_WORDS;
}

/** The balance that a check expects. */
export function balanceBefore({ form, cycles }: Check): number {
  return form === 'check' ? 0 : form === 'sync' ? CHECK_WORDS - cycles : CHECK_SHAPES.short.words - CHECK_WORDS;
}

/** Whether a word adds a byte of the zero page to AC. */
export function addsByte(word: number, byte: number): boolean {
  return word === encode(ADDA_BYTE, byte);
}

export function timeWords(rom: Uint16Array, { declarations }: Certificate): Result<TimeWords> {
  const { checks, charges, external, loops } = declarations;
  const taken = new Uint8Array(rom.length);
  const inside = new Uint8Array(rom.length);
  /** Whether some words belong to no other check or charge. */
  const take = (first: number, words: number): boolean => {
    for (let address = first; address < first + words; address++) {
      if (address > 0xffff || taken[address] === 1) return false;
      taken[address] = 1;
      if (address > first) inside[address] = 1;
    }
    return true;
  };
  for (const check of checks) {
    if (external.includes(check.account)) return failure('the account is external');
    if (!isCheck(rom, check) || !take(check.address, CHECK_SHAPES[check.form].words))
      return wrong('check', check.address);
  }
  const chargesByAddress = new Map<number, PaidCharge>();
  for (const charge of charges) {
    const { address, isDeclared, count, factor = 0 } = charge;
    const account = wordAt(rom, address) & 0xff;
    const isRight = isDeclared === true ? wordAt(rom, address) >> 8 === ST : isCharge(rom, charge) && factor === 0;
    if (!isRight || !take(isDeclared === true ? address : address - 2, isDeclared === true ? 1 : 3))
      return wrong('charge', address);
    if (count !== undefined && !loops.some((loop) => loop.count === count))
      return wrong('count of the charge', address);
    chargesByAddress.set(address, { ...charge, account });
  }
  return { checks: new Map(checks.map((check) => [check.address, check])), charges: chargesByAddress, inside };
}

function wrong(what: string, address: number): Failure {
  return failure(`the ${what} at ${hexWord(address)} is not what it is said to be`);
}

function isCheck(rom: Uint16Array, { address, form, cycles, account, trampoline }: Check): boolean {
  const words =
    form === 'short'
      ? [encode(SUBA, cycles), encode(BLT, trampoline), encode(ST, account)]
      : [
          encode(LD, -cycles),
          encode(ADDA_BYTE, account),
          encode(ST, account),
          encode(BLT, trampoline),
          encode(LD, address),
        ];
  const isPaid = cycles >= words.length && cycles <= MOST_CHARGED;
  const isInPage = [address + words.length, trampoline].every((place) => place >> 8 === address >> 8);
  return isPaid && isInPage && words.every((word, index) => wordAt(rom, address + index) === word);
}

function isCharge(rom: Uint16Array, { address, cycles }: Charge): boolean {
  const [first, second, third] = [-2, -1, 0].map((offset) => wordAt(rom, address + offset)) as [number, number, number];
  const account = third & 0xff;
  const isBefore = first === encode(LD_BYTE, account);
  const isPaid =
    (first === encode(LD, -cycles) && second === encode(ADDA_BYTE, account)) ||
    (isBefore && (second === encode(SUBA, cycles) || second === encode(ADDA, -cycles)));
  return isPaid && third === encode(ST, account);
}
