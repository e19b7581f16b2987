/**
 * Checks the account of time checks against the cycles that pass.
 *
 * Cycle and account together are the cycle at which the handler must be entered, the *due* cycle. From check to check
 * it stays the same; after a visit to the handler it is whole lines later.
 */
import type { Cycle, RomAddress, ZeroPageOffset } from '#basics';
import { CHECK_WORDS } from '#isa';
import type { Countdown } from '../core/probe.ts';
import type { Difference, FrameWatch } from './watches.ts';

/** The difference between reading an account byte as unsigned and as signed. */
const BYTE = 0x100;
const SIGN = 0x80;

/** Words from a check's second to its end. */
export const TO_END = CHECK_WORDS - 1;

export class AccountWatch implements Countdown {
  /** Second word of the last check that left for the handler; for a short one, the word after its origin. */
  leftFrom: number | undefined;
  /** The cycle at which the handler is due. */
  due: number | undefined;
  /** Whether the last check that was passed left for the handler. */
  left = false;
  /** The end of that check, while the handler has not come back there. */
  private away: number | undefined;

  /** @param line cycles of a line; null while the handler is not proven. @param frames the frames that it makes */
  constructor(
    private readonly line: number | null,
    private readonly frames: FrameWatch | undefined,
  ) {}

  get deadline(): Cycle | undefined {
    return this.frames?.deadline;
  }

  reset(): void {
    this.due = undefined;
    this.left = false;
    this.leftFrom = undefined;
    this.away = undefined;
  }

  /** Whether the handler comes back to an address, where a word executes now. */
  comesBack(address: RomAddress): boolean {
    if (address !== this.away) return false;
    this.away = undefined;
    return true;
  }

  /**
   * A check is executing.
   * @param second address of its second word, or the word after its origin; the first executed in the cycle `start`
   * @param owed cycles that are already spent at that word and charged by this check
   * @param account what the account held, 0..255
   * @param charge what AC adds to it, 0..255
   */
  check(
    second: number,
    start: number,
    owed: number,
    account: ZeroPageOffset,
    charge: number,
  ): { readonly held: number; readonly off: number } | undefined {
    const due = start - owed + account;
    const off = this.off(due, account);
    this.left = ((account + charge) & SIGN) !== 0;
    if (this.left) this.leftFrom = second;
    this.away = this.left ? (second + TO_END) & 0xffff : undefined;
    if (off !== undefined) this.due = due;
    return off === undefined || off === 0 ? undefined : { held: account, off };
  }

  /** How much more the account holds than is really left: 0 if it is right, undefined if nothing is known. */
  private off(due: number, account: number): number | undefined {
    const before = this.due;
    if (before === undefined) {
      this.due = due;
      return undefined;
    }
    if (this.left && this.line === null) {
      this.due = due;
      return undefined;
    }
    const plain = this.difference(due - before);
    if (plain === 0) {
      if (this.left) this.due = due;
      return undefined;
    }
    // A byte of 128 or more can be a debt.
    const signed = account < SIGN ? plain : this.difference(due - BYTE - before);
    if (signed === 0) {
      if (this.left) this.due = due - BYTE;
      return undefined;
    }
    return Math.abs(signed) < Math.abs(plain) ? signed : plain;
  }

  /** A difference of due cycles; after the handler, only what exceeds whole lines. */
  private difference(cycles: number): number {
    if (!this.left || this.line === null) return cycles;
    const rest = ((cycles % this.line) + this.line) % this.line;
    return rest > this.line / 2 ? rest - this.line : rest;
  }
}

export function accountDifference(address: RomAddress, cycle: Cycle, held: number, off: number): Difference {
  return {
    kind: 'account',
    address,
    cycle,
    declared: `the account holds ${held}`,
    seen: `${held - off} cycles are left (${Math.abs(off)} too ${off > 0 ? 'few' : 'many'} were charged)`,
  };
}
