/**
 * Compares the account that time checks keep with the cycles that really pass.
 *
 * Cycle plus account is the *due* cycle, at which the handler must be entered. It stays the same from check to check;
 * each visit to the handler moves it on by whole lines.
 */
import type { Cycle, RomAddress } from '#basics';
import { CHECK_WORDS, HSYNC_CYCLES } from '#isa';
import type { Countdown } from '../core/probe.ts';
import type { Difference, FrameWatch } from './watches.ts';

/** The difference between reading an account byte as unsigned and as signed. */
const BYTE = 0x100;
const SIGN = 0x80;

/** Words from a check's second word to its end. */
export const TO_END = CHECK_WORDS - 1;

export class AccountWatch implements Countdown {
  /** Second word of the last check that left for the handler; for a short one, the word after its origin. */
  leftFrom: number | undefined;
  /** The cycle at which the handler is due. */
  due: number | undefined;
  /** Whether the last check that was passed left for the handler. */
  left = false;
  /** The end of that check, until the handler has come back there. */
  private away: number | undefined;

  /** @param line cycles of a line; null while the handler is not proven. @param frames those that the handler makes */
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

  /** Whether a trampoline is on its way from the check that left: hSync has not yet fallen and risen again. */
  isLeaving(cycle: Cycle): boolean {
    return this.left && (this.due === undefined || cycle < this.due + HSYNC_CYCLES);
  }

  /** Whether the word at an address, which executes now, is where the handler comes back to. */
  comesBack(address: RomAddress): boolean {
    if (address !== this.away) return false;
    this.away = undefined;
    return true;
  }

  /**
   * A check executes.
   * @param second address of its second word; of a short one, of the word after its origin
   * @param start the cycle in which its first word executed
   * @param owed cycles that were spent before that word but are charged by this check
   * @param account what the account held, 0..255
   * @param charge what AC adds to it, 0..255
   */
  check(
    second: number,
    start: number,
    owed: number,
    account: number,
    charge: number,
  ): { readonly held: number; readonly off: number } | undefined {
    const due = start - owed + account;
    const off = this.off(due, account);
    this.left = ((account + charge) & SIGN) !== 0;
    if (this.left) this.leftFrom = second;
    this.away = this.left ? (second + TO_END) & 0xffff : undefined;
    if (off === undefined) return undefined;
    this.due = due;
    return { held: account, off };
  }

  /** By how much the account exceeds what is really left; undefined if it is right or nothing is known. */
  private off(due: number, account: number): number | undefined {
    const before = this.due;
    if (before === undefined || (this.left && this.line === null)) {
      this.due = due;
      return undefined;
    }
    const plain = this.difference(due - before);
    // A byte of 128 or more can be a debt.
    const signed = account < SIGN ? plain : this.difference(due - BYTE - before);
    if (plain !== 0 && signed !== 0) return Math.abs(signed) < Math.abs(plain) ? signed : plain;
    this.due = plain === 0 ? due : due - BYTE;
    return undefined;
  }

  /** A difference between due cycles; after a visit to the handler, modulo whole lines. */
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
