/**
 * The account as seen from outside: the emulator counts cycles between one time check and the next.
 *
 * Nothing of the proof is used here. A segment runs from the word after a check to the first word of
 * the next check; what the handler does in between belongs to no segment.
 */
import type { Machine } from '#emulator';
import { CHECK_SHAPES, CHECK_WORDS, resumeAddress, type CheckForm } from '#isa';

export interface LedgerCheck {
  readonly address: number;
  readonly cycles: number;
  /** `sync` charges what lies before it; default `check`. */
  readonly form?: CheckForm;
}

/** Counted cycles between two checks, and how far they are from what was charged. */
export interface Segment {
  readonly check: LedgerCheck;
  readonly next: LedgerCheck;
  readonly cycles: number;
  readonly difference: number;
  /**
   * What the account's byte holds at the next check beyond what charges made of it, modulo 256; 0 without an account.
   */
  readonly drift: number;
  /**
   * The least that the account would be if it were not a byte, including what the next check leaves; 0 without an
   * account.
   */
  readonly lowest: number;
  /** How far AC is from the account if the next check is a short one, modulo 256. */
  readonly astray: number;
}

export interface LedgerOptions {
  /** Zero-page address of the account, if it is to be watched. */
  readonly account?: number;
  readonly checks: readonly LedgerCheck[];
  /** Charges by the address of the word that stores the account. */
  readonly charges: ReadonlyMap<number, number>;
  /** Called at the first word of each check, before it executes. */
  readonly atCheck?: (check: LedgerCheck) => void;
  /** Asked before each word between two checks: whether counting ends here. */
  readonly endsAt?: (address: number) => boolean;
  /** Whether a program may run astray, which ends the count; otherwise it is an error. */
  readonly mayStray?: boolean;
}

/** Cycles for which the handler may keep the processor, if it draws the picture in one go. */
const LONGEST_ABSENCE = 400_000;

/** Runs a machine and yields segments until a number of cycles is used up. */
export function* countSegments(
  machine: Machine,
  cycles: number,
  { checks, charges, atCheck, account, endsAt, mayStray = false }: LedgerOptions,
): Generator<Segment> {
  const byAddress = new Map(checks.map((check) => [check.address, check]));
  const last = machine.cycle + cycles;
  let from: LedgerCheck | undefined;
  let start = 0;
  let charged = 0;
  let left = 0;
  let lowest = 0;
  const held = (): number => (account === undefined ? 0 : machine.ram[account]!);
  while (machine.cycle < last) {
    const { address, nextAddress } = machine;
    const check = nextAddress === address + 1 ? byAddress.get(address) : undefined;
    if (check === undefined) {
      if (endsAt?.(address) === true) return;
      charged += charges.get(address) ?? 0;
      lowest = Math.min(lowest, signed(left) - charged);
      machine.step();
      continue;
    }
    if (from !== undefined) {
      const counted = machine.cycle - start;
      const drift = account === undefined ? 0 : (held() - left + charged) & 0xff;
      const astray = check.form === 'short' && account !== undefined ? (machine.registers.ac - held()) & 0xff : 0;
      const difference = counted - paid(from, check) - charged;
      lowest = account === undefined ? 0 : Math.min(lowest, signed(left) - charged - check.cycles);
      yield { check: from, next: check, cycles: counted, difference, drift, lowest, astray };
    }
    atCheck?.(check);
    const away = machine.cycle + LONGEST_ABSENCE;
    const behind = resumeAddress({ address, form: check.form ?? 'check' });
    while (machine.address !== behind || machine.nextAddress !== ((behind + 1) & 0xffff)) {
      if (machine.cycle > away && mayStray) return;
      if (machine.cycle > away) throw new Error(`the handler does not resume the check at ${address}`);
      machine.step();
    }
    from = check;
    start = machine.cycle;
    charged = 0;
    left = held();
    lowest = 0;
  }
}

function signed(byte: number): number {
  return (byte << 24) >> 24;
}

/** Cycles that two consecutive checks charge for the path between them. */
function paid(from: LedgerCheck, to: LedgerCheck): number {
  const ahead = from.form === 'sync' ? 0 : from.cycles - CHECK_WORDS;
  // What is spent before a check's first word: by a short one, the two words that it lacks.
  const behind = to.form === 'sync' ? to.cycles - CHECK_WORDS : CHECK_WORDS - CHECK_SHAPES[to.form ?? 'check'].words;
  return ahead + behind;
}
