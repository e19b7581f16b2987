/**
 * The account on paths from a claimed check: what charges pay, what words spend, and whether both agree at the next.
 *
 * The balance is what is paid and not yet spent.
 */
import { elementAt, failure, isFailure, type Result } from '#basics';
import { wordAt } from '#isa';
import type { Check } from './certificate.ts';
import type { Loops, Turns } from './loops.ts';
import type { Trail } from './refusal.ts';
import { IN_AC, type State, type Tools } from './state.ts';
import { addsByte, balanceBefore, type PaidCharge, type TimeWords } from './time-words.ts';
import { byteIn, isKnown } from './values.ts';

/** The most that charges on a path may come to, and a balance that they can no longer make up for. */
const MOST_CHARGED = 128;
const HOPELESS = -3 * MOST_CHARGED;

/** A word of a path, and what the path has paid and spent before it. */
export interface Step extends Trail {
  readonly state: State;
  readonly from: Step | undefined;
  /** The sum of the charges since the check. */
  readonly charged: number;
  readonly balance: number;
  /** The least balance on the way. */
  readonly least: number;
  readonly turns: Turns;
}

/** What a path has paid and spent. */
type Paid = Pick<Step, 'turns' | 'charged' | 'balance' | 'least'>;

export class Account {
  /** The most cycles by which a check comes later than the one before it guarantees. */
  lateness = 0;

  constructor(private readonly tools: Tools & { readonly words: TimeWords; readonly loops: Loops }) {}

  /** What is paid and spent when a word has executed, for each count of a loop that it can pay for. */
  after(check: Check, step: Step): Result<readonly Paid[]> {
    const charge = this.tools.words.charges.get(step.address);
    const charges = charge === undefined ? [{ turns: step.turns, amount: 0 }] : this.charges(check, step, charge);
    if (isFailure(charges)) return charges;
    const all = charges.map(({ turns, amount }) => {
      const balance = step.balance + amount - 1;
      return { turns, charged: step.charged + amount, balance, least: Math.min(step.least, balance) };
    });
    if (all.some(({ charged }) => charged > MOST_CHARGED || charged < -check.cycles))
      return failure('charges of more than a signed byte');
    return all.some(({ balance }) => balance < HOPELESS)
      ? failure('a path without a check is too long to be paid')
      : all;
  }

  /** What a charge comes to, for each loop count that it may cover. */
  private charges(check: Check, step: Step, charge: PaidCharge): Result<ReturnType<Loops['paid']>> {
    const { loops, trust } = this.tools;
    if (charge.account !== check.account) return failure('a charge of another account');
    if (charge.isDeclared === true) trust.add('charged', step.address);
    const paid = loops.paid(step.turns, charge);
    const known = this.amountBefore(step, charge);
    const isOther = known !== undefined && paid.every(({ amount }) => ((amount - known) & 0xff) !== 0);
    return isOther ? failure('the charge is of another amount') : paid;
  }

  /** What a charge takes from the account, if AC is known before the word that adds the account. */
  private amountBefore({ from }: Step, { account }: PaidCharge): number | undefined {
    if (from === undefined || !addsByte(wordAt(this.tools.rom, from.address), account)) return undefined;
    const ac = elementAt(from.state.registers, IN_AC);
    return isKnown(ac) ? -byteIn(ac, 0) : undefined;
  }

  /** Why the account is not true at the next check. */
  faultAt(before: Check, { charged, balance, least }: Step, check: Check): string | undefined {
    const { certificate, trust } = this.tools;
    const { slack } = certificate.declarations;
    const expected = balanceBefore(check);
    const early = check.form === 'short' ? -expected : 0;
    const late = charged - balance - early;
    this.lateness = Math.max(this.lateness, late);
    if (slack !== undefined) trust.add('slack', slack);
    if (balance !== expected) return `the balance is ${balance} and not ${expected}`;
    if (Math.max(0, charged) + check.cycles > MOST_CHARGED) return 'charges of more than a signed byte';
    if (slack !== undefined) return late > slack ? `the handler is ${late} cycles late` : undefined;
    const isPaidFirst = before.form === 'sync' || check.form === 'sync' || least >= -early;
    return isPaidFirst ? undefined : 'a path spends before it is charged';
  }
}
